/**
 * Candles of all products and periods. Bars come from the tape through the one aggregator and are stored with a cursor of their own, so
 * that a crash loses none: what the tape has behind the cursor is taken again. Before the first start, history is computed.
 */
import type { CandleBar, KeyedBar } from '#domain/candle-bar.ts';
import { CandleAggregator } from '#domain/candles.ts';
import { PERIODS, type Period } from '#domain/period-table.ts';
import { bucketEnd, bucketStart, periodOf } from '#domain/periods.ts';
import type { ZoneOffset } from '#domain/zone.ts';
import type { Catalogue, Product } from '../catalogue/catalogue.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { barsBefore, priceNumber } from '../repositories/candle-repository.ts';
import { cursorSeq } from '../repositories/cursor-repository.ts';
import type { Tape, TapeGroup } from '../tape/tape.ts';
import { type BarListener, BarListeners } from './bar-listeners.ts';
import { CANDLES_CURSOR, firstStart, storeBars } from './candle-cursor.ts';
import type { Bar, CandleStore, Candles } from './candles.ts';
import { DayQuotation, NO_PRICES } from './day-quotation.ts';
import type { History } from './history.ts';
import { HistoryPages } from './history-pages.ts';
import { makePeriods } from './make-periods.ts';
import { barsInHand, ProductCandles, publicBar } from './product-candles.ts';

/** Changed bars are stored so often; what was not is rebuilt from the tape. */
const STORE_EVERY_MS = 5_000;
/** Of the tape, in one step of the rebuilding. */
const GROUPS_PER_STEP = 500;
/** Another process may store while bars are read; it does so every few seconds. */
const RESTORE_TRIES_MAX = 10;
/** Bars of one answer. */
const BARS_MAX = 1_000;
const QUARTER_HOUR = periodOf('15min');
/** Quarters of an hour in the longest day, one on which clocks go back. */
const QUARTERS_PER_DAY = 100;

type State = { readonly product: Product; readonly candles: ProductCandles; readonly day: DayQuotation; readonly startMs: number };

type Options = {
  readonly db: Db;
  readonly clock: Clock;
  readonly tape: Tape;
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly log: Log;
  /** The database as only the leading node may write to it; with it nothing is stored before `lead`. */
  readonly leaderDb?: Db | undefined;
  /** The configured zone, which may change while the server runs; GMT when absent. */
  readonly dayZone?: () => ZoneOffset;
};

