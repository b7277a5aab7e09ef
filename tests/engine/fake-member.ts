/** One client at the server of a simulation: what it subscribed, what waits for the next flush, recovery of its events. */
import type { Period } from '#domain/period-table.ts';
import type { SymbolEntry } from '#protocol/quote-row.ts';
import { type Day, tellDay } from '#protocol/quote-wire.ts';
import { EXT_MSGPACK_PROFILE, type QuotationRow, type QuoteBatchRow } from '#protocol/socket.ts';
import { ChangedQuote } from '#server/socket/changed-quote.ts';
import { type QuoteReader, sendQuotes } from '#server/socket/quote-frames.ts';
import { SymbolTable } from '#server/socket/symbol-table.ts';
import type { Bar } from './exchange-bars.ts';
import { candleRow, type Product } from './exchange-rows.ts';
import { type FakeExchange, type Outbox, type Tick, UID } from './fake-exchange.ts';
import type { Connection, FarEnd } from './faulty-network.ts';

export const TOKEN = 'token-1';
export const FLUSH_MS = 200;
const RECOVER_MAX = 30;
const EVENT_TOPICS = ['FOREX_CLOSED', 'ORDER', 'BALANCE', 'NOTICE', 'ALERT', 'MICRO', 'MICRO_CLOSED'];

export type Speaks = 'base' | 'ext';
/** A message of the client as it came. */
export type ClientSaid = { type?: string; topic?: string; period?: string; symbols?: string[]; pace?: number };
/** What a client's end may see and count of its server. */
type MemberHost = {
  readonly exchange: FakeExchange;
  readonly speaks: Speaks;
  readonly epoch: string;
  /** Of the person's events; a restart keeps it, another database has another. */
  readonly outboxEpoch: string;
  readonly members: Set<Member>;
  readonly received: ClientSaid[];
  readonly answersPings: boolean;
  readonly pushesBars: boolean;
  refusedRecoveries: number;
  begunAtSeq: number;
};

type Position = { epoch?: string; seq?: number; t?: number };
type Change = { hi: number; lo: number; v: number; isConfirm: boolean };

/** What of a quotation is of the day. */
const dayOf = ({ open, high, low, change, status = 1 }: QuotationRow): Day => ({ open, high, low, change, status, opens_at: 0 });

export class Member implements FarEnd, QuoteReader {
  readonly connection: Connection;
  readonly topics = new Map<string, { period?: Period | undefined; symbols?: Set<string> | undefined }>();
  isExt = false;
  isBinary = false;
  tableSent = 0;
  readonly #table = new SymbolTable();
  /** Day of each product as this client knows it. */
  readonly #told = new Map<number, Day>();
  isLoggedIn = false;
  readonly #backend: MemberHost;
  readonly #seq = new Map<string, number>();
  readonly #quotes = new Map<number, Change>();
  readonly #bars = new Map<string, { symbol: string; period: Period; bar: Bar }>();
  #lastAccount = '';
  #flushes = 0;

  constructor(backend: MemberHost, connection: Connection) {
    this.#backend = backend;
    this.connection = connection;
  }

  onGone(): void {
    this.#backend.members.delete(this);
  }

  push(message: Record<string, unknown>): void {
    this.connection.send(JSON.stringify(message), true);
  }

  get profile(): 'base' | 'ext' {
    return this.isExt ? 'ext' : 'base';
  }

  sendText(text: string): void {
    this.connection.send(text, true);
  }

  sendBytes(bytes: Uint8Array): void {
    this.connection.send(Uint8Array.from(bytes).buffer, true);
  }

  nextSeq(topic: string): number {
    const seq = (this.#seq.get(topic) ?? 0) + 1;
    this.#seq.set(topic, seq);
    return seq;
  }

  #reply(message: Record<string, unknown>): void {
    this.connection.send(JSON.stringify(message), false);
  }

