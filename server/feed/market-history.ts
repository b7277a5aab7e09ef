/**
 * History before the first start, computed from the synthetic market on request and never stored; that of a replayed product is scaled
 * so that it ends at the recording's first price (decision D9.12). Live prices begin at its last one and take nothing else from it.
 */
import type { CandleBar } from '#domain/candle-bar.ts';
import { PERIODS } from '#domain/period-table.ts';
import { bucketStart, periodOf } from '#domain/periods.ts';
import type { History } from '../candles/history.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { ProductCatalogue } from '../catalogue/product-catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { FeedConfig } from './feed.ts';
import { type HistoryStreams, historyStreams } from './history-seed.ts';
import { recordedHours } from './recorded-hours.ts';
import { loadRecording, type Recording } from './recording.ts';
import type { StepBar } from './split-bar.ts';
import type { StepTick } from './split-minute.ts';
import { joinSteps, SyntheticMarket } from './synthetic-market.ts';
import { syntheticProduct } from './synthetic-product.ts';

/** A step of synthetic volume in 10^-8 units: a hundredth. */
export const VOLUME_STEP_UNITS = 1_000_000;

/** A recording with its place in time. */
export type Replay = { readonly product: Product; readonly recording: Recording; readonly startMs: number };
export type MarketHistory = History & {
  /** The synthetic market that a product's history is read from. */
  marketOf(product: Product): SyntheticMarket;
  /** The last price before a time, in steps of the product's grid. */
  stepsBefore(product: Product, timeMs: number): number;
  /** The recording that drives one product, in `replay` only. */
  readonly replay: Replay | undefined;
};

const asBar = ({ timeMs, steps, volume }: StepTick): StepBar => ({
  startMs: timeMs,
  open: steps,
  high: steps,
  low: steps,
  close: steps,
  volume,
});

class ComputedHistory implements MarketHistory {
  readonly replay: Replay | undefined;
  readonly #streams: HistoryStreams;
  readonly #recordedOnly: boolean;
  readonly #markets = new Map<number, SyntheticMarket>();
  /** Factor on the synthetic prices of the replayed product. */
  #scale = 1;

  constructor(options: { streams: HistoryStreams; replay: Replay | undefined; recordedOnly: boolean }) {
    this.#streams = options.streams;
    this.replay = options.replay;
    this.#recordedOnly = options.recordedOnly;
    if (!this.replay) return;
    const { product, recording, startMs } = this.replay;
    const close = this.formingAt(product, startMs)[periodOf('1week').id]?.close ?? Number(product.seedPrice) / 1e8;
    this.#scale = recording.priceUnits(0) / 1e8 / close;
  }

  marketOf(product: Product): SyntheticMarket {
    const known = this.#markets.get(product.id);
    if (known) return known;
    const market = new SyntheticMarket(this.#streams(product.id), syntheticProduct(product));
    this.#markets.set(product.id, market);
    return market;
  }

  barsBefore(product: Product, period: number, query: { endMs: number; limit: number; startMs: number }): readonly CandleBar[] {
    const endMs = Math.min(query.endMs, bucketStart(period, query.startMs));
    const market = this.marketOf(product);
    const notBeforeMs = market.reachOf(period, query.startMs, periodOf(period).barsKept);
    return market.barsBefore(period, endMs, query.limit, notBeforeMs).map((bar) => this.#candle(product, bar));
  }

  stepsBefore(product: Product, timeMs: number): number {
    const market = this.marketOf(product);
    const inMinute = market
      .ticks(timeMs)
      .filter((tick) => tick.timeMs < timeMs)
      .at(-1);
    const [minute] = inMinute ? [] : market.barsBefore(0, bucketStart(0, timeMs), 1, 0);
    return inMinute?.steps ?? minute?.close ?? syntheticProduct(product).seedSteps;
  }

  formingAt(product: Product, timeMs: number): readonly (CandleBar | undefined)[] {
    const market = this.marketOf(product);
    const ticks = market.ticks(timeMs).filter((tick) => tick.timeMs < timeMs);
    const parts = (source: number, fromMs: number): StepBar[] => {
      const whole = market.barsBefore(source, bucketStart(source, timeMs), Number.POSITIVE_INFINITY, fromMs);
      return [...whole, ...(bars[source] ? [bars[source]] : [])];
    };
    const bars: (StepBar | undefined)[] = [];
    for (const { id, madeFrom } of PERIODS) {
      const startMs = bucketStart(id, timeMs);
      bars[id] = joinSteps(startMs, madeFrom === undefined ? ticks.map(asBar) : parts(periodOf(madeFrom).id, startMs));
    }
    return bars.map((bar) => bar && this.#candle(product, bar));
  }

  recordedStartMs(productId: number): number | undefined {
    return this.#recordedOnly && this.replay?.product.id === productId ? this.replay.recording.timeMs(0) : undefined;
  }

  #candle(product: Product, bar: StepBar): CandleBar {
    const perOne = 10 ** product.pricePrecision;
    const scale = this.replay?.product.id === product.id ? this.#scale : 1;
    const price = (steps: number) => Math.max(1, Math.round(steps * scale)) / perOne;
    return {
      timeMs: bar.startMs,
      open: price(bar.open),
      high: price(bar.high),
      low: price(bar.low),
      close: price(bar.close),
      volumeUnits: bar.volume * VOLUME_STEP_UNITS,
    };
  }
}

/**
 * The history for a configuration. In `replay` it reads the recording, gives its product the recording's hours, and rejects with one
 * clear line when the file cannot be used.
 */
export async function createHistory(options: {
  config: FeedConfig;
  db: Db;
  clock: Clock;
  catalogue: ProductCatalogue;
  log: Log;
}): Promise<MarketHistory> {
  const { config, db, clock, catalogue, log } = options;
  const streams = await historyStreams(db, config.seed);
  if (config.feed !== 'replay') return new ComputedHistory({ streams, replay: undefined, recordedOnly: false });
  const product = catalogue.byCode(config.feedSymbol);
  if (!product) throw new Error(`FEED_SYMBOL: got "${config.feedSymbol}", takes the code of a product such as EURUSD`);
  const recording = await loadRecording(config.feedFile, log);
  const recordedOnly = config.feedClock === 'recorded';
  const startMs = recordedOnly ? recording.timeMs(0) : clock.now();
  const speed = config.feedSpeed === 'max' ? 1 : config.feedSpeed;
  // Nobody can trade on what makes candles only: such a product has no hours at all.
  catalogue.setRecordedHours(product.id, recordedOnly ? { kind: 'recorded', spans: [] } : recordedHours(recording, { startMs, speed }));
  return new ComputedHistory({ streams, replay: { product, recording, startMs }, recordedOnly });
}
