/**
 * Odds on the synthetic market, computed from the law by which its prices go forward (`server/feed/live-market.ts`): known before the first
 * tick, and to everybody. The number of ticks between the opening and the ending tick varies, since each lies anywhere in its slot:
 * - at a random moment by `tickShares`;
 * - for somebody who opens when the tick of the slot has just come it is one less than the slots of the duration, and never less. What is read
 *   of the tape a moment late only adds ticks. More ticks than an even number never tie more often (the characteristic function of a move is
 *   real, so its even powers fall), so that the fewest and one more bound them all.
 * Between two hours that tick at different rates, and by Hoelder's inequality, a trade ties at most as often as the worse hour does with the
 * even number that is three or four below its slots. All of it is looked at half a percent around the price, where it may be meanwhile.
 * A trade that runs for longer than it is asked about has more ticks than that, of whatever law, and ties no more often by the same bound.
 */
import { maxDecimal, minDecimal } from '#domain/decimal.ts';
import { keepNewest } from '#domain/keep-newest.ts';
import { winShareOfTies } from '#domain/micro-odds.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { LiveMarket } from '../feed/live-market.ts';
import type { StepLaw } from '../feed/step-law.ts';
import { type ProductTraits, syntheticProduct } from '../feed/synthetic-product.ts';
import type { Tape } from '../tape/tape.ts';
import { type MicroOdds, NOT_KEPT, type OddsAsked, type WinShares } from './micro-odds.ts';
import { tickShares } from './tick-shares.ts';
import { tieProbabilities } from './tie-probability.ts';

/** Durations in hours that are kept, of all products. */
const KEPT_MAX = 4_096;
/** A day: nobody offers longer trades, and each hour of one is looked at. */
const SECONDS_MAX = 86_400;
/** What was computed holds until the price has moved by so much of itself. */
const MOVED_MAX = 0.002;
/** How far around the price the law is looked at, as a fraction of it. */
const AROUND = 0.005;
const UNITS_PER_ONE = 100_000_000;
const HOUR_S = 3_600;

type Market = { readonly live: LiveMarket; readonly stepUnits: number; readonly seedSteps: number };
type Kept = { readonly steps: number; readonly shares: WinShares };
/** A duration in one hour; `isOver`: it may end in the next one. */
type HourRun = { readonly seconds: number; readonly hourMs: number; readonly isOver: boolean };
/** Gives the shares of a duration in an hour at a price in steps; `undefined` where they are not kept. */
type Look = (productId: number, market: Market, steps: number, run: HourRun) => WinShares | undefined;

export class SyntheticOdds implements MicroOdds {
  readonly #tape: Pick<Tape, 'newest'>;
  readonly #speed: number;
  readonly #products: ReadonlyMap<number, ProductTraits>;
  readonly #markets = new Map<number, Market>();
  readonly #kept = new Map<string, Kept>();

  /** `products`: as the feed took them over. `speed`: multiplies the number of ticks. */
  constructor({ products, tape, speed }: { products: readonly ProductTraits[]; tape: Pick<Tape, 'newest'>; speed: number }) {
    this.#tape = tape;
    this.#speed = speed;
    this.#products = new Map(products.map((product) => [product.id, product]));
  }

  sharesOf(...asked: OddsAsked): WinShares | undefined {
    const shares = this.#shares(asked, (...run) => this.#keptIn(...run) ?? this.#computedIn(...run));
    return shares === NOT_KEPT ? undefined : shares;
  }

  keptSharesOf(...asked: OddsAsked): WinShares | undefined | typeof NOT_KEPT {
    return this.#shares(asked, (...run) => this.#keptIn(...run));
  }

  #shares([productId, seconds, openMs]: OddsAsked, look: Look): WinShares | undefined | typeof NOT_KEPT {
    const market = this.#marketOf(productId);
    const whole = Math.floor(seconds);
    if (!market || !(whole >= 1 && whole <= SECONDS_MAX)) return undefined;
    const newest = this.#tape.newest(productId);
    const steps = newest ? Math.round(Number(newest.price) / market.stepUnits) : market.seedSteps;
    const firstMs = Math.floor(openMs / HOUR_MS) * HOUR_MS;
    // A chosen end may lie a part of a second later.
    const endMs = openMs + (whole + 1) * 1_000;
    const isOver = endMs >= firstMs + HOUR_MS;
    let shares: WinShares | undefined;
    for (let hourMs = firstMs; hourMs < endMs; hourMs += HOUR_MS) {
      const next = look(productId, market, steps, { seconds: whole, hourMs, isOver });
      if (!next) return NOT_KEPT;
      // Over the end of an hour nobody gets more than in the better one, and it is said to win what it does in the worse.
      shares = shares ? { random: minDecimal(shares.random, next.random), best: maxDecimal(shares.best, next.best) } : next;
    }
    return shares;
  }

  #marketOf(productId: number): Market | undefined {
    const known = this.#markets.get(productId);
    const product = this.#products.get(productId);
    if (known || !product) return known;
    const synthetic = syntheticProduct(product);
    const stepUnits = UNITS_PER_ONE / 10 ** product.pricePrecision;
    const market = { live: new LiveMarket(synthetic), stepUnits, seedSteps: synthetic.seedSteps };
    this.#markets.set(productId, market);
    return market;
  }

  #keptIn(productId: number, _: Market, steps: number, run: HourRun): WinShares | undefined {
    const known = this.#kept.get(keyOf(productId, run));
    return known && Math.abs(known.steps - steps) <= known.steps * MOVED_MAX ? known.shares : undefined;
  }

  #computedIn(productId: number, { live }: Market, steps: number, run: HourRun): WinShares {
    const shares = sharesAt(live, steps, this.#speed, run);
    const key = keyOf(productId, run);
    // The newest is the last to be forgotten, also where there was one of another price.
    this.#kept.delete(key);
    this.#kept.set(key, { steps, shares });
    keepNewest(this.#kept, KEPT_MAX);
    return shares;
  }
}

const keyOf = (productId: number, { seconds, hourMs, isOver }: HourRun): string => `${productId} ${seconds} ${hourMs} ${isOver}`;

function sharesAt(live: LiveMarket, steps: number, speed: number, { seconds, hourMs, isOver }: HourRun): WinShares {
  const slots = (seconds * live.ticksPerHour(hourMs, speed)) / HOUR_S;
  const whole = Math.floor(slots);
  const fewest = isOver ? 2 * Math.floor((whole - 3) / 2) : whole - 1;
  // With hardly a tick in it nothing can be said.
  if (fewest < 1) return { random: winShareOfTies(1), best: winShareOfTies(1) };
  const ties = tieProbabilities(live.tickLaw(steps, hourMs, speed), whole - 1, 3);
  const random = tickShares(slots).reduce((sum, share, at) => sum + share * (ties[at] as number), 0);
  const laws = lawsAround(live, steps, hourMs, speed);
  const best = Math.max(random, ...laws.flatMap((law) => [...tieProbabilities(law, fewest, 1)]));
  return { random: winShareOfTies(random), best: winShareOfTies(best) };
}

/** The laws of a tick at the prices around. Where moves of one step become moves of two, the law that never stands still lies between. */
function lawsAround(live: LiveMarket, steps: number, hourMs: number, speed: number): StepLaw[] {
  const low = live.tickLaw(Math.floor(steps * (1 - AROUND)), hourMs, speed);
  const high = live.tickLaw(Math.ceil(steps * (1 + AROUND)), hourMs, speed);
  return low.sizeMax === 1 && high.sizeMax > 1 ? [low, { moves: 1, sizeMax: 1 }, high] : [low, high];
}
