/**
 * Micro orders as this page knows them: those that run, when each ends by the page's own monotonic count, and those that have ended. Comes
 * with the first of them. Replies, pushes and lists are taken alike: an order that has ended never runs again.
 *   runningMicros.value   endsAt(id)   microOf(id)   const stop = onMicroEnded((order) => …)
 */
import { batch, computed, signal } from '@preact/signals';
import type { MicroOrder } from '#domain/micro-order.ts';
import { forgetLive } from './orders.ts';
import { sessionNumber } from './session.ts';

/** Ended ones that are remembered; a person may run 20 at a time (decision D9.23). */
const ENDED_MAX = 200;

const running = signal<ReadonlyMap<number, MicroOrder>>(new Map());
const ended = signal<ReadonlyMap<number, MicroOrder>>(new Map());
const late = signal<ReadonlySet<number>>(new Set());
const ends = new Map<number, number>();
const listeners = new Set<(order: MicroOrder) => void>();

/** How the list of running ones stands: 'ready' once it was read whole since the login. */
export const microStatus = signal<'loading' | 'ready' | 'failed'>('loading');
/** Newest first. */
export const runningMicros = computed<readonly MicroOrder[]>(() => [...running.value.values()].sort((a, b) => b.id - a.id));
/** Orders whose result the server has not told although their time is long over: 'settling'. */
export const lateMicros = computed(() => late.value);

/** An order by its id, as it is now. Reads signals. */
export const microOf = (id: number): MicroOrder | undefined => running.value.get(id) ?? ended.value.get(id);

/** When a running order ends, in ms of `performance.now()`; NaN when it does not run. */
export const endsAt = (id: number): number => ends.get(id) ?? Number.NaN;

/** In the frames of the engine a micro order has its id with a minus, so that it is no contract order's. */
export const liveIdOf = ({ id }: Pick<MicroOrder, 'id'>): number => -id;

/** Called once for every order that ends while this page looks on. */
export function onMicroEnded(listener: (order: MicroOrder) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Takes an order of a reply, a push or a list. What was left of its time is counted from now on: of several readings the one that ends
 * earliest is nearest to the truth, since a reading can only have come late (decision D1.4.14).
 */
export function takeMicro(order: MicroOrder): void {
  if (ended.peek().has(order.id)) return;
  if (order.state === 'running') {
    ends.set(order.id, Math.min(ends.get(order.id) ?? Number.POSITIVE_INFINITY, performance.now() + order.remainMs));
    running.value = new Map(running.peek()).set(order.id, order);
    return;
  }
  ends.delete(order.id);
  forgetLive(liveIdOf(order));
  batch(() => {
    running.value = new Map([...running.peek()].filter(([id]) => id !== order.id));
    late.value = new Set([...late.peek()].filter((id) => id !== order.id));
    ended.value = new Map([...[...ended.peek()].slice(1 - ENDED_MAX), [order.id, order]]);
  });
  for (const listener of listeners) listener(order);
}

/** Nobody can say yet what became of it: it is not asked about any more. */
export function giveUpMicro(id: number): void {
  if (running.peek().has(id)) late.value = new Set([...late.peek(), id]);
}

// Orders of one account must never be seen by the next.
sessionNumber.subscribe(() =>
  batch(() => {
    ends.clear();
    running.value = new Map();
    ended.value = new Map();
    late.value = new Set();
    microStatus.value = 'loading';
  }),
);
