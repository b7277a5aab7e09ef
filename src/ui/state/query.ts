/**
 * Lists and values of the server, kept and read again when they are stale. A hidden page asks for nothing; a new session starts empty.
 *   const q = useQuery({ key: ['balances'], read: (signal) => balances(request, { signal, silent: true }) });
 *   q.data.value  q.status.value: 'pending' | 'ready' | 'failed'  q.isFetching.value  q.refetch()
 *   const list = usePages({ key: ['history'], read: (page, signal) => … -> { items, total }, keyOf });
 *   list.items.value  list.status.value: ListStatus  list.total.value  list.more()  list.retry()  list.refresh()
 * Small on purpose: a query library costs ten kilobytes of the sixty that the first price list may take.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useWhileActive } from '../navigation/page-active.ts';
import { sessionNumber } from './session.ts';

/** Data younger than this is not read again when a page comes back. */
const STALE_MS = 5_000;
/** Kept values; beyond it the one that was read longest ago and that nobody shows is forgotten. */
const ENTRIES_MAX = 100;
/** Pages of one list that are kept and read again; by then a person has scrolled past a thousand rows. */
const PAGES_MAX = 100;

type Key = readonly (string | number)[];
type Entry<T> = {
  readonly key: Key;
  readonly data: Signal<T | undefined>;
  readonly hasFailed: Signal<boolean>;
  readonly isFetching: Signal<boolean>;
  /** 0: stale. */
  readAtMs: number;
  users: number;
  /** Reads the whole value; set by anyone who shows it. */
  read: ((abort: AbortSignal) => Promise<T>) | undefined;
  running: { abort: AbortController; promise: Promise<void> } | undefined;
};

const entries = new Map<string, Entry<unknown>>();

// Lists of one account must never be seen by the next.
sessionNumber.subscribe(() => {
  for (const entry of entries.values()) entry.running?.abort.abort();
  entries.clear();
});

function entryOf<T>(key: Key): Entry<T> {
  const id = JSON.stringify(key);
  let entry = entries.get(id) as Entry<T> | undefined;
  if (!entry) {
    entry = {
      key,
      data: signal<T | undefined>(undefined),
      hasFailed: signal(false),
      isFetching: signal(false),
      readAtMs: 0,
      users: 0,
      read: undefined,
      running: undefined,
    };
    entries.set(id, entry as Entry<unknown>);
    if (entries.size > ENTRIES_MAX) forgetOldest();
  }
  return entry;
}

function forgetOldest(): void {
  let oldest: [string, Entry<unknown>] | undefined;
  for (const item of entries) if (item[1].users === 0 && (!oldest || item[1].readAtMs < oldest[1].readAtMs)) oldest = item;
  if (oldest) entries.delete(oldest[0]);
}

/** Runs one read or write of the entry's value. Equal calls while one is under way are that one, unless it `replaces` it. */
function run<T>(entry: Entry<T>, load: (abort: AbortSignal) => Promise<T>, replaces: boolean): Promise<void> {
  if (entry.running && !replaces) return entry.running.promise;
  entry.running?.abort.abort();
  const abort = new AbortController();
  const finish = (change: () => void) => {
    // What was replaced, or belongs to the last account, must not be shown.
    if (entry.running?.abort !== abort || abort.signal.aborted) return;
    entry.running = undefined;
    batch(() => {
      entry.isFetching.value = false;
      change();
    });
  };
  entry.isFetching.value = true;
  const promise = load(abort.signal).then(
    (data) =>
      finish(() => {
        entry.readAtMs = Date.now();
        entry.data.value = data;
        entry.hasFailed.value = false;
      }),
    () =>
      finish(() => {
        entry.hasFailed.value = true;
      }),
  );
  entry.running = { abort, promise };
  return promise;
}

const refetch = <T>(entry: Entry<T>, replaces: boolean): Promise<void> =>
  entry.read ? run(entry, entry.read, replaces) : Promise.resolve();

/** Reads again whatever is under the key; only what is on screen is asked for now, the rest when it is shown. */
export async function invalidate(...key: Key): Promise<void> {
  const hit = [...entries.values()].filter((entry) => key.every((part, index) => entry.key[index] === part));
  for (const entry of hit) entry.readAtMs = 0;
  await Promise.all(hit.filter((entry) => entry.users > 0).map((entry) => refetch(entry, true)));
}

/** Shows the entry while the page is on screen: reads it when it is stale. */
function useEntry<T>(entry: Entry<T>, id: string, read: (abort: AbortSignal) => Promise<T>, staleMs: number, isEnabled: boolean): void {
  useWhileActive(() => {
    if (!isEnabled) return undefined;
    entry.users++;
    entry.read = read;
    // By the wall clock, which goes on while a phone sleeps; what was read in its future is stale too, since then it was set back.
    if (Math.abs(Date.now() - entry.readAtMs) > staleMs) void refetch(entry, false);
    return () => {
      entry.users--;
    };
  }, [id, isEnabled]);
}

export type Query<T> = {
  readonly data: ReadonlySignal<T | undefined>;
  /** 'failed' only without data: old data is better than none. */
  readonly status: ReadonlySignal<'pending' | 'ready' | 'failed'>;
  readonly isFetching: ReadonlySignal<boolean>;
  refetch(): Promise<unknown>;
};
type QueryInput<T> = { key: Key; read: (abort: AbortSignal) => Promise<T>; staleMs?: number; enabled?: boolean };

export function useQuery<T>({ key, read, staleMs = STALE_MS, enabled = true }: QueryInput<T>): Query<T> {
  const id = JSON.stringify([sessionNumber.value, ...key]);
  const { entry, view } = useMemo(() => {
    const entry = entryOf<T>(key);
    const status = computed(() => (entry.data.value !== undefined ? 'ready' : entry.hasFailed.value ? 'failed' : 'pending'));
    const view: Query<T> = { data: entry.data, status, isFetching: entry.isFetching, refetch: () => refetch(entry, true) };
    return { entry, view };
  }, [id]);
  useEntry(entry, id, read, staleMs, enabled);
  return view;
}

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
