/** Drives the synthetic market by the clock: ticks at their own times, a confirm where a product is quiet, nothing while a market is closed. */
import type { Product } from '../catalogue/catalogue.ts';
import type { ProductCatalogue } from '../catalogue/product-catalogue.ts';
import type { Clock, Stop } from '../clock.ts';
import type { Tape } from '../tape/tape.ts';
import type { Feed } from './feed.ts';
import { CATCH_UP_MAX_MS, feedStartMs } from './feed-start.ts';
import { type MarketHistory, VOLUME_STEP_UNITS } from './market-history.ts';
import { SourceLife } from './source-life.ts';
import type { StepTick } from './split-minute.ts';

/** Ticks are handed to the tape so often, and committed at once. */
export const PUMP_MS = 50;
const MINUTE_MS = 60_000;
const UNITS_PER_ONE = 100_000_000;

type Lane = {
  readonly product: Product;
  /** Units of 10^-8 in a step of the price grid. */
  readonly stepUnits: bigint;
  minuteMs: number;
  ticks: readonly StepTick[];
  next: number;
};

type Options = {
  readonly clock: Clock;
  readonly tape: Tape;
  readonly catalogue: ProductCatalogue;
  readonly history: MarketHistory;
  readonly products: readonly Product[];
  /** Multiplies the number of ticks. */
  readonly speed: number;
  /** Where history ends and ticks begin, when that was only just now. */
  readonly fromMs: number;
};

export class SyntheticFeed implements Feed {
  readonly #options: Options;
  readonly #lanes: readonly Lane[];
  readonly #life: SourceLife;
  #pumpedMs = 0;
  #stop: Stop | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#life = new SourceLife(options.tape);
    this.#lanes = options.products.map((product) => ({
      product,
      stepUnits: BigInt(UNITS_PER_ONE / 10 ** product.pricePrecision),
      minuteMs: Number.NEGATIVE_INFINITY,
      ticks: [],
      next: 0,
    }));
  }

  async start(): Promise<void> {
    if (this.#stop) return;
    const { clock, tape, fromMs } = this.#options;
    const nowMs = clock.now();
    this.#life.begin();
    this.#pumpedMs = feedStartMs(tape, nowMs, fromMs);
    this.#stop = clock.every(PUMP_MS, () => this.#pump());
    await this.#pump();
  }

  async stop(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
  }

  async #pump(): Promise<void> {
    const { clock, tape } = this.#options;
    const nowMs = clock.now();
    // Another node was ahead of this one, which waits until it has caught up.
    if (nowMs < this.#pumpedMs) return;
    const isHole = nowMs - this.#pumpedMs > CATCH_UP_MAX_MS;
    if (isHole) {
      this.#life.begin();
      this.#pumpedMs = nowMs;
    }
    for (const lane of this.#lanes) {
      if (isHole) this.#reopen(lane, nowMs);
      this.#pumpLane(lane, nowMs);
    }
    this.#pumpedMs = nowMs;
    await tape.flush();
  }

  /** Behind a hole a product speaks at once, with the price that it has by now, if it has moved in this minute. */
  #reopen(lane: Lane, nowMs: number): void {
    this.#load(lane, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
    const last = lane.ticks.filter((tick) => tick.timeMs < nowMs).at(-1);
    if (!last) return;
    this.#life.tick({
      productId: lane.product.id,
      price: BigInt(last.steps) * lane.stepUnits,
      volume: 0n,
      timeMs: nowMs,
      confirm: false,
    });
  }

  /** Pushes the ticks in [pumped, now), and a confirm where there was none for long. */
  #pumpLane(lane: Lane, nowMs: number): void {
    const firstMinuteMs = Math.floor(this.#pumpedMs / MINUTE_MS) * MINUTE_MS;
    for (let minuteMs = firstMinuteMs; minuteMs < nowMs; minuteMs += MINUTE_MS) {
      if (minuteMs !== lane.minuteMs) this.#load(lane, minuteMs);
      for (; lane.next < lane.ticks.length; lane.next++) {
        const tick = lane.ticks[lane.next] as StepTick;
        if (tick.timeMs >= nowMs) break;
        if (tick.timeMs < this.#pumpedMs) continue;
        this.#life.tick({
          productId: lane.product.id,
          price: BigInt(tick.steps) * lane.stepUnits,
          volume: BigInt(tick.volume * VOLUME_STEP_UNITS),
          timeMs: tick.timeMs,
          confirm: false,
        });
      }
    }
    if (lane.ticks.length > 0) this.#life.confirmIfQuiet(lane.product.id, nowMs);
    else this.#life.silence(lane.product.id);
  }

  /** Hours change on whole minutes only, so a minute is open or closed as a whole; what the operator closed has no ticks from the next minute on. */
  #load(lane: Lane, minuteMs: number): void {
    const { catalogue, history, speed } = this.#options;
    const product = catalogue.byId(lane.product.id) ?? lane.product;
    lane.minuteMs = minuteMs;
    lane.next = 0;
    lane.ticks = catalogue.statusAt(product, minuteMs) === 1 ? history.marketOf(lane.product).ticks(minuteMs, speed) : [];
  }
}
