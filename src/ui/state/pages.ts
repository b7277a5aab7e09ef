/**
 * Lists of the server that come in pages, kept and read again as `query.ts` keeps its values.
 *   const list = usePages({ key: ['history'], read: (page, signal) => … -> { items, total }, keyOf });
 *   list.items.value  list.status.value: ListStatus  list.total.value  list.more()  list.retry()  list.refresh()
 */
import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { entryOf, type Key, refetch, run, STALE_MS, useEntry } from './query.ts';
import { sessionNumber } from './session.ts';

/** Pages of one list that are kept and read again; by then a person has scrolled past a thousand rows. */
const PAGES_MAX = 100;

export type Page<T> = { items: readonly T[]; total: number };
export type Pages<T, P extends Page<T>> = {
  readonly items: ReadonlySignal<readonly T[]>;
  /** For the kit's `List`. */
  readonly status: ReadonlySignal<'loading' | 'more' | 'done' | 'failed'>;
  readonly total: ReadonlySignal<number>;
  /** The newest page as it came, for sums that travel beside the rows. */
  readonly last: ReadonlySignal<P | undefined>;
  more(): Promise<unknown> | undefined;
  retry(): void;
  refresh(): Promise<unknown>;
};
type PagesInput<T, P extends Page<T>> = {
  key: Key;
  read: (page: number, abort: AbortSignal) => Promise<P>;
  keyOf: (item: T) => string | number;
};

/** Pages are 1-based; loading ends when the loaded count reaches the total (specification S2 section 7), or with an empty page. */
export function usePages<T, P extends Page<T>>({ key, read, keyOf }: PagesInput<T, P>): Pages<T, P> {
  const id = JSON.stringify([sessionNumber.value, ...key]);
  /** The same number of pages as are shown, so that a refreshed list does not jump. */
  const readAll = async (abort: AbortSignal): Promise<readonly P[]> => {
    const wanted = Math.max(1, entry.data.peek()?.length ?? 1);
    const pages: P[] = [];
    while (pages.length < wanted && hasNext(pages)) pages.push(await read(pages.length + 1, abort));
    return pages;
  };
  const { entry, view } = useMemo(() => {
    const entry = entryOf<readonly P[]>(key);
    const pages = computed(() => entry.data.value ?? []);
    const view: Pages<T, P> = {
      items: computed(() => distinct(pages.value, keyOf)),
      // A failed load ends the list until a person asks again (specification S1 section 8).
      status: computed(() =>
        entry.hasFailed.value ? 'failed' : !entry.data.value ? 'loading' : hasNext(entry.data.value) ? 'more' : 'done',
      ),
      total: computed(() => pages.value.at(-1)?.total ?? 0),
      last: computed(() => pages.value.at(-1)),
      more: () => (view.status.peek() === 'more' ? append() : undefined),
      retry: () => void (pages.peek().length > 0 && hasNext(pages.peek()) ? append() : refetch(entry, true)),
      refresh: () => refetch(entry, true),
    };
    const append = () =>
      run(
        entry,
        async (abort) => {
          const held = entry.data.peek() ?? [];
          return [...held, await read(held.length + 1, abort)];
        },
        false,
      );
    return { entry, view };
  }, [id]);
  useEntry(entry, id, readAll, STALE_MS, true);
  return view;
}

function hasNext(pages: readonly Page<unknown>[]): boolean {
  if (pages.length === 0) return true;
  const last = pages.at(-1) as Page<unknown>;
  if (last.items.length === 0 || pages.length >= PAGES_MAX) return false;
  return pages.reduce((sum, page) => sum + page.items.length, 0) < last.total;
}

/** A row that moved to a later page while paging would come twice. */
function distinct<T>(pages: readonly Page<T>[], keyOf: (item: T) => string | number): readonly T[] {
  return [...new Map(pages.flatMap((page) => page.items).map((item) => [keyOf(item), item])).values()];
}
