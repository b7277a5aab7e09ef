/** The stand-in's candles: a seeded past, and a newest bar that follows the ticks. Only charts that were asked for are kept. */
import type { Period } from '../../src/domain/period-table.ts';
import { bucketStart, periodOf } from '../../src/domain/periods.ts';
import type { CandleRow } from '../../src/protocol/rest/kline.ts';
import type { KlinePush } from '../../src/protocol/socket.ts';
import type { StandInMarket } from './stand-in-market.ts';
import { seededRandom } from './statistics.ts';

/** Bars of the past that a chart begins with, and how many it keeps. */
const HISTORY_BARS = 1_500;
const BARS_MAX = 2_000;
/** A symbol that ticks ten times a second, so that the newest bar grows to the volume of the others. */
const TICK_EVERY_MS = 100;
/** Charts that are kept; the oldest goes. */
const CHARTS_MAX = 64;

type Bar = { Time: number; Open: number; High: number; Low: number; Close: number; Volume: number };
type Chart = { readonly index: number; readonly period: Period; readonly bars: Bar[]; isChanged: boolean };

const fiveDigits = (price: number): number => Math.round(price * 100_000) / 100_000;

export class StandInBars {
  readonly #market: StandInMarket;
  readonly #charts = new Map<string, Chart>();
  /** The same charts by symbol: a tick of a symbol without a chart costs one look. */
  readonly #bySymbol = new Map<number, Chart[]>();

  constructor(market: StandInMarket) {
    this.#market = market;
  }

  /** Bars ascending, the newest forming. */
  rows(index: number, period: Period, limit: number, endMs = Number.POSITIVE_INFINITY): CandleRow[] {
    const bars = this.#chart(index, period).bars.filter((bar) => bar.Time < endMs);
    return bars.slice(-limit).map((bar) => ({ ...bar, Period: period }));
  }

  newest(index: number, period: Period): KlinePush {
    const { bars } = this.#chart(index, period);
    return { type: 'KLINE', symbol: this.#market.codes[index] as string, Period: period, ...(bars.at(-1) as Bar) };
  }

  tick(index: number, timeMs: number): void {
    for (const chart of this.#bySymbol.get(index) ?? []) move(chart, this.#market.price(index), timeMs);
  }

  /** Newest bars of the charts that moved since the last call. */
  takeChanged(): KlinePush[] {
    const changed = [...this.#charts.values()].filter((chart) => chart.isChanged);
    for (const chart of changed) chart.isChanged = false;
    return changed.map((chart) => this.newest(chart.index, chart.period));
  }

  #chart(index: number, period: Period): Chart {
    const key = `${index}/${period}`;
    const known = this.#charts.get(key);
    if (known) return known;
    const chart = { index, period, bars: past(index, periodOf(period).id, this.#market.price(index)), isChanged: false };
    this.#charts.set(key, chart);
    if (this.#charts.size > CHARTS_MAX) this.#charts.delete([...this.#charts.keys()][0] as string);
    this.#bySymbol.clear();
    for (const kept of this.#charts.values()) this.#bySymbol.set(kept.index, [...(this.#bySymbol.get(kept.index) ?? []), kept]);
    return chart;
  }
}

function move(chart: Chart, price: number, timeMs: number): void {
  const { bars } = chart;
  const start = bucketStart(periodOf(chart.period).id, timeMs);
  const last = bars.at(-1) as Bar;
  chart.isChanged = true;
  if (start > last.Time) {
    bars.push({ Time: start, Open: price, High: price, Low: price, Close: price, Volume: 1 });
    if (bars.length > BARS_MAX) bars.shift();
    return;
  }
  last.Close = price;
  last.High = Math.max(last.High, price);
  last.Low = Math.min(last.Low, price);
  last.Volume++;
}

/** Bars back from a price, wandering by the seed of their symbol and period. */
function past(index: number, period: number, price: number): Bar[] {
  const random = seededRandom(index * 7 + period + 1);
  const newestMs = bucketStart(period, Date.now());
  const size = price * 0.0004;
  const ticks = periodOf(period).bucket.lengthMs / TICK_EVERY_MS;
  const bars: Bar[] = [];
  let close = price;
  for (let back = 0; back < HISTORY_BARS; back++) {
    const open = fiveDigits(close + (random() - 0.5) * size * 2);
    const high = fiveDigits(Math.max(open, close) + random() * size * 0.5);
    const low = fiveDigits(Math.min(open, close) - random() * size * 0.5);
    const timeMs = newestMs - back * periodOf(period).bucket.lengthMs;
    bars.push({ Time: timeMs, Open: open, High: high, Low: low, Close: close, Volume: Math.round(ticks * (0.8 + random() * 0.4)) });
    close = open;
  }
  return bars.reverse();
}
