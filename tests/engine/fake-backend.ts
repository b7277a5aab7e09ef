/** The server of a simulation: REST and socket in front of a `FakeExchange`, speaking base only or both profiles, as ours does. */
import { isPeriod } from '#domain/periods.ts';
import type { FetchLike } from '#rest/exchange.ts';
import type { OpenSocket } from '#worker/engine-parts.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { type ClientSaid, FLUSH_MS, Member, type Speaks, TOKEN } from './fake-member.ts';
import { Connection, type FaultyNetwork } from './faulty-network.ts';

export class FakeBackend {
  readonly exchange: FakeExchange;
  readonly network: FaultyNetwork;
  readonly speaks: Speaks;
  readonly members = new Set<Member>();
  readonly received: ClientSaid[] = [];
  isUp = true;
  epoch = 'e1';
  outboxEpoch = 'o1';
  /** Answers pings. */
  answersPings = true;
  /** Pushes bars. */
  pushesBars = true;
  /** Recoveries that were asked for and could not be given. */
  refusedRecoveries = 0;
  /** Where the last subscription without a position began. */
  begunAtSeq = 0;
  #restarts = 1;
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
        if (member.topics.has('TAPE')) member.push({ type: 'TAPE', height: 1, hash: 'h', note: 'n', t: this.exchange.clock.now() });
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
    if (url.pathname === '/v2/api/forex/account_state' && this.speaks === 'ext') {
      const Orders = [...this.exchange.orders.values()].map((order) => ({ ...order.row }));
      return ok({ Orders, outbox: this.exchange.numberedBalances(this.outboxEpoch) });
    }
    if (url.pathname === '/v2/api/main/wallet/getBalance') return ok(this.exchange.balances());
    const [page, limit] = [Number(asked('page')), Number(asked('limit'))];
    const rows = [...this.exchange.orders.values()].map((order) => ({ ...order.row })).slice((page - 1) * limit, page * limit);
    return ok({ data: rows, total: this.exchange.orders.size, all_fact_profits: '0', all_caution_money: '0' });
  }

  #flush(): void {
    if (!this.isUp) return;
    this.exchange.tickAll();
    for (const member of this.members) member.flush();
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
