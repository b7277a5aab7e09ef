/**
 * A market made for a test, sealed into a log second by second: products that tick often and seldom, one that is silent for long, one whose hours end
 * in the middle. What a fill is made from is looked up here, tick by tick and without a thought for speed, by nothing that a verifier uses.
 */
import { type CALENDARS, CALENDARS as calendars, isOpen } from '#domain/market-hours.ts';
import type { DealHours } from '#domain/tape/deal-terms.ts';
import type { FeedTick, TapeTick } from '#domain/tape/tape-tick.ts';
import { randomFrom } from '../domain/random.ts';
import { feedTick, MadeLog } from './made-log.ts';

/** Friday, 8 minutes before the European day ends. */
const START_MS = Date.UTC(2026, 2, 6, 20, 52);
type Product = {
  readonly id: number;
  readonly calendar: keyof typeof CALENDARS | 'recorded';
  readonly ticks: number;
  readonly confirms: number;
  /** Ms after which its price is stale; its deals say it where it is not 5 s. */
  readonly silenceMs?: number;
};
/** Shares of seconds with a tick, and of the others with a confirm. */
export const PRODUCTS: readonly Product[] = [
  { id: 1, calendar: 'around-the-clock', ticks: 0.8, confirms: 0.5 },
  { id: 2, calendar: 'fx', ticks: 0.5, confirms: 0.4 },
  { id: 7, calendar: 'recorded', ticks: 0.02, confirms: 0.5, silenceMs: 3_500 },
  { id: 300, calendar: 'eu-indices', ticks: 0.1, confirms: 0.1, silenceMs: 8_000 },
];

/** As a deal says it, and in ms. */
export const silenceTermOf = ({ silenceMs }: Product) => ({ ...(silenceMs && { silenceMs }) });
export const silenceMsOf = ({ silenceMs = 5_000 }: Product): number => silenceMs;

export class MadeMarket {
  readonly log = new MadeLog();
  readonly ticks: TapeTick[] = [];
  readonly random: () => number;
  readonly #startMs: number;

  constructor(seed: number, blocks: number, startMs = START_MS) {
    this.random = randomFrom(seed);
    this.#startMs = startMs;
    const prices = new Map(PRODUCTS.map(({ id }) => [id, 100_000_000n + BigInt(id) * 1_000_000n]));
    let silentUntil = 0;
    for (let second = 0; this.log.blocks.length < blocks; second++) {
      if (this.below(100) === 0) silentUntil = second + 4 + this.below(20);
      const feed = PRODUCTS.flatMap((product) => (product.id === 7 && second < silentUntil ? [] : this.#livesOf(product, prices, second)));
      feed.sort((one, other) => one.timeMs - other.timeMs);
      if (feed.length > 0) this.ticks.push(...this.log.seal(feed, startMs + (second + 1) * 1_000).ticks);
    }
  }

  /** A whole number from 0 up to and without `count`. */
  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  #livesOf({ id, ticks, confirms }: Product, prices: Map<number, bigint>, second: number): FeedTick[] {
    const timeMs = this.#startMs + second * 1_000 + this.below(1_000);
    const price = prices.get(id) as bigint;
    if (this.random() >= ticks) return this.random() < confirms ? [feedTick(id, price, timeMs, true)] : [];
    const next = price + BigInt(this.below(41) - 20) * 1_000n;
    prices.set(id, next);
    return [feedTick(id, next, timeMs)];
  }

  tick(seq: number): TapeTick {
    return this.ticks[seq - 1] as TapeTick;
  }

  /** The newest tick or confirm of a product up to a number, or its newest tick alone. */
  newest(productId: number, seq: number, onlyTicks = false): TapeTick | undefined {
    for (let at = seq - 1; at >= 0; at--) {
      const one = this.ticks[at];
      if (one?.productId === productId && !(onlyTicks && one.confirm)) return one;
    }
    return undefined;
  }

  heightOf(seq: number): number {
    return this.log.blocks.findIndex(({ entry }) => seq <= entry.lastSeq) + 1;
  }

  /** End of the second that a tick was sealed in, unix ms. */
  secondOf(seq: number): number {
    return this.log.blocks[this.heightOf(seq) - 1]?.entry.timeMs ?? 0;
  }

  /** Whether the judge looks at a tick or confirm: not at a confirm of a product that was open and alive before it. */
  isLookedAt(
    life: TapeTick,
    hours: DealHours,
    silenceMs = silenceMsOf(PRODUCTS.find(({ id }) => id === life.productId) as Product),
  ): boolean {
    const before = life.confirm ? this.newest(life.productId, life.seq - 1) : undefined;
    if (!before) return true;
    const isSilent = this.secondOf(life.seq) - this.secondOf(before.seq) >= silenceMs;
    return isSilent || (isOpenAt(hours, life.seq, life.timeMs) && !isOpenAt(hours, before.seq, before.timeMs));
  }

  /** When a product trades, with a stretch or two for which it was closed. */
  hours({ calendar }: Product): DealHours {
    const from = 1 + this.below(this.ticks.length);
    const halts = this.below(3) > 0 ? [] : [{ fromSeq: from, toSeq: from + 1 + this.below(200) }];
    return { calendar, halts };
  }
}

export const isOpenAt = ({ calendar, halts }: DealHours, seq: number, timeMs: number): boolean =>
  !halts.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq < toSeq) &&
  (calendar === 'recorded' || isOpen(calendars[calendar as keyof typeof CALENDARS], timeMs));