class TapeCandles implements CandleStore {
  readonly firstStartMs: number;
  quotationsAt = 0;
  readonly #options: Options;
  readonly #pages: HistoryPages;
  readonly #states = new Map<number, State>();
  readonly #listeners: BarListeners;
  /** Last sequence number that is in the bars. */
  #seq = 0;
  #isStoring: boolean;
  #stops: Stop[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(options: Options, firstStartMs: number) {
    this.#options = options;
    this.#pages = new HistoryPages(options);
    this.#listeners = new BarListeners(options.log);
    this.firstStartMs = firstStartMs;
    this.#isStoring = options.leaderDb === undefined;
    const dayZone = options.dayZone ?? (() => () => 0);
    for (const product of options.catalogue.products()) {
      const recordedMs = options.history.recordedStartMs(product.id);
      // A recording at full speed outruns the storing of bars, so there nothing may be forgotten early.
      const candles = recordedMs === undefined ? new ProductCandles(product.id) : new ProductCandles(product.id, new CandleAggregator());
      const startMs = recordedMs ?? firstStartMs;
      this.#states.set(product.id, { product, candles, day: new DayQuotation(dayZone), startMs });
    }
  }

  async start(): Promise<void> {
    const { db, tape, clock, log } = this.#options;
    this.#seq = await this.#restore();
    const from = this.#seq;
    for (;;) {
      const groups = await db.transaction((trx) => tape.groupsAfter(trx, this.#seq, GROUPS_PER_STEP));
      for (const group of groups) this.#take(group);
      if (groups.length < GROUPS_PER_STEP) break;
    }
    if (this.#seq > from) log.info({ ticks: this.#seq - from }, 'candles were brought up to the tape');
    await this.#quoteFromBars();
    const store = () => this.store().catch((error: unknown) => log.error({ err: error }, 'candles could not be stored and wait'));
    this.#stops = [tape.onGroup((group) => this.#follow(group)), clock.every(STORE_EVERY_MS, store)];
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.store().catch((error: unknown) => this.#options.log.error({ err: error }, 'candles could not be stored; the tape has them'));
  }

  async bars(productId: number, period: Period, limit: number, endMs: number = Number.MAX_SAFE_INTEGER, network = ''): Promise<Bar[]> {
    if (!(limit >= 1 && limit <= BARS_MAX)) throw new RangeError(`limit: ${limit}, allowed: 1 to ${BARS_MAX}`);
    const state = this.#states.get(productId);
    if (!state) return [];
    const { id } = periodOf(period);
    const inHand = state.candles.newest(id, limit, endMs);
    const stored = await this.#barsStored(state, id, limit - inHand.length, inHand[0]?.timeMs ?? endMs);
    const missing = limit - inHand.length - stored.length;
    const older = missing > 0 ? await this.#pages.barsBefore({ ...state, period: id }, endMs, missing, network) : [];
    return [...older, ...stored, ...inHand].map(publicBar);
  }

  onBars(listener: BarListener): Stop {
    return this.#listeners.add(listener);
  }

  quotation(productId: number): ReturnType<Candles['quotation']> {
    const { catalogue, clock, tape } = this.#options;
    const state = this.#states.get(productId);
    const product = catalogue.byId(productId);
    if (!state || !product) return { ...NO_PRICES, confirmedMs: 0, marketStatus: 'closed', opensAtMs: 0 };
    const nowMs = clock.now();
    return {
      ...state.day.read(),
      confirmedMs: tape.aliveAtMs(productId),
      marketStatus: catalogue.statusAt(product, nowMs),
      opensAtMs: catalogue.opensAt(product, nowMs),
    };
  }

  record(tick: { productId: number; timeMs: number; n: number; priceUnits: number; volumeUnits: number }): void {
    const state = this.#states.get(tick.productId);
    if (!state) return;
    state.candles.aggregator.tick(tick.timeMs, tick.n, tick.priceUnits / 1e8, tick.volumeUnits);
    const price = BigInt(tick.priceUnits);
    state.day.take(tick.timeMs, { open: price, high: price, low: price, close: price });
    this.quotationsAt++;
  }

  store(): Promise<void> {
    if (!this.#isStoring) return this.#storing.catch(() => {});
    this.#storing = this.#storing.catch(() => {}).then(() => this.#storeChanged());
    return this.#storing;
  }

  async lead(): Promise<void> {
    if (this.#isStoring) return;
    const { db, tape } = this.#options;
    for (const { candles } of this.#states.values()) candles.forgetDirty();
    let seq = (await cursorSeq(db.kysely, CANDLES_CURSOR)) ?? 0;
    // What another version led does not have the bars of periods that are new in this one.
    await makePeriods({ ...this.#options, firstStartMs: this.firstStartMs }, seq);
    for (;;) {
      const groups = await db.transaction((trx) => tape.groupsAfter(trx, seq, GROUPS_PER_STEP));
      for (const { productId, timeMs, confirm } of groups.flatMap((group) => group.ticks)) {
        if (!confirm) this.#states.get(productId)?.candles.markDirtyFrom(timeMs);
      }
      seq = groups.at(-1)?.lastSeq ?? seq;
      if (groups.length < GROUPS_PER_STEP) break;
    }
    this.#isStoring = true;
  }

  async follow(): Promise<void> {
    this.#isStoring = false;
    await this.#storing.catch(() => {});
  }

  /** Puts the stored bars into memory; returns the sequence number up to which they hold the tape. */
  async #restore(): Promise<number> {
    const { db, history } = this.#options;
    for (let tries = 1; ; tries++) {
      const seq = (await cursorSeq(db.kysely, CANDLES_CURSOR)) ?? 0;
      await makePeriods({ ...this.#options, firstStartMs: this.firstStartMs }, seq);
      for (const { product, candles } of this.#states.values()) {
        // A recording is read again from its beginning at every start.
        if (history.recordedStartMs(product.id) !== undefined) continue;
        for (const period of PERIODS) {
          const query = { productId: product.id, period: period.id, endMs: Number.MAX_SAFE_INTEGER, limit: barsInHand(period) };
          candles.restore(period.id, await barsBefore(db.kysely, query));
        }
      }
      // Bars and cursor are stored together: where the cursor stands still, all bars are of one moment.
      if (((await cursorSeq(db.kysely, CANDLES_CURSOR)) ?? 0) === seq) return seq;
      if (tries >= RESTORE_TRIES_MAX) throw new Error('the stored candles changed with every look: another process stores without a pause');
    }
  }

  async #barsStored({ product, startMs }: State, period: number, limit: number, endMs: number): Promise<KeyedBar[]> {
    if (limit <= 0 || endMs <= bucketStart(period, startMs)) return [];
    return barsBefore(this.#options.db.kysely, { productId: product.id, period, endMs, limit });
  }

  /** The day of each product as its newest bars have it. What history has of it takes a few ms a product: it is left until somebody asks. */
  async #quoteFromBars(): Promise<void> {
    const [{ id }, endMs] = [QUARTER_HOUR, Number.MAX_SAFE_INTEGER];
    for (const state of this.#states.values()) {
      const { product, candles, day, startMs } = state;
      const inHand = candles.newest(id, QUARTERS_PER_DAY, endMs);
      const known = [...(await this.#barsStored(state, id, QUARTERS_PER_DAY - inHand.length, inHand[0]?.timeMs ?? endMs)), ...inHand];
      const last = candles.aggregator.lastBar(id);
      const atClose = (bar: CandleBar) => ({ ...bar, timeMs: bar.timeMs === last?.timeMs ? last.closeMs : bucketEnd(id, bar.timeMs) - 1 });
      day.takeBars(known.map(atClose));
      const limit = QUARTERS_PER_DAY - known.length;
      if (limit > 0) day.takeEarlier(() => this.#options.history.barsBefore(product, id, { endMs, limit, startMs }).map(atClose));
    }
  }

  /** Puts a group into the bars; returns which products it touched. */
  #take(group: TapeGroup): Set<State> {
    const touched = new Set<State>();
    for (const tick of group.ticks) {
      if (tick.seq <= this.#seq || tick.confirm) continue;
      const state = this.#states.get(tick.productId);
      if (!state) continue;
      state.candles.aggregator.tick(tick.timeMs, tick.seq, priceNumber(tick.price), Number(tick.volume));
      touched.add(state);
    }
    this.#seq = Math.max(this.#seq, group.lastSeq);
    return touched;
  }

  #follow(group: TapeGroup): void {
    this.quotationsAt++;
    for (const { productId, price, timeMs, confirm } of group.ticks) {
      if (!confirm) this.#states.get(productId)?.day.take(timeMs, { open: price, high: price, low: price, close: price });
    }
    this.#listeners.tell([...this.#take(group)].flatMap((state) => state.candles.takeChanges()));
  }

  async #storeChanged(): Promise<void> {
    for (const { candles } of this.#states.values()) candles.takeChanges();
    const states = [...this.#states.values()];
    const dirty = states.map(({ candles }) => candles.takeDirty());
    const seq = this.#seq;
    if (dirty.every((bars) => bars.length === 0)) return;
    try {
      await storeBars(this.#options.leaderDb ?? this.#options.db, dirty.flat(), seq);
    } catch (error) {
      for (const [at, { candles }] of states.entries()) candles.giveBack(dirty[at] ?? []);
      throw error;
    }
  }
}

/** Opens the candles where they ended; on the first start of a database it begins them. Call `start` before the feed's. */
export async function createCandleStore(options: Options): Promise<CandleStore> {
  return new TapeCandles(options, await firstStart(options));
}
