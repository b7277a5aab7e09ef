/** A market for browser tests: rows as the server sends them, frames as the engine sends them, and calls answered as a test scripts them. */
import { vi } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import type { Product } from '#domain/product.ts';
import type { BarColumns, ChartRequest, EngineEvent } from '#protocol/engine-api.ts';
import { ACCOUNT, BAR, ESTIMATE, FRAME_BYTES, HEADER, LINE, ORDER, QUOTE, QUOTE_STATE, SECTION } from '#protocol/frame.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import { productFromWire } from '#protocol/product-wire.ts';
import type { OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import { connectEngine, type EnginePort } from '#ui/engine/watch.ts';
import { applyFrame } from '#ui/state/apply-frame.ts';
import { user } from '#ui/state/user.ts';
import { demoUser } from '../support/fake-server.ts';

const EURUSD_ROW: ProductRow = {
  Id: 1,
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Name: 'Euro / US dollar',
  Logo: '',
  CategoryId: 1,
  MarketStatus: 1,
  OpensAt: 0,
  PricePrecision: 5,
  ForexQuotations: { Open: 1.0821, Close: 1.08342, Change: 0.12, High: 1.0841, Low: 1.08105, Time: 1, Confirmed: 1 },
  HasForexMultiple: [
    { Value: 20, Default: 0 },
    { Value: 50, Default: 0 },
    { Value: 100, Default: 1 },
    { Value: 200, Default: 0 },
  ],
  ForexMinCont: '0.1',
  ForexMaxCont: '50',
  ForexContNum: '100000',
  ForexFeeRate: '6',
  MarginMode: 0,
  Pip: '0.01',
  QuoteRate: '1',
  Sort: 1,
};
/** The product of a row that differs so from the row of EUR/USD. */
export const product = (over: Partial<ProductRow>): Product => productFromWire({ ...EURUSD_ROW, ...over }) as Product;
export const EURUSD = product({});

const ORDER_ROW: OrderRow = {
  Id: 501,
  OriginId: 0,
  Status: 1,
  OrderType: 1,
  Quantity: '0.1',
  OriginPrice: 1.08342,
  Price: 1.08342,
  UpdatePrice: 1.08342,
  FactProfits: '0',
  CautionMoney: '108.342',
  TradeFee: '0.6',
  TargetLossPrice: 0,
  TargetProfitPrice: 0,
  CreateTimeHandler: '2026-03-04 10:00:00',
  CompleteTimeHandler: '',
  ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
  Multiple: 100,
  MarginMode: 0,
  ForexContNum: '100000',
  QuoteRate: '1',
  FollowType: 1,
  ParentId: 0,
  Seq: 81234,
  CloseSeq: 0,
  CloseReason: '',
};
export const order = (over: Partial<OrderRow>): OrderRow => ({ ...ORDER_ROW, ...over });
/** What the engine tells of rows that the server has. */
export const ordersEvent = (...rows: readonly OrderRow[]): EngineEvent => ({ type: 'orders', orders: rows.map(orderFromWire) });

type QuoteInput = { id: number; close: number } & Partial<Record<'open' | 'high' | 'low' | 'change' | 'state' | 'ageMs', number>>;
type EstimateInput = { price: number; margin: string; fee: string } & Partial<
  Record<'level' | 'stopLossBuy' | 'stopLossSell' | 'takeProfitBuy' | 'takeProfitSell' | 'riskMoney' | 'riskLots' | 'riskLoss', string> &
    Record<'stopOutBuy' | 'stopOutSell' | 'problem' | 'trigger', number>
>;
type FrameInput = {
  events?: EngineEvent[];
  quotes?: QuoteInput[];
  bars?: { timeMs: number; open: number; high: number; low: number; close: number; volume: number; lines?: number[] }[];
  orders?: { id: number; price: number; profit: string }[];
  account?: { balance: string; equity: string; margin: string; usable: string; profit: string; level?: string; pending?: string };
  estimate?: EstimateInput;
  /** 1 open, 0 connecting, 2 closed. */
  link?: number;
  silenceMs?: number;
};

/** Sends one frame into the page, as the engine would. */
export function push(input: FrameInput): void {
  const buffer = new ArrayBuffer(FRAME_BYTES);
  const slots = new Float64Array(buffer);
  const ints = new BigInt64Array(buffer);
  slots[HEADER.link] = input.link ?? 1;
  slots[HEADER.silenceMs] = input.silenceMs ?? 0;
  slots[HEADER.quotes] = input.quotes?.length ?? 0;
  slots[HEADER.bars] = input.bars?.length ?? 0;
  slots[HEADER.orders] = input.orders?.length ?? 0;
  input.quotes?.forEach((quote, row) => {
    const at = SECTION.quotes + row * QUOTE.slots;
    const { id, close, open = 1.0821, high = 1.0841, low = 1.08105, change = 0.12, state = QUOTE_STATE.live, ageMs = 0 } = quote;
    slots.set([id, close, open, high, low, change, 1_772_618_400_000, state, ageMs], at);
  });
  input.bars?.forEach((bar, row) => {
    slots.set([bar.timeMs, bar.open, bar.high, bar.low, bar.close, bar.volume], SECTION.bars + row * BAR.slots);
    slots[HEADER.lines] = bar.lines?.length ?? 0;
    slots.set(bar.lines ?? [], SECTION.lines + row * LINE.slots);
  });
  input.orders?.forEach((live, row) => {
    const at = SECTION.orders + row * ORDER.slots;
    slots[at] = live.id;
    slots[at + ORDER.price] = live.price;
    ints[at + ORDER.profit] = decimal(live.profit);
  });
  if (input.account) {
    const { balance, equity, margin, usable, profit, level, pending = '0' } = input.account;
    slots[HEADER.account] = 1;
    ints[SECTION.account + ACCOUNT.balance] = decimal(balance);
    ints[SECTION.account + ACCOUNT.equity] = decimal(equity);
    ints[SECTION.account + ACCOUNT.margin] = decimal(margin);
    ints[SECTION.account + ACCOUNT.usable] = decimal(usable);
    ints[SECTION.account + ACCOUNT.floatingProfit] = decimal(profit);
    ints[SECTION.account + ACCOUNT.pending] = decimal(pending);
    ints[SECTION.account + ACCOUNT.marginLevel] = level === undefined ? -1n : decimal(level);
  }
  if (input.estimate) writeEstimate(slots, ints, input.estimate);
  void applyFrame({ buffer, events: input.events ?? [] });
}

function writeEstimate(slots: Float64Array, ints: BigInt64Array, input: EstimateInput): void {
  slots[HEADER.estimate] = 1;
  const { price, stopOutBuy = 0, stopOutSell = 0, problem = 0, trigger = 0, level: marginLevelAfter, ...money } = input;
  for (const [name, value] of Object.entries({ price, stopOutBuy, stopOutSell, problem, trigger }))
    slots[SECTION.estimate + ESTIMATE[name as keyof typeof ESTIMATE]] = value;
  const texts: Record<string, string | undefined> = { marginLevelAfter, ...money };
  for (const name of MONEY_SLOTS) {
    const text = texts[name];
    ints[SECTION.estimate + ESTIMATE[name]] = text === undefined ? -1n : decimal(text);
  }
}
const MONEY_SLOTS = [
  'margin',
  'fee',
  'marginLevelAfter',
  'stopLossBuy',
  'stopLossSell',
  'takeProfitBuy',
  'takeProfitSell',
  'riskMoney',
  'riskLots',
  'riskLoss',
] as const;

/** Bars of a wandering price, the same for the same seed. */
export function bars(
  count: number,
  options: { endMs: number; stepMs: number; price: number; volume?: boolean; seed?: number },
): BarColumns {
  const { endMs, stepMs, price, volume = true, seed = 7 } = options;
  const make = () => new Float64Array(count);
  const columns: BarColumns = { time: make(), open: make(), high: make(), low: make(), close: make(), volume: make() };
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const size = price * 0.00035;
  let last = price;
  for (let i = count - 1; i >= 0; i--) {
    const move = (random() - 0.5) * size * 2;
    columns.time[i] = endMs - (count - 1 - i) * stepMs;
    columns.close[i] = last;
    columns.open[i] = last - move;
    columns.high[i] = Math.max(last, last - move) + random() * size * 0.6;
    columns.low[i] = Math.min(last, last - move) - random() * size * 0.6;
    columns.volume[i] = volume ? Math.round(20 + random() * 100) : 0;
    last -= move;
  }
  return columns;
}

/** An engine that records what the page asks of it. */
export class FakeEngine implements EnginePort {
  charts: (ChartRequest | null)[] = [];
  tickets: unknown[] = [];
  quotes: number[] = [];
  orders: Order[] = [];
  older = 0;
  watchesOrders = false;
  ensure = (): void => undefined;
  refresh = (): void => undefined;
  olderBars = (): void => {
    this.older++;
  };
  watchQuotes = (ids: number[]): void => {
    this.quotes = ids;
  };
  watchChart = (request: ChartRequest | null): void => {
    this.charts.push(request);
  };
  watchOrders = (on: boolean): void => {
    this.watchesOrders = on;
  };
  watchTicket = (ticket: unknown): void => {
    this.tickets.push(ticket);
  };
  putOrder = (order: Order): void => {
    this.orders.push(order);
  };
  receipts: NonNullable<EnginePort['receipts']> = async () => undefined;
  replies: unknown[] = [];
  putReply = (data: unknown): void => {
    this.replies.push(data);
  };
}
/** A person is logged in: without one nothing that moves money is sent. */
export function plugEngine(): FakeEngine {
  const engine = new FakeEngine();
  user.value = demoUser;
  connectEngine(engine);
  return engine;
}

export type Call = { path: string; fields: URLSearchParams };
type Reply = { code?: number; msg?: string; data?: unknown } | Promise<{ code?: number; msg?: string; data?: unknown }>;

/** Answers the page's calls and records them. A path without an answer is a failure of the network. */
export function answer(routes: Record<string, (call: Call) => Reply>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (input: string, init: { body?: string } = {}) => {
    const url = new URL(input, location.origin);
    const fields = new URLSearchParams(init.body ?? url.search);
    const call = { path: url.pathname, fields };
    calls.push(call);
    const route = routes[url.pathname];
    if (!route) throw new TypeError('no network');
    const { code = 1, msg = '', data = null } = await route(call);
    return new Response(JSON.stringify({ code, msg, data, ts: 1, rid: 'r' }), { headers: { 'content-type': 'application/json' } });
  });
  return calls;
}
