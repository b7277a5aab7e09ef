/**
 * Micro trades as this page knows them: those that run, when each ends by the page's own monotonic count, and those that have ended. Comes
 * with the first of them. Replies, pushes and lists are taken alike: a trade that has ended never runs again.
 *   runningMicros.value   endsAt(id)   microOf(id)   const stop = onMicroEnded((trade) => …)
 */
import { batch, computed, signal } from '@preact/signals';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { forgetLive } from './orders.ts';
import { sessionNumber } from './session.ts';

/** Ended ones that are remembered; a person may run 20 at a time (decision D9.23). */
const ENDED_MAX = 200;

const running = signal<ReadonlyMap<number, MicroTrade>>(new Map());
const ended = signal<ReadonlyMap<number, MicroTrade>>(new Map());
const late = signal<ReadonlySet<number>>(new Set());
const ends = new Map<number, number>();
const listeners = new Set<(trade: MicroTrade) => void>();

/** State of the list of running ones: 'ready' once it was read whole since the login. */
export const microStatus = signal<'loading' | 'ready' | 'failed'>('loading');
/** Newest first. */
export const runningMicros = computed<readonly MicroTrade[]>(() => [...running.value.values()].sort((a, b) => b.id - a.id));
/** Trades whose result has not come although their time is long over: 'settling'. */
export const lateMicros = computed(() => late.value);

/** A trade by its id, as it is now. Reads signals. */
export const microOf = (id: number): MicroTrade | undefined => running.value.get(id) ?? ended.value.get(id);

/** When a running trade ends, in ms of `performance.now()`; NaN when it does not run. */
export const endsAt = (id: number): number => ends.get(id) ?? Number.NaN;

/** In the frames of the engine a micro trade has its id with a minus, so that it is no contract order's. */
export const liveIdOf = ({ id }: Pick<MicroTrade, 'id'>): number => -id;

/** Called once for every trade that ends while this page looks on. */
export function onMicroEnded(listener: (trade: MicroTrade) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Takes a trade of a reply, a push or a list. What was left of its time is counted from now on: of several readings the one that ends
 * earliest is nearest to the truth, since a reading can only have come late (decision D1.4.14).
 */
export function takeMicro(trade: MicroTrade): void {
  if (ended.peek().has(trade.id)) return;
  if (trade.state === 'running') {
    ends.set(trade.id, Math.min(ends.get(trade.id) ?? Number.POSITIVE_INFINITY, performance.now() + trade.remainMs));
    running.value = new Map(running.peek()).set(trade.id, trade);
    return;
  }
  ends.delete(trade.id);
  forgetLive(liveIdOf(trade));
  batch(() => {
    running.value = new Map([...running.peek()].filter(([id]) => id !== trade.id));
    late.value = new Set([...late.peek()].filter((id) => id !== trade.id));
    ended.value = new Map([...[...ended.peek()].slice(1 - ENDED_MAX), [trade.id, trade]]);
  });
  for (const listener of listeners) listener(trade);
}

/** Nobody can say yet what became of it: it is not asked about any more. */
export function giveUpMicro(id: number): void {
  if (running.peek().has(id)) late.value = new Set([...late.peek(), id]);
}

// Trades of one account must never be seen by the next.
sessionNumber.subscribe(() =>
  batch(() => {
    ends.clear();
    running.value = new Map();
    ended.value = new Map();
    late.value = new Set();
    microStatus.value = 'loading';
  }),
);
