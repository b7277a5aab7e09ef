/**
 * What the chart hears: resets, older bars, failures and moved bars, in the order they came. Listen while the chart is on screen:
 *   const stop = onChart((event) => { if (event.type === 'bars') … });
 */
import type { EngineEvent } from '#protocol/engine-api.ts';
import { BAR, LINE, numberAt, SECTION } from '#protocol/frame.ts';

/** `lines`: values of the chosen indicators at this bar. */
type MovedBar = { timeMs: number; open: number; high: number; low: number; close: number; volume: number; lines: Float64Array };
export type ChartEvent =
  | Extract<EngineEvent, { type: 'chart' | 'chart-failed' | 'chart-older' }>
  /** Each replaces the bar of its time or is appended. */
  | { type: 'bars'; bars: readonly MovedBar[] };

const listeners = new Set<(event: ChartEvent) => void>();
/** A chart that the engine read ahead, until the first one listens; the engine sends it whole once more when it is asked for. */
let early: ChartEvent | undefined;
let wasHeard = false;

export function onChart(listener: (event: ChartEvent) => void): () => void {
  listeners.add(listener);
  if (early) listener(early);
  wasHeard = true;
  early = undefined;
  return () => {
    listeners.delete(listener);
  };
}

export function emitChart(event: ChartEvent): void {
  if (!wasHeard && event.type === 'chart') early = event;
  for (const listener of listeners) listener(event);
}

/** Takes the bars of a frame and the lines beside them: copied, since the buffer goes back to the engine. */
export function writeBars(slots: Float64Array, count: number, lineCount: number): void {
  if (listeners.size === 0) return;
  const bars = Array.from({ length: count }, (_, index): MovedBar => {
    const from = SECTION.bars + index * BAR.slots;
    const lines = SECTION.lines + index * LINE.slots;
    const read = (slot: number) => numberAt(slots, from + slot);
    return {
      timeMs: read(BAR.timeMs),
      open: read(BAR.open),
      high: read(BAR.high),
      low: read(BAR.low),
      close: read(BAR.close),
      volume: read(BAR.volume),
      lines: slots.slice(lines, lines + lineCount),
    };
  });
  emitChart({ type: 'bars', bars });
}
