/**
 * How much a night may take at most, so that nobody can drain the house with it (decision D9.93). Who holds a product in one account and has
 * sold it from another is paid in the one what the other pays; but what the other cannot pay is forgiven when it is flat, and the house pays it.
 * So whoever pays a night must be able to, at the worst moment at which one may come:
 *
 * An account is above the stop-out level at the last tick before the night: equity > level x margin. The margin of a position is its value when
 * it was opened / leverage; its value may have risen since, here by a quarter at most. The night takes rate x nights of the value. The next tick,
 * at which the account can be closed, takes at most `PAUSE_MOVE_MAX` of it. What is left must not be below zero:
 *
 *   level x value / leverage >= (rate x nights + pause move) x 1.25 x value
 *
 * It holds for an account of many positions as well, since both sides are sums over them.
 */
import type { MarginMode } from './contract.ts';
import { decimal, ONE, type Price, type Ratio } from './decimal.ts';
import type { FinancingTerms, Nights } from './financing.ts';
import { PAUSE_MOVE_MAX } from './pause-move.ts';

/** A value that has risen by more than a quarter since its margin was taken is beyond what a rate answers for: in hundredths. */
const RISEN_TO = 125n;
const PAUSE_MOVE: Ratio = decimal<Ratio>(String(PAUSE_MOVE_MAX));
/** Two digits after the point, as a level is set. */
const LEVEL_UNIT = ONE / 100n;

/** `leverages`: those that the product offers. `price`: its newest. */
type Leveraged = { readonly marginMode: MarginMode; readonly leverages: readonly number[]; readonly price: Price };

/** Value of a position / its margin, at the highest leverage that an order may have; in MarginMode 1 that is the price. */
export const highestLeverage = ({ marginMode, leverages, price }: Leveraged): Ratio =>
  marginMode === 1 ? BigInt(price) : BigInt(Math.max(1, ...leverages)) * ONE;

/** How often the dearest night of the week counts. */
const mostNights = ({ tripleOn }: Pick<FinancingTerms, 'tripleOn'>): Nights => (tripleOn === undefined ? 1 : 3);

/**
 * The most that a night may take, as a share of the value, not below 0. `stopOutLevel`: a percent.
 * Example: at 50 %, 1:500 and a triple day (0.5 / 500 / 1.25 - 0.0005) / 3 = 0.0001; without a triple day 0.0003.
 */
export function nightRateMost(terms: Pick<FinancingTerms, 'tripleOn'>, leverage: Ratio, stopOutLevel: Ratio): Ratio {
  const share = (stopOutLevel * ONE) / (leverage * RISEN_TO);
  return share > PAUSE_MOVE ? (share - PAUSE_MOVE) / BigInt(mostNights(terms)) : 0n;
}

/** The more that a buyer or a seller pays a night, as a share of the value; 0 when neither pays. */
const dearerRate = ({ long, short }: FinancingTerms): Ratio => [-long, -short].reduce((most, rate) => (rate > most ? rate : most), 0n);

/** The lowest stop-out level, a percent with two digits, at which the nights of a product can be paid; 0 where none costs anything. */
export function stopOutLevelLeast(terms: FinancingTerms, leverage: Ratio): Ratio {
  const rate = dearerRate(terms);
  if (rate === 0n) return 0n;
  const exact = (rate * BigInt(mostNights(terms)) + PAUSE_MOVE) * leverage * RISEN_TO;
  const unit = ONE * LEVEL_UNIT;
  return ((exact + unit - 1n) / unit) * LEVEL_UNIT;
}

/** The side whose rate takes more a night than can be paid; undefined when both can. */
export function unpayableSide(terms: FinancingTerms, rateMost: Ratio): 'long' | 'short' | undefined {
  return (['long', 'short'] as const).find((side) => terms[side] < -rateMost);
}
