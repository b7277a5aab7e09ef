/** The same bars for every chart, in the form that each takes: columns for ours, rows for the peers. Made once, outside of the clock. */
import { seededRandom } from '../../lib/statistics.ts';

const PERIOD_MS = 60_000;
const START_MS = 1_700_000_040_000;
const DIGITS = 5;

type Row = { time: never; open: number; high: number; low: number; close: number };
type MsRow = { timestamp: number; open: number; high: number; low: number; close: number; volume: number };

export type LastBar = {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

export type Bars = {
  readonly count: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** All 0: no chart draws a volume. */
  readonly volume: Float64Array;
  readonly rows: readonly Row[];
  readonly msRows: readonly MsRow[];
  readonly last: LastBar;
};

const round = (price: number): number => Number(price.toFixed(DIGITS));

export function makeBars(count: number): Bars {
  const random = seededRandom(12_345);
  const column = () => new Float64Array(count);
  const bars = { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
  let price = 1.08;
  for (let i = 0; i < count; i++) {
    const open = price;
    const close = round(open + (random() - 0.5) * 0.001);
    bars.time[i] = START_MS + i * PERIOD_MS;
    bars.open[i] = open;
    bars.close[i] = close;
    bars.high[i] = round(Math.max(open, close) + random() * 0.0004);
    bars.low[i] = round(Math.min(open, close) - random() * 0.0004);
    price = close;
  }
  const at = (name: 'open' | 'high' | 'low' | 'close', i: number) => bars[name][i] as number;
  const prices = (i: number) => ({ open: at('open', i), high: at('high', i), low: at('low', i), close: at('close', i) });
  const times = [...bars.time];
  return {
    count,
    ...bars,
    rows: times.map((timeMs, i) => ({ time: (timeMs / 1000) as never, ...prices(i) })),
    msRows: times.map((timestamp, i) => ({ timestamp, ...prices(i), volume: 0 })),
    last: { timeMs: times[count - 1] as number, ...prices(count - 1) },
  };
}
