/** The connection rules of the protocol as numbers (specification S1 section 9), and what a link tells whoever owns it. */

export const CONNECT_TIMEOUT_MS = 5_000;
export const PING_EVERY_MS = 5_000;
/** More unanswered pings than this mean a dead link (specification S1 section 9). */
export const UNANSWERED_MAX = 2;
/** Ext, visible, open market: so long without a frame asks, and so long without an answer gives up. */
export const PROBE_AFTER_MS = 1_500;
export const PROBE_DEADLINE_MS = 2_000;
/** Base has no steady stream to compare with, so a probe waits as long as a connect does. */
export const PROBE_DEADLINE_BASE_MS = 5_000;
/** A link that lived so long was good: the next failure starts from the first delay. */
export const GOOD_AFTER_MS = 10_000;
/** The wall clock ran so far between two 1 s timers: the machine slept. */
export const SLEPT_MS = 5_000;
/** A navigation does not shorten a wait to less than this after the last attempt. */
export const ENSURE_PAUSE_MS = 250;
/** After a server said that we talk too much. */
export const RATE_PAUSE_MS = 5_000;

export type LinkState = 'idle' | 'connecting' | 'open' | 'waiting';
export type LinkHandlers = {
  onOpen(): void;
  onFrame(data: unknown): void;
  /** The link is gone; the next attempt comes in so many ms. */
  onDown(retryInMs: number): void;
  onConnecting(): void;
  /** Sends a ping over this link. */
  ping(): void;
  /** The steady stream of ext flows: true when silence of more than a second is suspicious. */
  expectsStream(): boolean;
};
export type LinkTimer = 'connect' | 'ping' | 'silence' | 'probe' | 'good' | 'retry';
