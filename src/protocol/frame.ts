/**
 * The frame: what the engine sends up to the page. One recycled ArrayBuffer of 8-byte slots (a slot is read as float64 or as
 * int64, as the tables below say) plus a short list of rare, structured events. At most one frame is in flight; what has not been
 * sent merges, latest wins. Events come first: a page applies them before the sections, which may belong to what they bring.
 * Prices are float64 (shortest form is the exact decimal); money is int64 in 10^-8 units.
 */
/** Rows of each section that fit in a frame; the engine keeps the rest for the next one. */
export const FRAME_QUOTES_MAX = 256;
export const FRAME_BARS_MAX = 64;
export const FRAME_ORDERS_MAX = 200;

/** Header slots. f64 unless noted. */
export const HEADER = {
  /** Counts up from 1. */
  number: 0,
  /** 0 connecting, 1 open, 2 closed. */
  link: 1,
  /** The server's time minus the engine's steady count, ms. */
  serverOffsetMs: 2,
  quotes: 3,
  bars: 4,
  orders: 5,
  /** 1 when the account section counts. */
  account: 6,
  /** 1 when the estimate section counts. */
  estimate: 7,
  /** `performance.timeOrigin + performance.now()` of the newest socket frame in here. */
  arrivedAt: 8,
  /** Totals since start: ticks taken in, frames sent, messages dropped, reconnects. */
  ticks: 9,
  frames: 10,
  dropped: 11,
  reconnects: 12,
  /** ms since anything arrived on the socket. */
  silenceMs: 13,
  /** Lines of indicators beside each bar row; 0: none. */
  lines: 14,
  /** Bytes taken in from the socket since the start, frames' own overhead aside. */
  bytes: 15,
  /** ms since the start that reconnects were held back on purpose, to spread a crowd. */
  waitedMs: 16,
  /** Written by the page on the way back: ms of its main thread that the frame took, style and paint included. The engine sends 0. */
  costMs: 17,
  slots: 18,
} as const;

/**
 * Quote row, all f64. `state`: 0 live, 1 stale, 2 closed, 3 no price yet. `change` is a percent with 2 decimals. `ageMs`: since the price was
 * last known to be good, by the engine's monotonic clock when the row was written; Infinity where it never was. A length of time and not a
 * moment, since two threads need not count from the same one. It alone makes no row go up.
 */
export const QUOTE = { productId: 0, close: 1, open: 2, high: 3, low: 4, change: 5, timeMs: 6, state: 7, ageMs: 8, slots: 9 } as const;
export const QUOTE_STATE = { live: 0, stale: 1, closed: 2, none: 3 } as const;

/** Bar row of the open chart: replaces the bar of that time or is appended. All f64. */
export const BAR = { timeMs: 0, open: 1, high: 2, low: 3, close: 4, volume: 5, slots: 6 } as const;

/**
 * Values of the chosen indicators beside the bar row of the same position, in the order of the choice; f64, NaN where there is none. As
 * many as all indicators together can have (`INDICATOR_LINES_MAX`; a test holds the two equal: the first load needs no more than the number).
 */
export const LINE = { slots: 13 } as const;

/** Order row: id f64, price f64, profit i64 (6 digits in 10^-8 units). */
export const ORDER = { id: 0, price: 1, profit: 2, slots: 3 } as const;

/** Account section, all i64; `marginLevel` is a percent in 10^-8 units, -1 without margin. */
export const ACCOUNT = {
  balance: 0,
  equity: 1,
  margin: 2,
  usable: 3,
  floatingProfit: 4,
  marginLevel: 5,
  deficit: 6,
  pending: 7,
  slots: 8,
} as const;

/**
 * Estimate of the order ticket. `price` f64: what it is based on, the price now or the order price (0: none yet). i64, each -1 when it is not
 * known or there is none (shown as '--'; profits have 6 digits, so none of them is ever -1): margin, fee, marginLevelAfter; the profit at
 * each stop for a Buy and for a Sell, where the stop is on that order's right side; riskMoney, riskLots and riskLoss of the risk asked
 * about. f64: stopOutBuy and stopOutSell (0: none); problem: 0 or the error code that the server would answer either side; trigger.
 */
export const ESTIMATE = {
  price: 0,
  margin: 1,
  fee: 2,
  marginLevelAfter: 3,
  stopOutBuy: 4,
  stopOutSell: 5,
  problem: 6,
  stopLossBuy: 7,
  stopLossSell: 8,
  takeProfitBuy: 9,
  takeProfitSell: 10,
  trigger: 11,
  riskMoney: 12,
  riskLots: 13,
  riskLoss: 14,
  slots: 16,
} as const;
/** What fills a pending order: the price falls to it, rises to it, or is there already. */
export const TRIGGER = { none: 0, falls: 1, rises: 2, atOnce: 3 } as const;

/** Slot offsets of the sections: fixed, so that a reader needs no directory. */
const QUOTES_AT = HEADER.slots;
const BARS_AT = QUOTES_AT + FRAME_QUOTES_MAX * QUOTE.slots;
const ORDERS_AT = BARS_AT + FRAME_BARS_MAX * BAR.slots;
const ACCOUNT_AT = ORDERS_AT + FRAME_ORDERS_MAX * ORDER.slots;
const ESTIMATE_AT = ACCOUNT_AT + ACCOUNT.slots;
const LINES_AT = ESTIMATE_AT + ESTIMATE.slots;
export const SECTION = {
  quotes: QUOTES_AT,
  bars: BARS_AT,
  orders: ORDERS_AT,
  account: ACCOUNT_AT,
  estimate: ESTIMATE_AT,
  lines: LINES_AT,
} as const;
const FRAME_SLOTS = LINES_AT + FRAME_BARS_MAX * LINE.slots;
/** Size of every frame buffer. */
export const FRAME_BYTES = FRAME_SLOTS * 8;

/** A number of a frame. */
export const numberAt = (slots: Float64Array, at: number): number => slots[at] ?? Number.NaN;