  onMessage(text: string): void {
    const message = JSON.parse(text);
    const { exchange } = this.#backend;
    this.#backend.received.push(message);
    if (message.type === 'hello' && this.#backend.speaks === 'ext') {
      this.isExt = true;
      this.isBinary = message.profile === EXT_MSGPACK_PROFILE;
      const { epoch } = this.#backend;
      this.#reply({ type: 'hello', v: 2, epoch, t: exchange.clock.now(), limits: {}, flush_ms: FLUSH_MS, id: message.id });
    }
    if (message.type === 'ping' && this.#backend.answersPings) {
      this.#reply(this.isExt ? { type: 'pong', id: message.id, c: message.c, t: exchange.clock.now() } : { type: 'pong' });
    }
    if (message.type === 'login') {
      this.isLoggedIn = message.token === TOKEN;
      this.#reply({ type: 'login', code: this.isLoggedIn ? 1 : 999, ...(this.isExt ? { id: message.id, uid: UID } : {}) });
    }
    if (message.type === 'logout') {
      this.isLoggedIn = false;
      for (const topic of ['FOREX_TRADE', ...EVENT_TOPICS]) this.topics.delete(topic);
    }
    if (message.type === 'unsub') this.topics.delete(message.topic);
    if (message.type === 'sub') this.#subscribe(message);
  }

  #subscribe(message: { topic: string; period?: Period; symbols?: string[]; id?: number } & Position): void {
    const { topic, id } = message;
    const { exchange, epoch } = this.#backend;
    const isPrivate = topic === 'FOREX_TRADE' || EVENT_TOPICS.includes(topic);
    if (isPrivate && !this.isLoggedIn) {
      this.#reply({ type: 'sub', topic, code: 999, id });
      return;
    }
    const before = this.topics.get(topic);
    const symbols = message.symbols && new Set(message.symbols);
    this.topics.set(topic, { period: message.period, symbols });
    const reply = { type: 'sub', topic, code: 1, ...(this.isExt ? { id, epoch } : {}) };
    const state = (snapshot: unknown) => ({ ...reply, seq: this.#seq.get(topic) ?? 0, snapshot });
    if (topic === 'DAY_MARKET') {
      const had = (code: string) => before !== undefined && (before.symbols?.has(code) ?? true);
      if (this.isExt) {
        const fresh = exchange.products.filter(({ code }) => (symbols?.has(code) ?? true) && !had(code));
        for (const { id } of fresh) this.#quotes.delete(id);
        this.#reply({ ...state(fresh.map((product) => this.#wholeRow(product))), ...this.#tableOf() });
        return;
      }
      this.#quotes.clear();
      this.#reply(reply);
      for (const product of exchange.products)
        this.push({ type: 'DAY_MARKET', symbol: product.code, quotation: exchange.quotation(product) });
    } else if (topic === 'FOREX_TRADE') {
      this.#lastAccount = '';
      this.#reply(this.isExt ? { ...state(exchange.snapshot(true)), outbox: exchange.outbox.length } : reply);
    } else if (isPrivate) {
      if (this.isExt) this.#recover(reply, topic, message);
      else this.#reply(reply);
    } else {
      const bars = exchange.products
        .filter((it) => topic === `KLINE_${it.code}`)
        .map((it) => exchange.candles(it.id, message.period as Period, 1, Infinity)[0]);
      this.#reply(this.isExt ? state(bars) : reply);
    }
  }

  #wholeRow(product: Product): QuoteBatchRow {
    this.#told.set(product.id, dayOf(this.#backend.exchange.quotation(product)));
    return this.#backend.exchange.batchRow(product);
  }

  #tableOf(): { table?: readonly SymbolEntry[] } {
    for (const product of this.#backend.exchange.products) this.#table.placeOf({ ...product, pricePrecision: 5 });
    const isKnown = this.tableSent === this.#table.entries.length;
    this.tableSent = this.#table.entries.length;
    return this.isBinary && !isKnown ? { table: this.#table.entries } : {};
  }

  #recover(reply: Record<string, unknown>, topic: string, from: Position): void {
    const { exchange, outboxEpoch } = this.#backend;
    const seq = exchange.outbox.length;
    const timeOf = (number: number) => exchange.outbox[number - 1]?.atMs ?? 0;
    const isKnown = from.seq !== undefined && from.epoch === outboxEpoch && from.seq <= seq && from.t === timeOf(from.seq);
    const canRecover = isKnown && seq - (from.seq ?? 0) <= RECOVER_MAX;
    if (from.seq === undefined) this.#backend.begunAtSeq = Math.max(this.#backend.begunAtSeq, seq);
    else if (!canRecover) this.#backend.refusedRecoveries++;
    this.#reply({ ...reply, epoch: outboxEpoch, seq, t: timeOf(seq), ...(from.seq === undefined ? {} : { recovered: canRecover }) });
    if (canRecover) for (const event of exchange.outbox.slice(from.seq)) this.event(event, topic);
  }

