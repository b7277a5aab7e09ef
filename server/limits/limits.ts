/**
 * Every limit of the server on what a client may do, as one typed object that is passed in (decision D0.22): tests and benches
 * pass their own, no environment variable loosens them. Figures: security S22-S25, S36; protocol, "Server's side". Limits of a network hold
 * for its wider network in `WIDER_NETWORKS` times the size.
 */
import { UPLOAD_LIMITS, type UploadLimits } from './upload-limits.ts';

/** A bucket: `perSecond` tokens flow in, at most `burst` are kept. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type Limits = {
  readonly rest: {
    /** Any request of a network: calls, files, addresses that do not exist, upgrades. */
    readonly all: Rate;
    /** `/healthz` and `/readyz`, apart from `all`: a flood must not make the process look dead to its watcher on the same network. */
    readonly health: Rate;
    /** Bars of a product, in place of `list`: the most expensive call that needs no login. */
    readonly candles: Rate;
    readonly list: Rate;
    readonly submit: Rate;
    readonly close: Rate;
    /** What is added up of a person's trades, a day or a month of them, in place of `list`. */
    readonly sums: Rate;
    /** Whole statements: each may read years of a log. */
    readonly statement: Rate;
    readonly createDemo: Rate;
    /** Answers of passkeys: each is a signature to check. */
    readonly passkey: Rate;
    readonly register: Rate;
    /** New passwords by a code. */
    readonly forget: Rate;
    readonly sendCode: Rate;
    /** Pictures and puzzles together. */
    readonly captcha: Rate;
    /** Changes of credentials by who is logged in. */
    readonly credential: Rate;
    /** A freeze of one's own account, by itself: whoever has stolen a session must not be able to hold it up. */
    readonly freeze: Rate;
    /** Limits on oneself and breaks: each is a row of the audit. */
    readonly ownLimit: Rate;
    /** Photos that a person sends, taken or not. */
    readonly upload: Rate;
    readonly complaint: Rate;
    /** The log of the tape: tiles and proofs. */
    readonly tape: Rate;
    readonly report: Rate;
    /** Buckets kept in memory; the one longest unused goes first. */
    readonly bucketsMax: number;
    /** Requests of one network that wait for their turn of the event loop. */
    readonly waitingMax: number;
    readonly bodyBytesMax: number;
  };
  readonly login: {
    /** Failures on one account from one network, or from one known device, within the window before these are locked out of it, and for how long at first and at most. */
    readonly failuresMax: number;
    readonly windowMs: number;
    readonly lockMs: number;
    readonly lockMsMax: number;
    /** Attempts of unknown devices from one network and from its wider network within `networkWindowMs`. */
    readonly networkMax: number;
    readonly widerNetworkMax: number;
    readonly networkWindowMs: number;
    /** Attempts of all unknown devices together that reach one account within `accountWindowMs`; those of one known device likewise. */
    readonly unknownMax: number;
    readonly deviceMax: number;
    readonly accountWindowMs: number;
    readonly rowsMax: number;
    /** Sessions of one person that live side by side; one more revokes the oldest. */
    readonly sessionsMax: number;
    /** Devices of one person that are known; one more forgets the one unused longest. */
    readonly devicesMax: number;
    /** Demo accounts of one device that somebody still enters. */
    readonly demosPerDevice: number;
  };
  /** Codes that are sent: how soon and how often to one address, how often one may be tried, and for how long. */
  readonly codes: {
    readonly resendMs: number;
    readonly hourMax: number;
    readonly dayMax: number;
    readonly triesMax: number;
    readonly lifeMs: number;
    readonly sms: SmsLimits;
  };
  /**
   * `unknownParallel`: how many of the `parallel` hashes may be for unknown devices; known ones may use all, and queue apart. `queueNetworkMax`: how
   * many of a queue one network may take. `memoryKib` and `passes`: what one hash costs, of argon2id.
   */
  readonly hashing: {
    readonly parallel: number;
    readonly unknownParallel: number;
    readonly queueMax: number;
    readonly queueNetworkMax: number;
    readonly memoryKib: number;
    readonly passes: number;
  };
  /** Connections to the HTTP server: those that say too little for too long, and too many of them. */
  readonly http: {
    readonly headMs: number;
    readonly requestMs: number;
    readonly checkMs: number;
    /** Connections that are open at once, sockets included, of one network and of all; those of trusted proxies are not counted. */
    readonly connectionsPerNetwork: number;
    readonly connectionsMax: number;
  };
  readonly uploads: UploadLimits;
  readonly socket: SocketLimits;
  readonly judging: JudgingLimits;
};

