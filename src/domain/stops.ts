/**
 * Stop loss, take profit and the price that a pending order waits for: on which side of a price each may be, when a tick meets it, and
 * which of two comes first. Ticket, list, chart, the worker's estimate, the server's refusals, its judge and its index of levels all ask
 * here, so another kind of stop begins here. What is met is executed at the price of the tick that met it, better or worse than
 * the level (decisions D1.4.05, D1.4.06).
 */
import type { Side } from './contract.ts';
import { divideRounded, ONE, type Price, type Ratio } from './decimal.ts';

/** `0n`: there is none. */
export type Stops = { readonly stopLoss: Price; readonly takeProfit: Price };
export type StopName = keyof Stops;
export const NO_STOPS: Stops = { stopLoss: 0n, takeProfit: 0n };
/** In the order in which they are looked at: where a gap jumped over both, the stop loss counts. */
export const STOP_NAMES = ['stopLoss', 'takeProfit'] as const satisfies readonly StopName[];

/** Whether a stop is below the price: the stop loss of a buy and the take profit of a sell are, the other two are above it. */
export const standsBelow = (side: Side, stop: StopName): boolean => (side === 'buy') === (stop === 'stopLoss');

/**
 * The stops that an order of this side cannot have at this reference: the newest price, or the order price of a pending one. A buy
 * needs stop loss < reference < take profit, a sell the reverse; equality is wrong on both sides (decision D1.2.25, refusal 1103).
 * Example: a buy at 1.08 with both stops at 1.09 has a wrong stop loss.
 */
export function wrongStops(side: Side, reference: Price, stops: Stops): StopName[] {
  const isWrong = (stop: StopName): boolean => {
    const price = stops[stop];
    return price > 0n && (standsBelow(side, stop) ? price >= reference : price <= reference);
  };
  return STOP_NAMES.filter(isWrong);
}

/** The stop that a price would be: by the side of the reference that it is on; `undefined` at the reference itself. */
export function stopAt(side: Side, price: Price, reference: Price): StopName | undefined {
  return STOP_NAMES.find((stop) => (standsBelow(side, stop) ? price < reference : price > reference));
}

/**
 * The price nearest to the wanted one that a stop may have: a multiple of `unit`, on its side of the reference by a whole unit or
 * more, above zero. Example: the stop loss of a buy at 1.08342 dragged to 1.09 is held at 1.08341.
 */
export function nearestStop(side: Side, stop: StopName, wanted: Price, { reference, unit }: { reference: Price; unit: Price }): Price {
  const steps = (wanted + unit / 2n) / unit;
  const [belowAtMost, aboveAtLeast] = [(reference - 1n) / unit, reference / unit + 1n];
  const kept = standsBelow(side, stop) ? (steps < belowAtMost ? steps : belowAtMost) : steps > aboveAtLeast ? steps : aboveAtLeast;
  return (kept > 1n ? kept : 1n) * unit;
}

/**
 * The stop that lies so many thousandths of the reference away from it, on its own side, as a price that it may have.
 * Example: the stop loss of a buy at 1.08342 and 2 thousandths away is 1.08125, that of a sell 1.08559.
 */
export function stopBeside(side: Side, stop: StopName, thousandths: bigint, at: { reference: Price; unit: Price }): Price {
  const away = (at.reference * thousandths) / 1000n;
  return nearestStop(side, stop, at.reference + (standsBelow(side, stop) ? -away : away), at);
}

/** Parts of the reference that a stop of a new order keeps from it at least, one of so many: 0.02 percent, less than what most markets move in a minute. */
const NEAREST_PART = 5_000n;
/** In percent, for the eye. */
export const NEAREST_PERCENT = '0.02';

/**
 * Whether a stop is so near the reference that an order with it is over as soon as it begins (decision D9.470); `0n`, no stop, is not.
 * Example: at 51,500 a stop at 51,490 is too near, one at 51,489 is not.
 */
export function isTooNear(stop: Price, reference: Price): boolean {
  const away = stop > reference ? stop - reference : reference - stop;
  return stop > 0n && away * NEAREST_PART < reference;
}

/** Percent of the reference from which on a price is far: further than most markets go in a day, and most slips of a finger go further. */
const FAR_PERCENT: Ratio = 5n * ONE;
/** A hundredth of a percent. */
const PERCENT_UNIT = ONE / 100n;

/**
 * How far a price lies from a reference, in percent with two digits, below zero under it; `undefined` where it is not far (decision D9.250).
 * Example: 1.02 is -5.85 from 1.08342, and 1.06 is not far from it.
 */
export function farPercent(price: Price, reference: Price): Ratio | undefined {
  if (price <= 0n || reference <= 0n) return undefined;
  // For the eye alone: of a price that is a million times another it may be more than can be stored.
  const percent: Ratio = divideRounded((price - reference) * 10_000n, reference) * PERCENT_UNIT;
  return percent >= FAR_PERCENT || percent <= -FAR_PERCENT ? percent : undefined;
}

/** A price at which something happens, and which moves of the market meet it. */
export type Level = { readonly price: Price; readonly metBy: 'fall' | 'rise' | 'any' };

/** True when a tick at this price meets the level: at the level itself, and beyond it. */
export const isMet = (level: Level, price: Price): boolean =>
  level.metBy === 'any' || (level.metBy === 'fall' ? price <= level.price : price >= level.price);

/** The level of a stop; `undefined` when there is none. */
export const stopLevel = (side: Side, stop: StopName, price: Price): Level | undefined =>
  price > 0n ? { price, metBy: standsBelow(side, stop) ? 'fall' : 'rise' } : undefined;

/** The stop that a tick of the order's product hits. Where a gap jumped over both, the stop loss. */
export function metStop(side: Side, stops: Stops, price: Price): StopName | undefined {
  return STOP_NAMES.find((stop) => {
    const level = stopLevel(side, stop, stops[stop]);
    return level !== undefined && isMet(level, price);
  });
}

/** Which moves fill a pending order, fixed when it is placed: down to its price, up to it, or none, because its price was the newest. */
export type TriggerSide = 'down' | 'up' | 'now';

export const triggerSideOf = (target: Price, price: Price): TriggerSide => (target < price ? 'down' : target > price ? 'up' : 'now');

/** What traders call a pending order: a limit waits for a price that suits it better than the newest, a stop for a worse one. */
export const pendingKindOf = (side: Side, target: Price, price: Price): 'limit' | 'stop' | undefined => {
  const trigger = triggerSideOf(target, price);
  return trigger === 'now' ? undefined : (trigger === 'down') === (side === 'buy') ? 'limit' : 'stop';
};

/** The level at which a pending order fills: a buy or a sell alike, since it waits for a price and not for a side. */
export const triggerLevel = (side: TriggerSide | '', target: Price): Level => ({
  price: target,
  metBy: side === 'down' ? 'fall' : side === 'up' ? 'rise' : 'any',
});
