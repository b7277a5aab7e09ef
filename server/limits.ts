/**
 * Every limit of the server on what a client may do, as one typed object that is passed in (decision D0.22): tests and benches
 * pass their own, no environment variable loosens them. Figures: security S22-S25, S36; protocol, "Server's side".
 */

/** A bucket: `perSecond` tokens flow in, at most `burst` are kept. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type Limits = {
  readonly rest: {
    /** Any call, per address. */
    readonly all: Rate;
    readonly list: Rate;
    readonly submit: Rate;
    readonly close: Rate;
    /** Whole statements: each may read years of a log. */
    readonly statement: Rate;
    readonly createDemo: Rate;
    readonly register: Rate;
    readonly report: Rate;
    /** Buckets kept in memory; the one longest unused goes first. */
    readonly bucketsMax: number;
    readonly bodyBytesMax: number;
  };
  readonly login: {
    /** Failures of one account within the window before it is locked, and for how long at first and at most. */
    readonly failuresMax: number;
    readonly windowMs: number;
    readonly lockMs: number;
    readonly lockMsMax: number;
    /** Attempts of one address and of its /24 within `addressWindowMs`. */
    readonly addressMax: number;
    readonly networkMax: number;
    readonly addressWindowMs: number;
    readonly rowsMax: number;
  };
  readonly hashing: { readonly parallel: number; readonly queueMax: number };
  readonly socket: SocketLimits;
  readonly judging: JudgingLimits;
};

/** How much an act of a person may judge of its own account before it is taken; beyond it answers 1110 (decision D9.17). */
export type JudgingLimits = {
  /** Ticks of the account's products; of those that memory has no more, ticks of all products. */
  readonly ticksMax: number;
  /** Orders filled, closed or cancelled. */
  readonly effectsMax: number;
  /** Transactions of so much each that one refused act carries the judgement on. */
  readonly slicesMax: number;
};

export type SocketLimits = {
  readonly perAddress: number;
  readonly perUser: number;
  readonly total: number;
  readonly subs: number;
  readonly rate: Rate;
  readonly flushMs: number;
  /** A socket with so many unsent bytes gets no more state until it has drained. */
  readonly bufferedBytesMax: number;
  readonly closeAboveBytes: number;
  readonly closeBlockedAfterMs: number;
  readonly accountPushMs: number;
  readonly protocolPingMs: number;
  readonly silentAfterMs: number;
  readonly tokenCheckMs: number;
  readonly frameDepthMax: number;
  readonly recoverEventsMax: number;
  readonly recoverMs: number;
};

const HOUR_S = 3_600;

export const LIMITS: Limits = {
  rest: {
    all: { perSecond: 60, burst: 120 },
    list: { perSecond: 20, burst: 60 },
    submit: { perSecond: 5, burst: 10 },
    close: { perSecond: 10, burst: 20 },
    statement: { perSecond: 1 / 6, burst: 5 },
    createDemo: { perSecond: 10 / HOUR_S, burst: 10 },
    register: { perSecond: 20 / HOUR_S, burst: 20 },
    report: { perSecond: 1, burst: 20 },
    bucketsMax: 20_000,
    bodyBytesMax: 65_536,
  },
  login: {
    failuresMax: 5,
    windowMs: 900_000,
    lockMs: 60_000,
    lockMsMax: 900_000,
    addressMax: 30,
    networkMax: 300,
    addressWindowMs: 600_000,
    rowsMax: 20_000,
  },
  hashing: { parallel: 2, queueMax: 50 },
  judging: { ticksMax: 5_000, effectsMax: 32, slicesMax: 8 },
  socket: {
    perAddress: 20,
    perUser: 5,
    total: 10_000,
    subs: 64,
    rate: { perSecond: 10, burst: 80 },
    flushMs: 100,
    bufferedBytesMax: 65_536,
    closeAboveBytes: 1_048_576,
    closeBlockedAfterMs: 15_000,
    accountPushMs: 500,
    protocolPingMs: 20_000,
    silentAfterMs: 30_000,
    tokenCheckMs: 60_000,
    frameDepthMax: 8,
    recoverEventsMax: 300,
    recoverMs: 120_000,
  },
};
