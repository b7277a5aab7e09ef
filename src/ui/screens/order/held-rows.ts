/** The holding list out of two sources: pages of the server, which know the order, and the engine, which knows what is open now. */
import type { OrderRow } from '#protocol/rest/forex.ts';

/**
 * What is held now: the server's pages without what has closed, and in front of them what the engine knows to be open and no page has
 * brought yet. While the engine knows, a row that it does not hold is closed.
 */
export function heldRows(
  pages: readonly OrderRow[],
  engine: readonly OrderRow[] | undefined,
  closed: ReadonlySet<number>,
): readonly OrderRow[] {
  const open = engine?.filter((row) => row.Status === 1 && !closed.has(row.Id));
  if (!open) return pages.filter((row) => !closed.has(row.Id));
  const fresh = new Map(open.map((row) => [row.Id, row]));
  const known = new Set(pages.map((row) => row.Id));
  const added = open.filter((row) => !known.has(row.Id)).sort((a, b) => b.Id - a.Id);
  return [...added, ...pages.flatMap((row) => fresh.get(row.Id) ?? [])];
}
