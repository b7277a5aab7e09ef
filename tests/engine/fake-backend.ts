/** The server of a simulation: REST and socket in front of a `FakeExchange`, speaking base only or both profiles, as ours does. */
import type { Period } from '#domain/periods.ts';
import { isPeriod } from '#domain/periods.ts';
import type { FetchLike } from '#rest/exchange.ts';
import type { OpenSocket } from '#worker/engine-parts.ts';
import { type Bar, type FakeExchange, type Outbox, type Tick, UID } from './fake-exchange.ts';
import { Connection, type FarEnd, type FaultyNetwork } from './faulty-network.ts';

export const TOKEN = 'token-1';
const FLUSH_MS = 200;
const SLOW_FLUSHES = 5;
const RECOVER_MAX = 30;
const EVENT_TOPICS = ['FOREX_CLOSED', 'ORDER', 'BALANCE', 'NOTICE'];

export type Speaks = 'base' | 'ext';

export class FakeBackend {
  readonly exchange: FakeExchange;
  readonly network: FaultyNetwork;
  readonly speaks: Speaks;
  readonly members = new Set<Member>();
  readonly received: Record<string, unknown>[] = [];
  isUp = true;
  epoch = 'e1';
  /** Answers pings. */
  answersPings = true;
  /** Pushes bars. */
  pushesBars = true;
  /** Recoveries that were asked for and could not be given. */
  refusedRecoveries = 0;
  /** Where the last subscription without a position began. */
  begunAtSeq = 0;
  #restarts = 1;
  #flushes = 0;
  readonly rest: string[] = [];

  constructor(exchange: FakeExchange, network: FaultyNetwork, speaks: Speaks) {
    this.exchange = exchange;
    this.network = network;
    this.speaks = speaks;
    exchange.onTick = (tick, bars) => {
      for (const member of this.members) member.take(tick, bars);
    };
    exchange.onEvent = (event) => {
      for (const member of this.members) member.event(event);
    };
    this.#every(FLUSH_MS, () => this.#flush());
    this.#every(1_000, () => {
      for (const member of this.members)
        if (member.isExt) member.push({ type: 'TAPE', height: 1, hash: 'h', t: this.exchange.clock.now() });
    });
  }

  /** Down for a while; a new epoch means that its memory of sockets is gone. */
  restart(downMs: number, how: 'announced' | 'killed'): void {
    this.isUp = false;
    this.epoch = `e${++this.#restarts}`;
    for (const member of this.members) {
      if (how === 'announced') {
        if (member.isExt) member.push({ type: 'shutdown', after_ms: 0, retry_ms: 700 });
        member.connection.cut(4503, '700');
      } else member.connection.cut(1006, '');
    }
    this.members.clear();
    this.exchange.clock.after(downMs, () => {
      this.isUp = true;
    });
  }

  readonly openSocket: OpenSocket = (_, handlers) => {
    const live = this.network.connections.filter((it) => !it.isDone);
    if (live.length > 0) throw new InvariantError('two sockets');
    const connection = new Connection(this.network, handlers);
    this.network.connections.push(connection);
    if (!this.isUp) connection.cut(1006, '');
    else {
      const member = new Member(this, connection);
      this.members.add(member);
      connection.open(member);
    }
    return { send: (text) => connection.fromClient(text), close: () => connection.closedByClient() };
  };

  readonly fetch: FetchLike = (url, init) => {
    const { clock } = this.exchange;
    return new Promise((resolve, reject) => {
      init.signal.addEventListener('abort', () => reject(new Error('aborted')));
      clock.after(this.network.arrival(0) - clock.steady(), () => {
        const isUp = this.isUp;
        const data = isUp ? this.#answer(new URL(url), init.headers.authorization ?? '') : undefined;
        clock.after(this.network.arrival(0) - clock.steady(), () =>
          this.network.awake(() => {
            if (!isUp) return reject(new TypeError('refused'));
            const date = new Date(clock.now()).toUTCString();
            const headers = { get: (name: string) => (name === 'date' ? date : null) };
            resolve({ ok: true, status: 200, headers, json: async () => data });
          }),
        );
      });
    });
  };

  #answer(url: URL, token: string): unknown {
    this.rest.push(url.pathname);
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    const ok = (data: unknown) => ({ code: 1, msg: 'ok', data });
    if (url.pathname === '/v2/api/forex/trade_list') return ok(this.exchange.productRows());
    if (url.pathname === '/v2/api/forex/kline') {
      const period = asked('period');
      if (!isPeriod(period)) return { code: 1001, msg: 'period', data: null };
      const endMs = Number(asked('end')) || Number.POSITIVE_INFINITY;
      return ok(this.exchange.candles(Number(asked('forex_id')), period, Number(asked('limit')) || 300, endMs));
    }
    if (token !== TOKEN) return { code: 999, msg: 'session', data: null };
    if (url.pathname === '/v2/api/main/wallet/getBalance') return ok(this.exchange.balances());
    const [page, limit] = [Number(asked('page')), Number(asked('limit'))];
    const rows = [...this.exchange.orders.values()].map((order) => ({ ...order.row })).slice((page - 1) * limit, page * limit);
    return ok({ data: rows, total: this.exchange.orders.size, all_fact_profits: '0', all_caution_money: '0' });
  }

  #flush(): void {
    this.#flushes++;
    if (!this.isUp) return;
    this.exchange.tickAll();
    for (const member of this.members) member.flush(this.#flushes % SLOW_FLUSHES === 0);
  }

  #every(ms: number, work: () => void): void {
    this.exchange.clock.after(ms, () => {
      this.#every(ms, work);
      work();
    });
  }
}

export class InvariantError extends Error {
  override name = 'InvariantError';
}

type Change = { hi: number; lo: number; v: number; isConfirm: boolean };

/** One client at the server. */
export class Member implements FarEnd {
  readonly connection: Connection;
  readonly topics = new Map<string, { period?: Period | undefined; symbols?: Set<string> | undefined }>();
  isExt = false;
  isLoggedIn = false;
  readonly #backend: FakeBackend;
  readonly #seq = new Map<string, number>();
  readonly #quotes = new Map<number, Change>();
  readonly #bars = new Map<string, { symbol: string; period: Period; bar: Bar }>();
  #lastAccount = '';
  #flushes = 0;

  constructor(backend: FakeBackend, connection: Connection) {
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
