/** What the engine gets from outside: time, randomness, transport. A worker passes the platform's, a simulation its own. */
import type { GlanceRow } from '#protocol/engine-api.ts';
import type { FetchLike } from '#rest/exchange.ts';

export type Stop = () => void;

export type EngineClock = {
  /** Wall time, unix ms; may jump. */
  now(): number;
  /** Steady ms on the scale of `performance.timeOrigin + performance.now()`; never goes back. */
  steady(): number;
  /** Runs `work` once after so many ms unless stopped. */
  after(delayMs: number, work: () => void): Stop;
};

/** Called by a socket until it is closed; never after `close()` of its handle was called by us is guaranteed, so the link guards itself. */
export type SocketHandlers = {
  onOpen(): void;
  onMessage(data: unknown): void;
  onClose(code: number, reason: string): void;
};
export type SocketHandle = { send(text: string): void; close(): void };
export type OpenSocket = (url: string, handlers: SocketHandlers) => SocketHandle;

export type EngineParts = {
  readonly clock: EngineClock;
  /** From 0 up to and without 1; spreads reconnects, decides nothing else. */
  random(): number;
  readonly openSocket: OpenSocket;
  readonly fetch: FetchLike;
  readonly warn: (text: string) => void;
  /** Shows a few prices on a page that takes no frames yet. */
  glance?(rows: readonly GlanceRow[]): void;
};
