/**
 * Lists and values of the server: TanStack's query core on signals. A hidden page's observers sleep; a new session starts empty.
 *   const q = useQuery({ key: ['balances'], read: (signal) => balances(request, { signal, silent: true }) });
 *   q.data.value  q.status.value: 'pending' | 'ready' | 'failed'  q.isFetching.value  q.refetch()
 *   const list = usePages({ key: ['history'], read: (page, signal) => … -> { items, total } });
 *   list.items.value  list.status.value: ListStatus  list.total.value  list.more()  list.retry()  list.refresh()
 */

import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { type InfiniteData, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { useMemo } from 'preact/hooks';
import { useWhileActive } from '../page-active.ts';
import { sessionEpoch } from './session.ts';

/** Data younger than this is not read again when a page comes back. */
const STALE_MS = 5_000;
/** Unused data is forgotten after this long. */
const KEEP_MS = 300_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The request layer repeats reads by itself and reports failures; a second layer of retries would only hide them.
    queries: {
      retry: false,
      staleTime: STALE_MS,
      gcTime: KEEP_MS,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});
// Lists of one account must never be seen by the next.
sessionEpoch.subscribe(() => queryClient.clear());

type Key = readonly (string | number)[];
export type Query<T> = {
  readonly data: ReadonlySignal<T | undefined>;
  /** 'failed' only without data: old data is better than none. */
  readonly status: ReadonlySignal<'pending' | 'ready' | 'failed'>;
  readonly isFetching: ReadonlySignal<boolean>;
  refetch(): Promise<unknown>;
};
type QueryInput<T> = { key: Key; read: (abort: AbortSignal) => Promise<T>; staleMs?: number; enabled?: boolean };

/** Reads again whatever stands under the key; only what is on screen is asked for now. */
export const invalidate = (...key: Key): Promise<void> => queryClient.invalidateQueries({ queryKey: key });

export function useQuery<T>({ key, read, staleMs = STALE_MS, enabled = true }: QueryInput<T>): Query<T> {
  const id = JSON.stringify([sessionEpoch.value, ...key, enabled]);
  const options = { queryKey: key, queryFn: ({ signal: abort }: { signal: AbortSignal }) => read(abort), staleTime: staleMs, enabled };
  const query = useMemo(() => {
    const observer = new QueryObserver<T>(queryClient, options);
    const first = observer.getCurrentResult();
    const data = signal(first.data);
    const status = signal(statusOf(first));
    const isFetching = signal(first.isFetching);
    const start = () => {
      observer.setOptions(options);
      const take = (result: typeof first) =>
        batch(() => {
          data.value = result.data;
          status.value = statusOf(result);
          isFetching.value = result.isFetching;
        });
      const stop = observer.subscribe(take);
      take(observer.getCurrentResult());
      return stop;
    };
    return { start, view: { data, status, isFetching, refetch: () => observer.refetch() } satisfies Query<T> };
  }, [id]);
  useWhileActive(query.start, [id]);
  return query.view;
}

const statusOf = (result: { status: 'pending' | 'error' | 'success'; data: unknown }): 'pending' | 'ready' | 'failed' =>
  result.data !== undefined ? 'ready' : result.status === 'error' ? 'failed' : 'pending';

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
  const id = JSON.stringify([sessionEpoch.value, ...key]);
  const pages = useMemo(() => {
    const observer = new InfiniteQueryObserver<P, Error, InfiniteData<P, number>, Key, number>(queryClient, {
      queryKey: key,
      queryFn: ({ pageParam, signal: abort }) => read(pageParam, abort),
      initialPageParam: 1,
      getNextPageParam: (last, all) =>
        last.items.length === 0 || all.reduce((sum, page) => sum + page.items.length, 0) >= last.total ? undefined : all.length + 1,
    });
    const items = signal<readonly T[]>([]);
    const status = signal<'loading' | 'more' | 'done' | 'failed'>('loading');
    const total = signal(0);
    const last = signal<P | undefined>(undefined);
    const take = (result: ReturnType<typeof observer.getCurrentResult>) =>
      batch(() => {
        const all = result.data?.pages ?? [];
        items.value = distinct(
          all.flatMap((page) => page.items),
          keyOf,
        );
        last.value = all.at(-1);
        total.value = all.at(-1)?.total ?? 0;
        // A failed load ends the list until a person asks again (specification S1 section 8).
        if (result.isError) status.value = 'failed';
        else if (!result.data) status.value = 'loading';
        else status.value = result.hasNextPage ? 'more' : 'done';
      });
    const start = () => {
      const stop = observer.subscribe(take);
      take(observer.getCurrentResult());
      return stop;
    };
    const more = () => (status.peek() === 'more' ? observer.fetchNextPage({ cancelRefetch: false }) : undefined);
    const retry = () => void (items.peek().length > 0 ? observer.fetchNextPage() : observer.refetch());
    return { start, view: { items, status, total, last, more, retry, refresh: () => observer.refetch() } satisfies Pages<T, P> };
  }, [id]);
  useWhileActive(pages.start, [id]);
  return pages.view;
}

/** A row that moved to a later page while paging would come twice. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string | number): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
