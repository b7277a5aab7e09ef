/**
 * Splits one synthetic bar into its children so that they aggregate exactly to it: the first opens at its open, the last closes at its
 * close, one carries the high, one the low, their volumes add up. Pure arithmetic on whole price steps; the randomness is passed in.
 */
import { PAUSE_MOVE_MAX } from '#domain/pause-move.ts';
import type { PositionRandom } from './position-random.ts';

/** Prices in whole steps of the product's grid; volume in whole units. */
export type StepBar = {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};
/** A child before it has prices. `variance` is of its move relative to the price; above 0, since closed hours have no child. */
export type ChildSlot = { readonly startMs: number; readonly variance: number; readonly isAfterBreak: boolean };

/** Share of a minute's standard deviation that lies between the last tick of a bar and the first of the next. */
const STEP_DEVIATION = 0.075;
/** Drafts of a path that are tried until one reaches about as far as its bar; stretching a flat one would pile the move into one child. */
const DRAFTS_MAX = 16;
const STRETCH_MAX = 1.3;

/** Highest point of a Brownian bridge between two prices, drawn exactly (its law: exp(-2 (h-a)(h-b) / variance)). */
export function bridgeHigh(random: PositionRandom, from: number, to: number, deviation: number): number {
  const move = to - from;
  return (from + to + Math.sqrt(move * move - 2 * deviation * deviation * Math.log(random.uniform()))) / 2;
}

/** Lowest point of a Brownian bridge between two prices. */
export const bridgeLow = (random: PositionRandom, from: number, to: number, deviation: number): number =>
  -bridgeHigh(random, -from, -to, deviation);

/** The step from one bar's close to the next bar's open: a tick's move, or at most 0.05 % over closed hours. */
export function openAfter(random: PositionRandom, close: number, minuteVariance: number, isAfterBreak: boolean): number {
  const share = isAfterBreak ? (random.uniform() * 2 - 1) * PAUSE_MOVE_MAX : random.normal() * STEP_DEVIATION * Math.sqrt(minuteVariance);
  const moved = close * (1 + share);
  // Toward the old price, so that rounding never takes it past the limit.
  return Math.max(1, share > 0 ? Math.floor(moved) : Math.ceil(moved));
}

/** A path of closes through a bar, with the extremes that its pieces reach on the way, and how it must be stretched to fill the bar. */
type Draft = { closes: number[]; highs: number[]; lows: number[]; highAt: number; lowAt: number; up: number; down: number };

function draftPath(bar: StepBar, slots: readonly ChildSlot[], random: PositionRandom): Draft {
  let varianceLeft = 0;
  for (const slot of slots) varianceLeft += slot.variance;
  const draft: Draft = { closes: [], highs: [], lows: [], highAt: 0, lowAt: 0, up: 0, down: 0 };
  const { closes, highs, lows } = draft;
  let price = bar.open;
  for (let at = 0; at < slots.length; at++) {
    const { variance } = slots[at] as ChildSlot;
    const rest = varianceLeft - variance;
    let close = bar.close;
    if (at < slots.length - 1) {
      const spread = bar.open * Math.sqrt((variance * rest) / varianceLeft);
      close = price + (bar.close - price) * (variance / varianceLeft) + spread * random.normal();
    }
    const deviation = bar.open * Math.sqrt(variance);
    highs.push(bridgeHigh(random, price, close, deviation));
    lows.push(bridgeLow(random, price, close, deviation));
    if ((highs[at] as number) > (highs[draft.highAt] as number)) draft.highAt = at;
    if ((lows[at] as number) < (lows[draft.lowAt] as number)) draft.lowAt = at;
    closes.push(close);
    price = close;
    varianceLeft = rest;
  }
  const top = Math.max(bar.open, bar.close);
  const bottom = Math.min(bar.open, bar.close);
  draft.up = (bar.high - top) / Math.max(1e-9, (highs[draft.highAt] as number) - top);
  draft.down = (bottom - bar.low) / Math.max(1e-9, bottom - (lows[draft.lowAt] as number));
  return draft;
}

/** The first draft that need not be stretched much, else the one that needs it least. */
function bestDraft(bar: StepBar, slots: readonly ChildSlot[], random: PositionRandom): Draft {
  let best = draftPath(bar, slots, random);
  for (let tried = 1; tried < DRAFTS_MAX && Math.max(best.up, best.down) > STRETCH_MAX && slots.length > 1; tried++) {
    const next = draftPath(bar, slots, random);
    if (Math.max(next.up, next.down) < Math.max(best.up, best.down)) best = next;
  }
  return best;
}

/** The children of a bar, one per slot, ascending. The slots are not empty. `minuteVariance` is that of one minute, relative. */
export function splitBar(bar: StepBar, slots: readonly ChildSlot[], minuteVariance: number, random: PositionRandom): StepBar[] {
  const { closes, highs, lows, highAt, lowAt, up, down } = bestDraft(bar, slots, random);
  const top = Math.max(bar.open, bar.close);
  const bottom = Math.min(bar.open, bar.close);
  // What the draft reached beyond open and close is stretched or shrunk to what the bar says; between them nothing moves.
  const fitted = (price: number): number => {
    const inside = price > top ? top + (price - top) * up : price < bottom ? bottom - (bottom - price) * down : price;
    return Math.min(bar.high, Math.max(bar.low, Math.round(inside)));
  };
  const volumes = splitVolume(bar.volume, slots, random);
  const children: StepBar[] = [];
  let before = bar.open;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as ChildSlot;
    const open = at === 0 ? bar.open : Math.min(bar.high, Math.max(bar.low, openAfter(random, before, minuteVariance, slot.isAfterBreak)));
    const close = at === slots.length - 1 ? bar.close : fitted(closes[at] as number);
    const high = at === highAt ? bar.high : Math.max(open, close, fitted(highs[at] as number));
    const low = at === lowAt ? bar.low : Math.min(open, close, fitted(lows[at] as number));
    children.push({ startMs: slot.startMs, open, high, low, close, volume: volumes[at] as number });
    before = close;
  }
  return children;
}

/** Whole parts of a volume that add up to it, by variance with some unrest. */
function splitVolume(volume: number, slots: readonly ChildSlot[], random: PositionRandom): number[] {
  const shares = slots.map((slot) => slot.variance * (0.5 + random.uniform()));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let sharesSoFar = 0;
  let given = 0;
  return shares.map((share, at) => {
    sharesSoFar += share;
    const upTo = at === shares.length - 1 ? volume : Math.round((volume * sharesSoFar) / total);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
