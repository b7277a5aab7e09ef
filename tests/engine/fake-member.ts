/** One client at the server of a simulation: what it subscribed, what waits for the next flush, recovery of its events. */
import type { Period } from '#domain/periods.ts';
import type { Bar, FakeExchange, Outbox, Tick } from './fake-exchange.ts';
import { UID } from './fake-exchange.ts';
import type { Connection, FarEnd } from './faulty-network.ts';

export const TOKEN = 'token-1';
export const FLUSH_MS = 200;
const RECOVER_MAX = 30;
const EVENT_TOPICS = ['FOREX_CLOSED', 'ORDER', 'BALANCE', 'NOTICE'];

export type Speaks = 'base' | 'ext';
/** A message of the client as it came. */
export type ClientSaid = { type?: string; topic?: string; period?: string; symbols?: string[] };
/** What a client's end may see and count of its server. */
export type MemberHost = {
  readonly exchange: FakeExchange;
  readonly speaks: Speaks;
  readonly epoch: string;
  readonly members: Set<Member>;
  readonly received: ClientSaid[];
  readonly answersPings: boolean;
  readonly pushesBars: boolean;
  refusedRecoveries: number;
  begunAtSeq: number;
};

type Change = { hi: number; lo: number; v: number; isConfirm: boolean };

export class Member implements FarEnd {
  readonly connection: Connection;
  readonly topics = new Map<string, { period?: Period | undefined; symbols?: Set<string> | undefined }>();
  isExt = false;
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

  #reply(message: Record<string, unknown>): void {
    this.connection.send(JSON.stringify(message), false);
  }

  onMessage(text: string): void {
    const message = JSON.parse(text);
    const { exchange } = this.#backend;
    this.#backend.received.push(message);
    if (message.type === 'hello' && this.#backend.speaks === 'ext') {
      this.isExt = true;
      this.#reply({
        type: 'hello',
        v: 2,
        epoch: this.#backend.epoch,
        t: exchange.clock.now(),
        limits: {},
        flush_ms: FLUSH_MS,
        id: message.id,
      });
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

  #subscribe(message: { topic: string; period?: Period; symbols?: string[]; id?: number; epoch?: string; seq?: number }): void {
    const { topic, id } = message;
    const { exchange, epoch } = this.#backend;
    const isPrivate = topic === 'FOREX_TRADE' || EVENT_TOPICS.includes(topic);
    if (isPrivate && !this.isLoggedIn) {
      this.#reply({ type: 'sub', topic, code: 999, id });
      return;
    }
    this.topics.set(topic, { period: message.period, symbols: message.symbols && new Set(message.symbols) });
    const reply = { type: 'sub', topic, code: 1, ...(this.isExt ? { id, epoch } : {}) };
    const state = (snapshot: unknown) => ({ ...reply, seq: this.#seq.get(topic) ?? 0, snapshot });
    if (topic === 'DAY_MARKET') {
      this.#quotes.clear();
      this.#reply(this.isExt ? state(exchange.products.map(exchange.batchRow)) : reply);
      for (const product of this.isExt ? [] : exchange.products)
        this.push({ type: 'DAY_MARKET', symbol: product.code, quotation: exchange.quotation(product) });
    } else if (topic === 'FOREX_TRADE') {
      this.#lastAccount = '';
      this.#reply(this.isExt ? state(exchange.snapshot(true)) : reply);
    } else if (isPrivate) {
      this.#recover(reply, topic, message);
    } else {
      const bars = exchange.products
        .filter((it) => topic === `KLINE_${it.code}`)
        .map((it) => exchange.candles(it.id, message.period as Period, 1, Infinity)[0]);
      this.#reply(this.isExt ? state(bars) : reply);
    }
  }

  #recover(reply: Record<string, unknown>, topic: string, from: { epoch?: string; seq?: number }): void {
    if (!this.isExt) {
      this.#reply(reply);
      return;
    }
    const { exchange, epoch } = this.#backend;
    const seq = exchange.outbox.length;
    const canRecover = from.seq !== undefined && from.epoch === epoch && from.seq <= seq && seq - from.seq <= RECOVER_MAX;
    if (from.seq === undefined) this.#backend.begunAtSeq = Math.max(this.#backend.begunAtSeq, seq);
    else if (!canRecover) this.#backend.refusedRecoveries++;
    this.#reply({ ...reply, seq, ...(from.seq === undefined ? {} : { recovered: canRecover }) });
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
    this.push({ type: event.topic, ...event.payload, ...(this.isExt ? { seq: event.seq, uid: UID } : {}) });
  }

  flush(isSlow: boolean): void {
    const { exchange } = this.#backend;
    this.#flushes++;
    const quotes = this.topics.get('DAY_MARKET');
    const rows = quotes
      ? [...this.#quotes].filter(([id]) => isSlow || !quotes.symbols || quotes.symbols.has(exchange.product(id).code))
      : [];
    for (const [id] of rows) this.#quotes.delete(id);
    if (!this.isExt) {
      for (const [id] of rows)
        this.push({ type: 'DAY_MARKET', symbol: exchange.product(id).code, quotation: exchange.quotation(exchange.product(id)) });
    } else if (rows.length > 0) {
      const data = rows.map(([id, change]) => {
        const { isConfirm, ...run } = change;
        return { ...exchange.batchRow(exchange.product(id)), ...run, ...(isConfirm ? { c: 1 } : {}) };
      });
      this.push({ type: 'DAY_MARKET', seq: this.#next('DAY_MARKET'), data });
    }
    for (const { symbol, period, bar } of this.#backend.pushesBars ? this.#bars.values() : []) this.#pushBar(symbol, period, bar);
    this.#bars.clear();
    if (this.topics.has('FOREX_TRADE') && this.#flushes % 3 === 0) this.#pushAccount();
  }

  #pushBar(symbol: string, period: Period, bar: Bar): void {
    const push = {
      type: 'KLINE',
      symbol,
      Period: period,
      Time: bar.timeMs,
      Open: bar.open,
      High: bar.high,
      Low: bar.low,
      Close: bar.close,
      Volume: bar.volume,
    };
    this.push(this.isExt ? { ...push, n: bar.n, seq: this.#next(`KLINE_${symbol}`), closed: false } : push);
  }

  #pushAccount(): void {
    const data = this.#backend.exchange.snapshot(this.isExt);
    const text = JSON.stringify(data);
    if (text === this.#lastAccount) return;
    this.#lastAccount = text;
    this.push({ type: 'FOREX_TRADE', data, ...(this.isExt ? { seq: this.#next('FOREX_TRADE'), uid: UID } : {}) });
  }

  #next(topic: string): number {
    const seq = (this.#seq.get(topic) ?? 0) + 1;
    this.#seq.set(topic, seq);
    return seq;
  }
}
