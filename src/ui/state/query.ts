/**
 * Lists and values of the server, kept and read again when they are stale. A hidden page asks for nothing; a new session starts empty.
 *   const q = useQuery({ key: ['balances'], read: (signal) => balances(request, { signal, silent: true }) });
 *   q.data.value  q.status.value: 'pending' | 'ready' | 'failed'  q.isFetching.value  q.refetch()
 * Small on purpose: a query library costs ten kilobytes of the sixty that the first price list may take.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useWhileActive } from '../navigation/page-active.ts';
import { onLive } from './link.ts';
import { sessionNumber } from './session.ts';

/** Data younger than this is not read again when a page comes back. */
export const STALE_MS = 5_000;
/** Kept values; beyond it the one that was read longest ago and that nobody shows is forgotten. */
const ENTRIES_MAX = 100;

export type Key = readonly (string | number)[];
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
  running: { abort: AbortController; promise: Promise<void>; isOutdated: boolean } | undefined;
};

const entries = new Map<string, Entry<unknown>>();

// Lists of one account must never be seen by the next.
sessionNumber.subscribe(() => {
  for (const entry of entries.values()) entry.running?.abort.abort();
  entries.clear();
});

// What failed for want of a network is read again once there is one, and what was asked for over a link that is gone has no answer to wait for.
onLive((isFirst) => {
  for (const entry of entries.values()) {
    if (entry.users > 0 && (entry.hasFailed.peek() || (entry.running && !isFirst))) void refetch(entry, true);
  }
});

/** The kept value of a key; made empty when there is none. */
export function entryOf<T>(key: Key): Entry<T> {
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

/**
 * Runs one read or write of the entry's value. Equal calls while one is under way are that one, unless it `replaces` it: then whoever waits for
 * that waits for this.
 */
export function run<T>(entry: Entry<T>, load: (abort: AbortSignal) => Promise<T>, replaces: boolean): Promise<void> {
  if (entry.running && !replaces) return entry.running.promise;
  entry.running?.abort.abort();
  const abort = new AbortController();
  const finish = (readAtMs: number, change: () => void) => {
    // What was replaced, or belongs to the last account, must not be shown.
    if (entry.running?.abort !== abort || abort.signal.aborted) return;
    // An answer to a question that was asked before something happened may be older than that.
    entry.readAtMs = entry.running.isOutdated ? 0 : readAtMs;
    entry.running = undefined;
    batch(() => {
      entry.isFetching.value = false;
      change();
    });
  };
  entry.isFetching.value = true;
  const promise = load(abort.signal)
    .then(
      (data) =>
        finish(Date.now(), () => {
          entry.data.value = data;
          entry.hasFailed.value = false;
        }),
      () =>
        finish(0, () => {
          entry.hasFailed.value = true;
        }),
    )
    .then(() => (entry.running?.abort === abort ? undefined : entry.running?.promise));
  entry.running = { abort, promise, isOutdated: false };
  return promise;
}

/** Reads a value before anything shows it, unless it is here; resolves when it is, or cannot be had. */
export function readAhead<T>({ key, read }: QueryInput<T>): Promise<void> {
  const entry = entryOf<T>(key);
  return entry.data.peek() === undefined ? run(entry, read, false) : Promise.resolve();
}

/** Reads the whole value again, as whoever shows it reads it. */
export const refetch = <T>(entry: Entry<T>, replaces: boolean): Promise<void> =>
  entry.read ? run(entry, entry.read, replaces) : Promise.resolve();

/** Reads again whatever is under the key; only what is on screen is asked for now, the rest when it is shown. */
export async function invalidate(...key: Key): Promise<void> {
  const hit = [...entries.values()].filter((entry) => key.every((part, index) => entry.key[index] === part));
  for (const entry of hit) {
    entry.readAtMs = 0;
    if (entry.running) entry.running.isOutdated = true;
  }
  await Promise.all(hit.filter((entry) => entry.users > 0).map((entry) => refetch(entry, true)));
}

/** Shows the entry while the page is on screen: reads it when it is stale. */
export function useEntry<T>(
  entry: Entry<T>,
  id: string,
  read: (abort: AbortSignal) => Promise<T>,
  staleMs: number,
  isEnabled: boolean,
): void {
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
export type QueryInput<T> = { key: Key; read: (abort: AbortSignal) => Promise<T>; staleMs?: number; enabled?: boolean };

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
