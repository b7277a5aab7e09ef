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
 *
 * And how much a night may bring at most (decision D9.285). It is paid to who holds at one moment, so somebody may come a second before it and go
 * a second after it; or hold in one account what they have sold from another, and be out of the one that pays at that moment alone. Either way they
 * open a position once for every such night, at no risk that they could not bear. So no night brings more than opening costs.
 */
import type { ContractTerms, MarginMode } from './contract.ts';
import { decimal, type Lots, type Money, ONE, type Price, type Ratio } from './decimal.ts';
import { tradeFee } from './fee.ts';
import type { FinancingTerms, Nights } from './financing.ts';
import { initialMargin } from './margin.ts';
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

/** How often the most expensive night of the week counts. */
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

/** What an order of a product is charged. `feeType`: trade_fee_type; `price`: its newest. */
type Charged = Leveraged &
  Pick<ContractTerms, 'contractNumber' | 'quoteRate'> & {
    readonly feeType: string;
    readonly feePerLot: Money;
    readonly feeOfMargin: Ratio;
  };

const ONE_LOT: Lots = ONE;

/**
 * The most that a night may bring, as a share of the value: the fee of an order at the highest leverage, where its margin is least, as long as the
 * price has risen by a quarter at most. Example: 6 a lot of 100,000 at 1.08 is 0.00005555; / 1.25 0.00004444; with a triple day 0.00001481.
 */
export function nightGainMost(terms: Pick<FinancingTerms, 'tripleOn'>, charged: Charged): Ratio {
  const { contractNumber, quoteRate, price, marginMode, leverages, feeType } = charged;
  const leverage = Math.max(1, ...leverages);
  const margin = initialMargin({ contractNumber, quoteRate, marginMode, price, leverage, lots: ONE_LOT });
  const rate = (feeType === '1' ? charged.feePerLot : charged.feeOfMargin) as Ratio;
  const fee = tradeFee({ feeType, lots: ONE_LOT, margin, rate });
  const value = (contractNumber * price * quoteRate) / (ONE * ONE);
  return value > 0n ? (fee * ONE * 100n) / (value * RISEN_TO * BigInt(mostNights(terms))) : 0n;
}

/** The side that a night brings more than that; undefined when it brings neither. */
export function overpaidSide(terms: FinancingTerms, gainMost: Ratio): 'long' | 'short' | undefined {
  return (['long', 'short'] as const).find((side) => terms[side] > gainMost);
}
