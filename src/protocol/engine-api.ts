/**
 * The whole contract between the page and the market engine in the worker. Verbs go down; changes come up through one sink, as
 * frames. The page never imports the engine, not even a type: the engine says `satisfies EngineApi`, the page `wrap<EngineApi>`.
 */

import type { CloseReason } from '#domain/close-reasons.ts';
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import type { MicroTrade } from '#domain/micro-trade.ts';
import type { Order, OrderState } from '#domain/order.ts';
import type { Period } from '#domain/period-table.ts';
import type { Product } from '#domain/product.ts';
import type { ReceiptAsk, ReceiptReply } from './receipts.ts';
import type { NoticeKind } from './socket.ts';

export type EngineOptions = {
  /** Origin for REST calls of the engine, such as `http://127.0.0.1:8080`. */
  origin: string;
  /** `ws:` or `wss:` address of the socket. */
  socketUrl: string;
  /** One of the 18 codes. */
  lang: string;
  /** `ws_profiles` of getBasicInfo, '' for base. The engine also learns it later by `setSite`. */
  profiles: string;
  firstLook?: FirstLook;
};

/**
 * What the page will show first, so that the engine asks for it before the page can say so; what the page then watches takes its place.
 * `rows`: so many products from the head of the list; 0: the selected one. `period`: of the selected product's chart, '' for none; a name
 * that is no period is none.
 */
export type FirstLook = { rows: number; productId: number; period: string };

/**
 * A live price for a page whose app is still on its way. The worker sends them as a message of their own, beside the verbs. `liveMs`: so long
 * it stays live though its source says nothing more.
 */
export type GlanceRow = {
  readonly code: string;
  readonly name: string;
  readonly digits: number;
  readonly price: number;
  readonly liveMs: number;
};
export type Glance = { readonly glance: readonly GlanceRow[] };

export type EngineSession = { token: string; uid: string; realm: 'demo' | 'real' };

/** What the engine must know of the site's configuration for its maths. */
export type EngineSite = { profiles: string; tradeFeeType: string; stopOutLevel: string };

/** Which page events happened; the connection rules react (protocol: the client's connection rules). */
export type PageSignal = 'visible' | 'hidden' | 'online' | 'offline' | 'pageshow' | 'freeze' | 'resume';

/** `indicators`: those to compute beside the bars; absent: none. Asking again with others keeps the bars. */
export type ChartRequest = { productId: number; period: Period; indicators?: readonly IndicatorChoice[] };
/** The ticket as it is, its fields as typed: '' when empty. */
export type TicketInput = {
  productId: number;
  lots: string;
  leverage: number;
  /** Of a pending order; absent: a market order. */
  orderPrice?: string;
  /** Absent: off. */
  stopLoss?: string;
  takeProfit?: string;
  /** How many lots lose so many percent of the equity at this stop is asked too. */
  risk?: { percent: string; stop: string };
};

/** Bars in columns, ascending; transferred. */
export type BarColumns = {
  time: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
};

/** Values of indicators, one column per line in the order of the choices, as long as the bars; NaN where there are too few. Transferred. */
export type IndicatorColumns = { choices: readonly IndicatorChoice[]; columns: Float64Array[] };

export type EngineEvent =
  /** The trade list, whole, after every REST answer. */
  | { type: 'products'; rows: readonly Product[] }
  | { type: 'products-failed' }
  /** The chart was reset: bars replace what is shown. `older` false: there is nothing further back. */
  | { type: 'chart'; request: ChartRequest; bars: BarColumns; older: boolean; lines?: IndicatorColumns }
  | { type: 'chart-failed'; request: ChartRequest }
  /** Bars before the first one, to be put in front. `lines` are of all bars from the first of these on: an average reaches back. */
  | { type: 'chart-older'; request: ChartRequest; bars: BarColumns; older: boolean; lines?: IndicatorColumns }
  /** Positions, then pending orders, as the engine holds them, whole, whenever the set or an order other than its live numbers changed. */
  | { type: 'orders'; orders: Order[] }
  | { type: 'closed'; ids: number[]; reasons: Record<string, CloseReason> }
  | { type: 'order'; id: number; state: OrderState }
  /** A micro trade was opened or has ended. */
  | { type: 'micro'; trade: MicroTrade }
  /** Balances changed on the server: reload getBalance. */
  | { type: 'balance' }
  /** A price alert fired: its row as it came (`firedAlertFromWire`), once. */
  | { type: 'alert'; row: unknown }
  | { type: 'notice'; kind: NoticeKind; level: string; text: string }
  /** The socket refused the token; REST decides whether the session is over. */
  | { type: 'session-refused' }
  /** After a reconnect or a hole: REST lists shown on screen must be read again. */
  | { type: 'resync' }
  | { type: 'link'; state: 'connecting' | 'open' | 'closed'; retryInMs: number };

/** A frame on its way up. The sink answers with the same buffer, transferred back: that answer is the acknowledgement. */
export type Frame = { buffer: ArrayBuffer; events: EngineEvent[] };
export type Sink = (frame: Frame) => Promise<ArrayBuffer>;

/** Pace of frames: 'frame' about 60 a second, 'slow' 10, 'hidden' 1. The engine adapts between the first two by itself. */
export type EngineStats = {
  ticks: number;
  frames: number;
  dropped: number;
  reconnects: number;
  /** Taken in from the socket. */
  bytes: number;
  /** ms that reconnects were held back on purpose. */
  waitedMs: number;
  socket: 'open' | 'connecting' | 'closed';
};

export type EngineApi = {
  /** Called once. Opens the socket and loads the trade list. */
  start(options: EngineOptions): void;
  /** Called once. Begins to send frames; the first holds what came until then. */
  show(sink: Sink): void;
  /** Idempotent; every navigation calls it. Connects if there is no socket, never a second one. */
  ensure(): void;
  /** Reads the trade list again; calls within 1 s of each other are one. */
  refresh(): void;
  setSite(site: EngineSite): void;
  setSession(session: EngineSession | null): void;
  setLang(lang: string): void;
  signal(signal: PageSignal): void;
  /** The product ids on screen, whole; only their quotes come up. */
  watchQuotes(productIds: number[]): void;
  /** The chart on screen, or none. */
  watchChart(request: ChartRequest | null): void;
  /** Asks for bars before the first one; answered by a 'chart-older' event. Calls while one is under way are dropped. */
  olderBars(): void;
  /** Live numbers of open orders come up only while this is on. */
  watchOrders(on: boolean): void;
  /** The ticket to estimate on every tick, or none. */
  watchTicket(ticket: TicketInput | null): void;
  /** An order changed by a reply that the page holds: the engine takes it without waiting for a push. Of micro trades it knows no other way. */
  putOrder(order: Order | MicroTrade): void;
  /** The data of an answer to a money call, as it came: what it says with a number counts by that (extended profile). */
  putReply(data: unknown): void;
  /** Receipts of the person's fills, and the log that they are checked against; their code comes with the first question. `undefined` before the account is here. */
  receipts(ask: ReceiptAsk): Promise<ReceiptReply> | undefined;
  stats(): Promise<EngineStats>;
};
