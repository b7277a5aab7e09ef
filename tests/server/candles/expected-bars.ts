/** Bars as they must be, reckoned from the history and the ticks by another way than the store's. */
import { bucketStart } from '#domain/periods.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { Bar } from '#server/candles/candles.ts';
import type { Rig } from '../feed/market-rig.ts';

export const prices = ({ timeMs, open, high, low, close, volume }: Bar) => ({ timeMs, open, high, low, close, volume });

type Candle = ReturnType<typeof prices>;
/** Ticks in a row as one bar of a period. */
export const barOf = (timeMs: number, parts: readonly Omit<Candle, 'timeMs'>[]): Candle => ({
  timeMs,
  open: parts[0]!.open,
  high: Math.max(...parts.map(({ high }) => high)),
  low: Math.min(...parts.map(({ low }) => low)),
  close: parts.at(-1)!.close,
  volume: parts.reduce((sum, { volume }) => sum + Math.round(volume * 1e8), 0) / 1e8,
});
export const asBar = (price: number, volume: number) => ({ open: price, high: price, low: price, close: price, volume });

/** Bars that begin before a time as history itself has them: nothing of what the market did later. */
export const pureBars = ({ history, catalogue }: Rig, code: string, period: number, endMs: number, limit: number): Candle[] => {
  const product = catalogue.byCode(code)!;
  const perOne = 10 ** product.pricePrecision;
  const bars = history.marketOf(product).barsBefore(period, endMs, limit, 0);
  return bars.map((bar) => ({
    timeMs: bar.startMs,
    open: bar.open / perOne,
    high: bar.high / perOne,
    low: bar.low / perOne,
    close: bar.close / perOne,
    volume: (bar.volume * 1_000_000) / 1e8,
  }));
};

/** History's part of the bar that the first start lies in: its whole minutes, then the ticks of the minute that was cut. */
export const partBefore = (rig: Rig, code: string, period: number, startMs: number): Omit<Candle, 'timeMs'>[] => {
  const product = rig.catalogue.byCode(code)!;
  const bucketMs = bucketStart(period, startMs);
  const minuteMs = bucketStart(0, startMs);
  const minutes = pureBars(rig, code, 0, minuteMs, 10_080).filter(({ timeMs }) => timeMs >= bucketMs);
  const ticks = rig.history.marketOf(product).ticks(startMs);
  const inMinute = ticks.filter(({ timeMs }) => timeMs < startMs);
  return [...minutes, ...inMinute.map(({ steps, volume }) => asBar(steps / 10 ** product.pricePrecision, volume / 100))];
};

/** The ticks that a market puts on its tape from now on, by product; no confirms. */
export const listen = ({ tape }: Rig): Map<number, TapeTick[]> => {
  const heard = new Map<number, TapeTick[]>();
  tape.onGroup(({ ticks }) => {
    for (const tick of ticks.filter(({ confirm }) => !confirm)) {
      heard.set(tick.productId, [...(heard.get(tick.productId) ?? []), tick]);
    }
  });
  return heard;
};
