/**
 * Follows what uses up a person's limits on themselves, so that the page knows without a try when one begins to hold and when no longer (decision
 * D9.441): the server is asked again after every trade that begins or ends, when what floats passes a limit of losses, and when a limit turns by
 * itself. The server counts; nothing here does.
 */
import { effect } from '@preact/signals';
import { isUsedUp, measureOf } from '#domain/own-limits.ts';
import { runningMicros } from '../state/micro-trades.ts';
import { openOrders } from '../state/orders.ts';
import { openLoss } from './own-limits-now.ts';
import type { SetLimit } from './used-limits.ts';

/** Trades that begin or end together are asked about together. */
const AFTER_TRADE_MS = 200;
/** What floats passes a limit at any tick, and back: no more often than this. */
const FLOATING_EVERY_MS = 5_000;
/** So soon again by a clock that is ahead of the server's; longer waits than a timer can be set for end with the next reading. */
const TURN_RETRY_MS = 30_000;
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Changes with every trade that begins, is filled or ends. Reads signals. */
const tradesNow = (): string =>
  [...(openOrders.value ?? []).map(({ id, state }) => `${id} ${state}`), ...runningMicros.value.map(({ id }) => -id)].join();

export type Following = {
  /** True when something has happened that the server was not asked about yet. */
  stop(): boolean;
};

/** `isLate`: something has happened while the reading was under way. */
export function followLimits(limits: readonly SetLimit[], isLate: boolean, askAgain: () => void): Following {
  let askedAtMs = performance.now();
  let dueAtMs = Number.POSITIVE_INFINITY;
  let trades = tradesNow();
  const lossBefore = openLoss();
  const losses = limits.filter(({ kind }) => measureOf(kind) === 'loss');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askIn = (ms: number): void => {
    const atMs = performance.now() + ms;
    if (atMs >= dueAtMs) return;
    clearTimeout(timer);
    dueAtMs = atMs;
    timer = setTimeout(() => {
      dueAtMs = Number.POSITIVE_INFINITY;
      askedAtMs = performance.now();
      askAgain();
    }, ms);
  };
  const passes = ({ bound, used }: SetLimit, more: bigint): boolean => isUsedUp(bound, used + more) !== isUsedUp(bound, used);
  const endEffect = effect(() => {
    const more = openLoss() - lossBefore;
    // Each change is asked about once, whatever ticks come before the answer.
    if (tradesNow() !== trades) {
      trades = tradesNow();
      askIn(AFTER_TRADE_MS);
    } else if (losses.some((limit) => passes(limit, more)))
      askIn(Math.max(AFTER_TRADE_MS, askedAtMs + FLOATING_EVERY_MS - performance.now()));
  });
  if (isLate) askIn(AFTER_TRADE_MS);
  const turnMs = Math.min(...limits.flatMap(({ turnsMs }) => (turnsMs > 0 ? [turnsMs - Date.now()] : [])));
  const turn = turnMs < TIMER_MS_MAX ? setTimeout(askAgain, turnMs > 0 ? turnMs + AFTER_TRADE_MS : TURN_RETRY_MS) : undefined;
  return {
    stop() {
      endEffect();
      clearTimeout(timer);
      clearTimeout(turn);
      return dueAtMs < Number.POSITIVE_INFINITY;
    },
  };
}
