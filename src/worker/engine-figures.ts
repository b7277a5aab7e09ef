/** What the engine tells of itself: in the header of every frame, and when it is asked. */
import type { EngineStats } from '#protocol/engine-api.ts';
import { HEADER } from '#protocol/frame.ts';

export type EngineFigures = EngineStats & {
  readonly serverOffsetMs: number;
  /** Steady ms of the newest socket frame; 0 before there was one. */
  readonly arrivedAt: number;
  /** ms since anything arrived; 0 before. */
  readonly silenceMs: number;
};

const LINK_STATES = { connecting: 0, open: 1, closed: 2 } as const;

/** Slots of the header by their number; counts of rows are the frame's own. */
export const headerOf = (figures: EngineFigures): Readonly<Record<number, number>> => ({
  [HEADER.link]: LINK_STATES[figures.socket],
  [HEADER.serverOffsetMs]: figures.serverOffsetMs,
  [HEADER.arrivedAt]: figures.arrivedAt,
  [HEADER.ticks]: figures.ticks,
  [HEADER.frames]: figures.frames,
  [HEADER.dropped]: figures.dropped,
  [HEADER.reconnects]: figures.reconnects,
  [HEADER.silenceMs]: figures.silenceMs,
  [HEADER.bytes]: figures.bytes,
  [HEADER.waitedMs]: figures.waitedMs,
});