  take(tick: Tick, bars: { period: Period; bar: Bar }[]): void {
    const old = this.#quotes.get(tick.productId);
    const isFresh = !old || (old.isConfirm && !tick.isConfirm);
    if (isFresh) this.#quotes.set(tick.productId, { hi: tick.price, lo: tick.price, v: tick.volume, isConfirm: tick.isConfirm });
    else if (!tick.isConfirm) {
      old.hi = Math.max(old.hi, tick.price);
      old.lo = Math.min(old.lo, tick.price);
      old.v += tick.volume;
    }
    const { code } = this.#backend.exchange.product(tick.productId);
    const chart = this.topics.get(`KLINE_${code}`);
    for (const { period, bar } of bars) {
      if (chart && (chart.period === undefined || chart.period === period))
        this.#bars.set(`${code} ${period} ${bar.timeMs}`, { symbol: code, period, bar });
    }
  }

  event(event: Outbox, only?: string): void {
    if (!this.topics.has(event.topic) || !this.isLoggedIn || (only !== undefined && only !== event.topic)) return;
    this.push({ type: event.topic, ...event.payload, ...(this.isExt ? { seq: event.seq, uid: UID, t: event.atMs } : {}) });
  }

  flush(): void {
    const { exchange } = this.#backend;
    this.#flushes++;
    const quotes = this.topics.get('DAY_MARKET');
    const rows = quotes ? [...this.#quotes].filter(([id]) => !quotes.symbols || quotes.symbols.has(exchange.product(id).code)) : [];
    for (const [id] of rows) this.#quotes.delete(id);
    if (!this.isExt) {
      for (const [id] of rows)
        this.push({ type: 'DAY_MARKET', symbol: exchange.product(id).code, quotation: exchange.quotation(exchange.product(id)) });
    } else if (rows.length > 0) {
      sendQuotes(
        this,
        rows.map(([id, change]) => this.#changed(exchange.product(id), change)),
      );
    }
    for (const { symbol, period, bar } of this.#backend.pushesBars ? this.#bars.values() : []) this.#pushBar(symbol, period, bar);
    this.#bars.clear();
    if (this.topics.has('FOREX_TRADE') && this.#flushes % 3 === 0) this.#pushAccount();
  }

  /** A row of a batch: of the day only what this client does not know. */
  #changed(product: Product, { isConfirm, ...run }: Change): ChangedQuote {
    const { exchange } = this.#backend;
    const { symbol, close, n, t } = exchange.batchRow(product);
    const day = dayOf(exchange.quotation(product));
    const row: QuoteBatchRow = { symbol, close, n, t, ...run, ...(isConfirm ? { c: 1 } : {}) };
    tellDay(row, day, this.#told.get(product.id));
    this.#told.set(product.id, day);
    return new ChangedQuote(product.id, this.#table.placeOf({ ...product, pricePrecision: 5 }), row, exchange.quotation(product));
  }

  #pushBar(symbol: string, period: Period, bar: Bar): void {
    const push = { type: 'KLINE', symbol, ...candleRow(bar, period) };
    this.push(this.isExt ? { ...push, n: bar.n, seq: this.nextSeq(`KLINE_${symbol}`), closed: false } : push);
  }

  #pushAccount(): void {
    const data = this.#backend.exchange.snapshot(this.isExt);
    const text = JSON.stringify(data);
    if (text === this.#lastAccount) return;
    this.#lastAccount = text;
    const outbox = this.#backend.exchange.outbox.length;
    this.push({ type: 'FOREX_TRADE', data, ...(this.isExt ? { seq: this.nextSeq('FOREX_TRADE'), uid: UID, outbox } : {}) });
  }
}
