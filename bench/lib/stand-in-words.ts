/** What a bench and its stand-in server say to each other over the channel between the two processes. */

export type StandInOptions = {
  /** Products of the trade list, at most 17,576; all of them tick equally often. */
  readonly symbols: number;
  /** Ticks of all symbols together; 0 is a silent market. */
  readonly ticksPerSecond: number;
  /** Ticks in one frame of the socket: 1 is a message of its own, more are an array of messages. */
  readonly ticksPerFrame: number;
  /** The same seed gives the same prices in the same order. */
  readonly seed: number;
  /** A socket with more unsent bytes than this misses frames, which are counted. */
  readonly bufferedBytesMax: number;
  /** Folder of the page that is served, below the repository's root. */
  readonly site: string;
};

export const STAND_IN_DEFAULTS: StandInOptions = {
  symbols: 1_000,
  ticksPerSecond: 10_000,
  ticksPerFrame: 50,
  seed: 1,
  bufferedBytesMax: 8_000_000,
  site: 'dist',
};

/** Totals since the start, but `maxBuffered` since the report before. */
export type StandInReport = {
  /** Ticks handed to sockets; a tick that two sockets get counts twice. */
  readonly sent: number;
  readonly frames: number;
  /** Ticks that a socket missed because it was behind. */
  readonly skipped: number;
  /** Ticks that were never made because this process came too late. */
  readonly late: number;
  /** Most bytes that one socket had unsent. */
  readonly maxBuffered: number;
  /** CPU time of the stand-in's process. */
  readonly cpuMs: number;
  /** Open sockets. */
  readonly sockets: number;
};

export type StandInAsk = { readonly id: number } & (
  | { readonly kind: 'report' }
  /** Another pace or another market from here on; a new number of symbols reaches a page with its next trade list. */
  | { readonly kind: 'set'; readonly options: Partial<StandInOptions> }
  /** Ends every socket without a word, as a lost link does. */
  | { readonly kind: 'drop' }
);
export type StandInReply = { readonly id: number; readonly port: number; readonly report: StandInReport };
