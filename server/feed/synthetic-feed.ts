/** Drives the live synthetic market by the clock: ticks at their own times, a confirm where a product is quiet, nothing while a market is closed. */
import { randomBytes } from 'node:crypto';
import type { FeedTick } from '#domain/tape/tape-tick.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { ProductCatalogue } from '../catalogue/product-catalogue.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { Tape } from '../tape/tape.ts';
import type { Feed } from './feed.ts';
import { CATCH_UP_MAX_MS, feedStartMs } from './feed-start.ts';
import { repeatedSecret } from './history-seed.ts';
import { LiveMarket } from './live-market.ts';
import { LivePath } from './live-path.ts';
import { type MarketHistory, VOLUME_STEP_UNITS } from './market-history.ts';
import type { RunOn } from './run-on.ts';
import { SECRET_BYTES, SecretStream } from './secret-stream.ts';
import { SourceLife } from './source-life.ts';
import { syntheticProduct } from './synthetic-product.ts';

/** Ticks are handed to the tape so often, and committed at once. */
const PUMP_MS = 50;
const UNITS_PER_ONE = 100_000_000;

type Lane = {
  readonly product: Product;
  /** Units of 10^-8 in a step of the price grid. */
  readonly stepUnits: bigint;
  readonly path: LivePath;
  /** What was looked up last: the product as the catalogue had it, the minute, and whether the market is open in it by its hours. */
  known: Product;
  minuteMs: number;
  isOpen: boolean;
};

type Options = {
  readonly clock: Clock;
  readonly tape: Tape;
  readonly catalogue: ProductCatalogue;
  readonly history: Pick<MarketHistory, 'stepsBefore'>;
  readonly products: readonly Product[];
  readonly runOn: RunOn;
  /** Multiplies the number of ticks. */
  readonly speed: number;
  /** Makes the market repeat itself, from where the tape ends; without one it is drawn from the system's randomness. */
  readonly seed: number | undefined;
  /** Where history ends and ticks begin. */
  readonly fromMs: number;
};

export class SyntheticFeed implements Feed {
  readonly #options: Options;
  readonly #life: SourceLife;
  #lanes: readonly Lane[] = [];
  #pumpedMs = 0;
  #stop: Stop | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#life = new SourceLife(options.tape);
  }

  async start(): Promise<void> {
    if (this.#stop) return;
    const { clock, tape, products, fromMs, runOn } = this.#options;
    this.#life.begin();
    runOn.begin();
    this.#pumpedMs = feedStartMs(tape, clock.now(), fromMs);
    const secret = this.#secret();
    this.#lanes = products.map((product) => this.#lane(product, secret));
    this.#stop = clock.every(PUMP_MS, () => this.#pump());
    await this.#pump();
  }

  async stop(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** What the moves from now on are drawn from: no history, no earlier start and no other product says anything about it. */
  #secret(): Uint8Array {
    const { seed, tape } = this.#options;
    return seed === undefined ? randomBytes(SECRET_BYTES) : repeatedSecret('live', seed, tape.lastSeq());
  }

  /** A product from its last price on: that of the tape, or of history where it never had a tick. */
  #lane(product: Product, secret: Uint8Array): Lane {
    const { tape, history, speed, fromMs } = this.#options;
    const stepUnits = BigInt(UNITS_PER_ONE / 10 ** product.pricePrecision);
    const newest = tape.newest(product.id);
    const path = new LivePath({
      market: new LiveMarket(syntheticProduct(product)),
      random: new SecretStream(secret, `live prices of product ${product.id}`),
      speed,
      steps: newest ? Number(newest.price / stepUnits) : history.stepsBefore(product, fromMs),
      shownMs: newest?.timeMs ?? fromMs,
      fromMs: this.#pumpedMs,
    });
    return { product, stepUnits, path, known: product, minuteMs: Number.NEGATIVE_INFINITY, isOpen: false };
  }

  async #pump(): Promise<void> {
    const { clock, tape, catalogue, runOn } = this.#options;
    await runOn.look(catalogue.products(), clock.now());
    const nowMs = clock.now();
    // Another node was ahead of this one, which waits until it has caught up. Nothing goes forward from a price that nobody has seen: while
    // the database takes nothing, the market rests.
    if (nowMs < this.#pumpedMs || tape.waiting() > 0) return;
    if (nowMs - this.#pumpedMs > CATCH_UP_MAX_MS) {
      // Behind a hole only a tick says that the source lives: what was shown before it is not what the market says now.
      this.#life.begin();
      this.#pumpedMs = nowMs;
    }
    const ticks = this.#lanes.flatMap((lane) => this.#ticksUpTo(lane, nowMs));
    // In the order of their times (decision D9.133): who reads a later tick of any product has read all that came before it.
    for (const tick of ticks.sort((a, b) => a.timeMs - b.timeMs)) this.#life.tick(tick);
    for (const lane of this.#lanes) this.#sayAlive(lane, nowMs);
    this.#pumpedMs = nowMs;
    await tape.flush();
  }

  /** The ticks in [pumped, now). */
  #ticksUpTo(lane: Lane, nowMs: number): FeedTick[] {
    const { path, product, stepUnits } = lane;
    const ticks: FeedTick[] = [];
    this.#goOnFromShown(lane);
    path.skipTo(this.#pumpedMs);
    while (path.nextMs < nowMs) {
      if (!this.#isOpenAt(lane, path.nextMs)) {
        // No further than now: the market may be opened within the minute.
        path.skipTo(Math.min(lane.minuteMs + MINUTE_MS, nowMs));
        continue;
      }
      const { timeMs, steps, volume } = path.take();
      const price = BigInt(steps) * stepUnits;
      ticks.push({ productId: product.id, price, volume: BigInt(volume * VOLUME_STEP_UNITS), timeMs, confirm: false });
    }
    return ticks;
  }

  /** A confirm where there was no tick for long. */
  #sayAlive(lane: Lane, nowMs: number): void {
    if (this.#isOpenAt(lane, nowMs - 1)) this.#life.confirmIfQuiet(lane.product.id, nowMs);
    else this.#life.silence(lane.product.id);
  }

  /** A tick that the tape did not take was shown to nobody. */
  #goOnFromShown({ path, product, stepUnits }: Lane): void {
    const newest = this.#options.tape.newest(product.id);
    if (!newest) return;
    const steps = Number(newest.price / stepUnits);
    if (steps !== path.steps) path.continueFrom(steps, newest.timeMs);
  }

  /**
   * Hours change on whole minutes only; what the operator opens counts from the moment at which the catalogue knows it, and what he closes once
   * nothing runs on it any more.
   */
  #isOpenAt(lane: Lane, timeMs: number): boolean {
    const { catalogue, runOn } = this.#options;
    const product = catalogue.byId(lane.product.id) ?? lane.product;
    const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    if (minuteMs !== lane.minuteMs || product !== lane.known) {
      lane.minuteMs = minuteMs;
      lane.known = product;
      lane.isOpen = catalogue.statusAt({ ...product, forcedClosed: false }, minuteMs) === 'open';
    }
    return lane.isOpen && !runOn.isOver(product.id, timeMs);
  }
}
