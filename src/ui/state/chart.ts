/**
 * What the chart hears: resets, older bars, failures and moved bars, in the order they came. Listen while the chart is on screen:
 *   const stop = onChart((event) => { if (event.type === 'bars') … });
 */
import type { BarColumns, ChartRequest } from '#protocol/engine-api.ts';
import { BAR } from '#protocol/frame.ts';

export type MovedBar = { timeMs: number; open: number; high: number; low: number; close: number; volume: number };
export type ChartEvent =
  | { type: 'chart'; request: ChartRequest; bars: BarColumns; older: boolean }
  | { type: 'chart-failed'; request: ChartRequest }
  | { type: 'chart-older'; request: ChartRequest; bars: BarColumns; older: boolean }
  /** Each replaces the bar of its time or is appended. */
  | { type: 'bars'; bars: readonly MovedBar[] };

const listeners = new Set<(event: ChartEvent) => void>();

export function onChart(listener: (event: ChartEvent) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function emitChart(event: ChartEvent): void {
  for (const listener of listeners) listener(event);
}

/** Takes the bar section of a frame: copied, since the buffer goes back to the engine. */
export function writeBars(slots: Float64Array, at: number, count: number): void {
  if (listeners.size === 0) return;
  const bars = Array.from({ length: count }, (_, index): MovedBar => {
    const from = at + index * BAR.slots;
    const read = (slot: number) => slots[from + slot] as number;
    return {
      timeMs: read(BAR.timeMs),
      open: read(BAR.open),
      high: read(BAR.high),
      low: read(BAR.low),
      close: read(BAR.close),
      volume: read(BAR.volume),
    };
  });
  emitChart({ type: 'bars', bars });
}