/** Codes that go out as short messages, which cost money: what a network and its wider network may ask for, and a day of all and of one calling code. */
type SmsLimits = {
  readonly network: Rate;
  readonly widerNetwork: Rate;
  readonly dayMax: number;
  readonly areaDayMax: number;
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
  readonly perNetwork: number;
  /** Upgrades that one network may ask for, refused ones included. */
  readonly connects: Rate;
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
const DAY_S = 86_400;

export const LIMITS: Limits = {
  rest: {
    // A first visit fetches about 60 files and makes about 20 calls.
    all: { perSecond: 60, burst: 240 },
    health: { perSecond: 60, burst: 240 },
    candles: { perSecond: 10, burst: 20 },
    list: { perSecond: 20, burst: 60 },
    submit: { perSecond: 5, burst: 10 },
    close: { perSecond: 10, burst: 20 },
    // A page asks after every trade, of many at once once.
    sums: { perSecond: 1, burst: 20 },
    statement: { perSecond: 1 / 6, burst: 5 },
    passkey: { perSecond: 1, burst: 10 },
    createDemo: { perSecond: 10 / HOUR_S, burst: 10 },
    register: { perSecond: 20 / HOUR_S, burst: 20 },
    forget: { perSecond: 30 / HOUR_S, burst: 30 },
    sendCode: { perSecond: 30 / HOUR_S, burst: 30 },
    captcha: { perSecond: 180 / HOUR_S, burst: 30 },
    credential: { perSecond: 60 / HOUR_S, burst: 10 },
    freeze: { perSecond: 60 / HOUR_S, burst: 10 },
    // Every limit there is, set and set again.
    ownLimit: { perSecond: 60 / HOUR_S, burst: 20 },
    // Three photos of an application, each sent again a few times.
    upload: { perSecond: 1 / 5, burst: 12 },
    complaint: { perSecond: 10 / HOUR_S, burst: 5 },
    // A receipt over a day takes some forty.
    tape: { perSecond: 50, burst: 100 },
    report: { perSecond: 1, burst: 20 },
    // As many as a network's whole bucket lets through at once.
    waitingMax: 240,
    bucketsMax: 20_000,
    bodyBytesMax: 65_536,
  },
  login: {
    failuresMax: 5,
    windowMs: 900_000,
    lockMs: 60_000,
    lockMsMax: 900_000,
    networkMax: 30,
    widerNetworkMax: 300,
    networkWindowMs: 600_000,
    // An account has two names at most, which are counted apart so that nothing tells that they are one person's: ten of both together.
    unknownMax: 5,
    deviceMax: 10,
    accountWindowMs: 60_000,
    rowsMax: 20_000,
    sessionsMax: 10,
    devicesMax: 10,
    demosPerDevice: 5,
  },
  codes: {
    ...{ resendMs: 60_000, hourMax: 5, dayMax: 10, triesMax: 5, lifeMs: 600_000 },
    // Of the 5,000 messages of a day that there are (`SMS_DAY_MAX`): phones of one provider share its addresses, and nobody has a tenth of them.
    sms: {
      network: { perSecond: 60 / DAY_S, burst: 20 },
      widerNetwork: { perSecond: 200 / DAY_S, burst: 100 },
      dayMax: 4_000,
      areaDayMax: 2_000,
    },
  },
  // OWASP's minimum for argon2id with one lane: 19 MiB, two passes.
  hashing: { parallel: 2, unknownParallel: 1, queueMax: 50, queueNetworkMax: 10, memoryKib: 19_456, passes: 2 },
  http: {
    headMs: 10_000,
    requestMs: 15_000,
    checkMs: 1_000,
    // As many as a whole bucket of requests could be on, each on one of its own.
    connectionsPerNetwork: 240,
    connectionsMax: 20_000,
  },
  uploads: UPLOAD_LIMITS,
  judging: { ticksMax: 5_000, effectsMax: 32, slicesMax: 8 },
  socket: {
    perNetwork: 20,
    connects: { perSecond: 2, burst: 40 },
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
