/**
 * The chart on screen: REST history, ticks of its product in all periods, and the server's own bars, merged by the aggregator.
 * It promises bars without a hole: after every gap the newest bars are fetched again. Its history is bounded by the aggregator's table.
 */

import { toVolumeUnits } from '#domain/candle-bar.ts';
import { CandleAggregator } from '#domain/candles.ts';
import { isPeriod, periodOf } from '#domain/periods.ts';
import type { ChartRequest, EngineEvent } from '#protocol/engine-api.ts';
import { BAR, FRAME_BARS_MAX, HEADER, SECTION } from '#protocol/frame.ts';
import type { QuoteBatch } from '#protocol/quote-batch.ts';
import type { BarUpdate } from '#protocol/received.ts';
import { IndicatorLines, loadIndicators } from '../indicators/indicator-lines.ts';
import { candleRows, toCandleBar } from './candle-rows.ts';

/** Bars of the first load (decision D1.3.04) and of one step back. */
export const HISTORY_BARS = 300;
const OLDER_BARS = 500;
/** Bars that a mend fetches: what can have closed between a REST answer and the first push. */
const MEND_BARS = 5;
/** Bars of a product that paging back may gather. */
const CHART_BARS_MAX = 8_000;

export type ChartParts = {
  /** The kline call; rejects on failure. `endMs` is exclusive. */
  fetchBars(request: ChartRequest, range: { limit: number; endMs?: number }): Promise<unknown>;
  emit(event: EngineEvent): void;
  /** Something is to be drawn. */
  onChange(): void;
};

export class OpenChart {
  request: ChartRequest | null = null;
  readonly #parts: ChartParts;
  readonly #lines: IndicatorLines;
  #candles = new CandleAggregator();
  #period = 0;
  /** Newest n; where a source has none, arrivals are counted on from here. */
  #lastN = 0;
  /** Goes up with every request, so that late replies of an earlier one are known. */
  #turn = 0;
  #loaded = false;
  #isOlder = true;
  #isPaging = false;
  #changed = false;
  #mendsAfterLoad = false;

  constructor(parts: ChartParts) {
    this.#parts = parts;
    this.#lines = new IndicatorLines(loadIndicators, () => this.#linesChanged());
  }

  /** Shows another chart, or none. The bars of a product stay while its periods or its indicators are switched. */
  show(request: ChartRequest | null): void {
    const isSame = request?.productId === this.request?.productId && request?.period === this.request?.period;
    if (isSame) {
      this.request = request;
      this.#lines.choose(request?.indicators);
      return;
    }
    if (request?.productId !== this.request?.productId) this.#candles = new CandleAggregator();
    this.request = request;
    this.#turn++;
    this.#loaded = false;
    this.#isPaging = false;
    this.#isOlder = true;
    this.#changed = false;
    this.#mendsAfterLoad = false;
    this.#lines.choose(request?.indicators);
    if (!request) return;
    this.#period = periodOf(request.period).id;
    void this.refresh();
  }

