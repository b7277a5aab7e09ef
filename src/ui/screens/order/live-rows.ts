/** A list of live orders out of two sources: pages of the server, which know the order, and the engine, which knows what stands now. */
import type { OrderRow } from '#protocol/rest/forex.ts';

type LiveSources = {
  /** 1 holding, 0 pending. */
  readonly status: 0 | 1;
  readonly pages: readonly OrderRow[];
  /** `undefined` until the engine has told. */
  readonly engine: readonly OrderRow[] | undefined;
  /** Closed or cancelled for certain, whatever an older list says. */
  readonly gone: ReadonlySet<number>;
  /** Whether the list, as it is filtered, takes an order that no page has brought. */
  readonly isTaken: (row: OrderRow) => boolean;
};

/**
 * The server's pages without what is gone, and in front of them what the engine knows of that status and no page has brought yet. While
 * the engine knows, a row that it does not have in that status is closed, cancelled, or has filled.
 */
export function liveRows({ status, pages, engine, gone, isTaken }: LiveSources): readonly OrderRow[] {
  const live = engine?.filter((row) => row.Status === status && !gone.has(row.Id));
  if (!live) return pages.filter((row) => !gone.has(row.Id));
  const fresh = new Map(live.map((row) => [row.Id, row]));
  const known = new Set(pages.map((row) => row.Id));
  const added = live.filter((row) => !known.has(row.Id) && isTaken(row)).sort((a, b) => b.Id - a.Id);
  return [...added, ...pages.flatMap((row) => fresh.get(row.Id) ?? [])];
}
