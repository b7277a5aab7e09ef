/** Bars for chart tests: a fixed wave, so that every number can be derived by hand. */
type Columns = { time: number[]; open: number[]; high: number[]; low: number[]; close: number[]; volume: number[] };

/** `count` bars of five minutes from `startMs`: odd ones rise by 1, even ones fall by 1, wicks of 0.5 on both sides. */
export function wave(count: number, startMs = 0, options: { volume?: number; price?: number } = {}): Columns {
  const { volume = 0, price = 100 } = options;
  const columns: Columns = { time: [], open: [], high: [], low: [], close: [], volume: [] };
  for (let i = 0; i < count; i++) {
    const isUp = i % 2 === 1;
    columns.time.push(startMs + i * 300_000);
    columns.open.push(isUp ? price : price + 1);
    columns.close.push(isUp ? price + 1 : price);
    columns.high.push(price + 1.5);
    columns.low.push(price - 0.5);
    columns.volume.push(volume);
  }
  return columns;
}