  /** Sends the whole chart once more, if it is here: for a page that was not listening when it came. */
  repeat(): void {
    if (this.request && this.#loaded) this.#emitWhole(this.request);
  }

  /** Fetches the newest bars again: on opening, after a gap, after a failure. */
  async refresh(): Promise<void> {
    const { request } = this;
    if (!request) return;
    const turn = ++this.#turn;
    try {
      const bars = candleRows(await this.#parts.fetchBars(request, { limit: HISTORY_BARS }), request.period);
      if (turn !== this.#turn) return;
      const firstBefore = this.#candles.bar(this.#period, 0)?.timeMs;
      this.#candles.load(this.#period, bars);
      // What a hole cut off can be paged in again.
      if (!this.#loaded || this.#candles.bar(this.#period, 0)?.timeMs !== firstBefore) this.#isOlder = bars.length >= HISTORY_BARS;
      this.#loaded = true;
      this.#emitWhole(request);
      if (this.#mendsAfterLoad) void this.mend();
    } catch {
      if (turn === this.#turn) this.#parts.emit({ type: 'chart-failed', request });
    }
  }

  /** Pushes begin only now: the few newest bars are fetched once more, so that nothing falls between the history and the pushes. */
  async mend(): Promise<void> {
    const { request } = this;
    if (!request) return;
    this.#mendsAfterLoad = !this.#loaded;
    if (!this.#loaded) return;
    const turn = this.#turn;
    try {
      const bars = candleRows(await this.#parts.fetchBars(request, { limit: MEND_BARS }), request.period);
      if (turn !== this.#turn || bars.length === 0) return;
      this.#candles.load(this.#period, bars);
      this.#touch();
    } catch {
      // The next push of the forming bar, or the next reconnect, brings what is missing.
    }
  }

  /** One page of bars before the first. Calls while one is under way are dropped. */
  async older(): Promise<void> {
    const { request } = this;
    const first = this.#candles.bar(this.#period, 0);
    if (!request || !this.#loaded || this.#isPaging || !first) return;
    if (!this.#isOlder || this.#candles.count(this.#period) >= CHART_BARS_MAX) {
      this.#parts.emit({ type: 'chart-older', request, bars: this.#candles.columns(this.#period, 0, 0), older: false });
      return;
    }
    const turn = this.#turn;
    this.#isPaging = true;
    try {
      const rows = candleRows(await this.#parts.fetchBars(request, { limit: OLDER_BARS, endMs: first.timeMs }), request.period);
      if (turn !== this.#turn) return;
      const before = rows.filter((row) => row.timeMs < first.timeMs);
      const taken = this.#candles.prepend(this.#period, before);
      this.#isOlder = rows.length >= OLDER_BARS && taken === before.length && this.#candles.count(this.#period) < CHART_BARS_MAX;
      const lines = taken > 0 ? this.#lines.whole(this.#candles.columns(this.#period)) : undefined;
      const bars = this.#candles.columns(this.#period, 0, taken);
      this.#parts.emit({ type: 'chart-older', request, bars, older: this.#isOlder, ...(lines && { lines }) });
    } catch {
      if (turn === this.#turn) this.#parts.emit({ type: 'chart-failed', request });
    } finally {
      this.#isPaging = false;
    }
  }

  /** A tick or a conflated run of the chart's product; never a confirm. */
  tick(batch: QuoteBatch, row: number, timeMs: number): void {
    if (!this.request) return;
    const saidN = batch.n[row] as number;
    const n = Number.isNaN(saidN) ? this.#lastN + 1 : saidN;
    this.#lastN = Math.max(this.#lastN, n);
    const units = toVolumeUnits(batch.runVolume[row] as number);
    const close = batch.close[row] as number;
    const high = batch.runHigh[row] as number;
    const low = batch.runLow[row] as number;
    if (this.#candles.batch(timeMs, n, close, high, low, units) & (1 << this.#period)) this.#touch();
  }

  /** A bar that the server pushed: it rules, but never shrinks what a newer tick has widened. */
  push(bar: BarUpdate): void {
    if (!this.request || !isPeriod(bar.period)) return;
    const { id } = periodOf(bar.period);
    this.#candles.mergeBar(id, toCandleBar(bar, id), { snapshot: false });
    if (bar.period === this.request.period) this.#touch();
  }

  /** True when bars changed that the page has not got. */
  get hasChanges(): boolean {
    return this.#changed && this.#loaded;
  }

  /** Writes changed bars, and their lines, as rows of a frame and returns how many; more than fit go up as a whole chart instead. */
  write(slots: Float64Array, at: number): number {
    if (!this.hasChanges || !this.request) return 0;
    this.#changed = false;
    const from = this.#candles.changedFrom(this.#period);
    const count = this.#candles.count(this.#period) - from;
    if (count > FRAME_BARS_MAX) {
      this.#emitWhole(this.request);
      return 0;
    }
    const bars = this.#candles.columns(this.#period, from);
    for (let row = 0; row < count; row++) {
      const slot = at + row * BAR.slots;
      slots[slot + BAR.timeMs] = bars.time[row] as number;
      slots[slot + BAR.open] = bars.open[row] as number;
      slots[slot + BAR.high] = bars.high[row] as number;
      slots[slot + BAR.low] = bars.low[row] as number;
      slots[slot + BAR.close] = bars.close[row] as number;
      slots[slot + BAR.volume] = bars.volume[row] as number;
    }
    slots[HEADER.lines] = this.#lines.count;
    this.#lines.write(bars, slots, SECTION.lines, () => this.#candles.columns(this.#period));
    return count;
  }

  #touch(): void {
    this.#changed = true;
    if (this.#loaded) this.#parts.onChange();
  }

  #emitWhole(request: ChartRequest): void {
    this.#candles.changedFrom(this.#period);
    this.#changed = false;
    const bars = this.#candles.columns(this.#period);
    const lines = this.#lines.whole(bars);
    const older = this.#isOlder && this.#candles.count(this.#period) < CHART_BARS_MAX;
    this.#parts.emit({ type: 'chart', request, bars, older, ...(lines && { lines }) });
  }

  #linesChanged(): void {
    if (this.request && this.#loaded) this.#emitWhole(this.request);
  }
}
