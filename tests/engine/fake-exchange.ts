/** The truth of a simulation: products, ticks, bars, one person's orders and money, the outbox. No network, no sockets. */
import type { Position } from '#domain/contract.ts';
import { decimal, decimalFromNumber, formatDecimal, type Lots, type Money, type Price, type Ratio } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { initialMargin } from '#domain/margin.ts';
import { PERIODS, type Period } from '#domain/period-table.ts';
import { periodOf } from '#domain/periods.ts';
import { contractProfit } from '#domain/profit.ts';
import type { OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import type { CandleRow } from '#protocol/rest/kline.ts';
import type { MicroRow } from '#protocol/rest/micro.ts';
import type { QuotationRow, QuoteBatchRow } from '#protocol/socket.ts';
import { type Bar, pastBars, takeInto } from './exchange-bars.ts';
import { candleRow, openRow, type Product, productRow } from './exchange-rows.ts';
import type { Seeded } from './seeded.ts';
import type { VirtualClock } from './virtual-clock.ts';

export type Tick = { productId: number; price: number; timeMs: number; n: number; volume: number; isConfirm: boolean };
export type Outbox = {
  seq: number;
  topic: 'FOREX_CLOSED' | 'ORDER' | 'BALANCE' | 'MICRO' | 'MICRO_CLOSED';
  payload: Record<string, unknown>;
  atMs: number;
};
type Order = { row: OrderRow; position: Position; margin: Money; productId: number };

export const UID = '10000001';
const CODES = ['EURUSD', 'XAUUSD', 'BTCUSD'];
const DIGITS = 100_000;

export class FakeExchange {
  readonly clock: VirtualClock;
  readonly random: Seeded;
  readonly products: Product[];
  readonly outbox: Outbox[] = [];
  readonly orders = new Map<number, Order>();
  readonly closedIds: number[] = [];
  onTick: (tick: Tick, changedBars: { period: Period; bar: Bar }[]) => void = () => undefined;
  onEvent: (event: Outbox) => void = () => undefined;
  balance: Money = decimal('10000');
  #n = 1_000;
  #orderId = 0;

  constructor(clock: VirtualClock, random: Seeded) {
    this.clock = clock;
    this.random = random;
    this.products = CODES.map((code, index) => this.#product(code, index + 1));
  }

  product = (id: number): Product => this.products[id - 1] as Product;

  /** A tick of every open product whose source lives; now and then a confirm instead. */
  tickAll(): void {
    for (const product of this.products) {
      if (product.open && !product.silent && this.random.chance(0.6)) this.#tick(product);
      else if (product.open && !product.silent && this.clock.now() - product.confirmedMs >= 1_900) this.#confirm(product);
    }
  }

  openOrder(): OrderRow | undefined {
    const product = this.random.pick(this.products);
    if (!product.open || product.silent || this.orders.size >= 8) return undefined;
    const id = ++this.#orderId;
    const lots = decimal<Lots>(this.random.pick(['0.1', '0.25', '1']));
    const side = this.random.chance(0.5) ? 'buy' : 'sell';
    const terms = { contractNumber: decimal<Ratio>('1000'), marginMode: 0, quoteRate: decimal<Ratio>('1') } as const;
    const price = decimalFromNumber<Price>(product.price) as Price;
    const margin = initialMargin({ ...terms, lots, price, leverage: 100 });
    const fee = tradeFee({ feeType: '1', lots, margin, rate: decimal<Ratio>('6') });
    const row = openRow(product, {
      id,
      isBuy: side === 'buy',
      lots: formatDecimal(lots),
      margin: formatDecimal(margin),
      fee: formatDecimal(fee),
    });
    this.orders.set(id, { row, position: { ...terms, side, lots, openPrice: price }, margin, productId: product.id });
    this.balance -= margin + fee;
    this.#event('ORDER', { data: { Id: id, Status: 1 } });
    this.#event('BALANCE', { data: this.balances() });
    return { ...row };
  }

  closeOrder(): OrderRow | undefined {
    const ids = [...this.orders.keys()];
    const order = this.orders.get(this.random.pick(ids) ?? 0);
    if (!order) return undefined;
    const profit = this.profit(order);
    this.orders.delete(order.row.Id);
    this.closedIds.push(order.row.Id);
    this.balance += order.margin + profit;
    this.#event('FOREX_CLOSED', { data: [order.row.Id], reasons: { [order.row.Id]: 'manual' } });
    this.#event('BALANCE', { data: this.balances() });
    return { ...order.row, Status: 3, FactProfits: formatDecimal(profit) };
  }

  profit(order: Order): Money {
    const price = decimalFromNumber<Price>(this.product(order.productId).price) as Price;
    return contractProfit({ ...order.position, price });
  }

  get margin(): Money {
    return [...this.orders.values()].reduce<Money>((sum, order) => sum + order.margin, 0n);
  }

  get floating(): Money {
    return [...this.orders.values()].reduce<Money>((sum, order) => sum + this.profit(order), 0n);
  }

  balances = () => [
    {
      type: 'demo',
      balance: formatDecimal(this.balance),
      lockBalance: formatDecimal(this.margin),
      deficit: '0',
      accountTypeId: 9,
      currencyId: 1,
    },
  ];

  /** Where the person's events stand, as it goes beside replies of ext. */
  numberedBalances = (epoch: string) => ({ epoch, seq: this.outbox.length, balances: this.balances() });

  /** FOREX_TRADE; `whole` adds what only our own server sends. */
  snapshot(whole: boolean): Record<string, unknown> {
    const orders = [...this.orders.values()];
    const base = {
      ProfitsTotal: formatDecimal(this.floating),
      HazardRate: '--',
      CautionMoneyAll: formatDecimal(this.margin),
      TransOrder: orders.map((order) => ({
        Id: order.row.Id,
        UpdatePrice: this.product(order.productId).price,
        FactProfits: formatDecimal(this.profit(order)),
      })),
    };
    return whole ? { ...base, Balance: formatDecimal(this.balance), Pending: '0', Deficit: '0' } : base;
  }

  productRows = (): ProductRow[] => this.products.map((product) => productRow(product, this.change(product)));

  change = (product: Product): number => Math.round(((product.price - product.dayOpen) / product.dayOpen) * 10_000) / 100;

  quotation = (product: Product): QuotationRow => ({
    open: product.dayOpen,
    close: product.price,
    high: product.high,
    low: product.low,
    change: this.change(product),
    time: product.timeMs,
    status: product.open ? 1 : 2,
  });

  batchRow = (product: Product): QuoteBatchRow => {
    const { time, close, ...day } = this.quotation(product);
    return { symbol: product.code, close, hi: close, lo: close, v: 0, n: product.n, t: time, ...day };
  };

  candles(id: number, period: Period, limit: number, endMs: number): CandleRow[] {
    const bars = this.product(id).bars.get(periodOf(period).id) as Bar[];
    const before = bars.filter((bar) => bar.timeMs < endMs).slice(-limit);
    return before.map((bar) => candleRow(bar, period));
  }

  #product(code: string, id: number): Product {
    const price = Math.round(this.random.between(1, 2) * DIGITS) / DIGITS;
    const now = this.clock.now();
    return {
      id,
      code,
      open: true,
      silent: false,
      price,
      dayOpen: price,
      high: price,
      low: price,
      timeMs: now,
      confirmedMs: now,
      n: 0,
      bars: new Map(PERIODS.map((period) => [period.id, pastBars(period, now, price)])),
    };
  }

  #confirm(product: Product): void {
    product.confirmedMs = this.clock.now();
    const tick = { productId: product.id, price: product.price, timeMs: product.timeMs, n: product.n, volume: 0, isConfirm: true };
    this.onTick(tick, []);
  }

  #tick(product: Product): void {
    product.price = Math.max(0.5, Math.round((product.price + this.random.between(-0.0005, 0.0005)) * DIGITS) / DIGITS);
    product.high = Math.max(product.high, product.price);
    product.low = Math.min(product.low, product.price);
    product.timeMs = this.clock.now() - this.random.whole(0, 30);
    product.confirmedMs = this.clock.now();
    product.n = ++this.#n;
    const volume = this.random.whole(1, 9);
    const changed = PERIODS.map((period) => ({
      period: period.name,
      bar: { ...takeInto(product.bars.get(period.id) as Bar[], period.id, product, volume) },
    }));
    this.onTick({ productId: product.id, price: product.price, timeMs: product.timeMs, n: product.n, volume, isConfirm: false }, changed);
  }

  /** A micro trade began, or is over. */
  pushMicro(row: MicroRow): void {
    this.#event(row.Status === 1 ? 'MICRO' : 'MICRO_CLOSED', { data: row });
  }

  #event(topic: Outbox['topic'], payload: Record<string, unknown>): void {
    const event = { seq: this.outbox.length + 1, topic, payload, atMs: this.clock.now() };
    this.outbox.push(event);
    this.onEvent(event);
  }
}
