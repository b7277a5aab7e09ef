/** What the engine tells of itself: in the header of every frame, and when it is asked. */
import type { EngineStats } from '#protocol/engine-api.ts';
import { HEADER } from '#protocol/frame.ts';
import type { FramePump } from './frames/frame-pump.ts';
import type { LinkLife, Market } from './quotes/market.ts';
import type { Channel } from './socket/channel.ts';

export type EngineFigures = EngineStats & {
  readonly serverOffsetMs: number;
  /** Steady ms of the newest socket frame; 0 before there was one. */
  readonly arrivedAt: number;
  /** ms since anything arrived; 0 before. */
  readonly silenceMs: number;
};

type At = { readonly socket: EngineStats['socket']; readonly arrivedAt: number; readonly steadyMs: number };

/** The figures of a moment. */
export const figuresOf = ({ link, serverTime, dropped }: Channel, market: Market, pump: FramePump, at: At): EngineFigures => ({
  socket: at.socket,
  ticks: market.ticks,
  frames: pump.sent,
  dropped: dropped + market.dropped,
  reconnects: link.reconnects,
  bytes: link.bytes,
  waitedMs: link.waitedMs,
  serverOffsetMs: serverTime.offsetMs,
  arrivedAt: at.arrivedAt,
  silenceMs: Number.isFinite(link.heardAt) ? at.steadyMs - link.heardAt : 0,
});

/** How alive the link is, as the market judges its prices by it. */
export const linkLifeOf = ({ link, serverTime, isExt, repeatsQuotes }: Channel, isOpen: boolean): LinkLife => ({
  isOpen,
  heardAt: link.heardAt,
  judgesEach: isExt || repeatsQuotes,
  offsetMs: serverTime.offsetMs,
  isOffsetKnown: serverTime.isKnown,
});

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
