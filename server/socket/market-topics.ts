/**
 * The public topics: quotations of every product and bars of those that somebody watches, conflated until the hub's next flush. A
 * subscription begins with the state as it stands; what changes meanwhile follows it, never before.
 */
import { isPeriod, PERIODS, type Period } from '#domain/periods.ts';
import { ERROR, type ErrorCode } from '#protocol/errors.ts';
import { type ClientMessage, type Quotation, TOPIC } from '#protocol/socket.ts';
import type { Candles } from '../candles/candles.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock, Stop } from '../clock.ts';
import type { SocketLimits } from '../limits.ts';
import type { Tape } from '../tape/tape.ts';
import { BarBoard, barTopicKey, klinePush } from './bar-board.ts';
import type { Connection } from './connection.ts';
import { subReply } from './private-topics.ts';
import { baseFrame, QuoteLane, type QuoteRow, snapshotRow } from './quote-lane.ts';

type Sub = Extract<ClientMessage, { type: 'sub' }>;
type Parts = {
  readonly clock: Clock;
  readonly limits: SocketLimits;
  readonly tape: Tape;
  readonly candles: Candles;
  readonly catalogue: Catalogue;
  readonly epoch: string;
};
const KLINE_PREFIX = 'KLINE_';

export class MarketTopics {
  readonly #parts: Parts;
  readonly #fast: QuoteLane;
  readonly #slow: QuoteLane;
  readonly #bars: BarBoard;
  readonly #quoteMembers = new Set<Connection>();
  readonly #barMembers = new Map<string, Set<Connection>>();
  readonly #status = new Map<number, number>();
  #flushes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#fast = new QuoteLane((productId) => this.#quoteOf(productId));
    this.#slow = new QuoteLane((productId) => this.#quoteOf(productId));
    this.#bars = new BarBoard((productId) => parts.catalogue.byId(productId)?.code);
  }

  start(): Stop {
    const { tape, candles } = this.#parts;
    const stops = [
      tape.onGroup((group) => {
        for (const tick of group.ticks) {
          this.#fast.add(tick);
          this.#slow.add(tick);
        }
      }),
      candles.onBars((changes) => this.#bars.add(changes, (topicKey) => this.#barMembers.has(topicKey))),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Hands what changed since the last flush to the sockets that asked for it. */
  collect(): void {
    this.#flushes++;
    const fast = this.#fast.take();
    const slow = this.#flushes % this.#parts.limits.slowEvery === 0 ? this.#slow.take() : [];
    for (const connection of this.#quoteMembers) connection.pushQuotes(rowsFor(connection.quotes?.asked, fast, slow));
    for (const row of this.#bars.take()) {
      for (const connection of this.#barMembers.get(row.topicKey) ?? []) connection.pushBar(row);
    }
  }

  /** A market that opened or closed since the last look is told once, without waiting for a tick (decision D9.02). */
  noticeFlips(nowMs: number): void {
    const { catalogue } = this.#parts;
    for (const product of catalogue.products()) {
      const status = catalogue.statusAt(product, nowMs);
      const before = this.#status.get(product.id);
      this.#status.set(product.id, status);
      if (before === undefined || before === status) continue;
      this.#fast.touch(product.id);
      this.#slow.touch(product.id);
    }
  }

  subscribeQuotes(connection: Connection, message: Sub): void {
    const { catalogue, tape, epoch } = this.#parts;
    const asked = message.symbols?.flatMap((code) => catalogue.byCode(code)?.id ?? []);
    connection.unsubscribeQuotes();
    connection.quotes = { asked: asked && new Set(asked) };
    this.#quoteMembers.add(connection);
    const quotes = catalogue.products().flatMap((product) => {
      const quote = this.#quoteOf(product.id);
      return quote ? [{ ...quote, productId: product.id }] : [];
    });
    const reply = subReply(TOPIC.quotes, message.id);
    if (connection.profile === 'base') {
      connection.send(reply);
      for (const { symbol, quotation } of quotes) connection.sendText(baseFrame(symbol, quotation));
      return;
    }
    const snapshot = quotes.map((quote) => snapshotRow(quote.symbol, quote.quotation, tape.newest(quote.productId)?.seq ?? 0));
    connection.send({ ...reply, epoch, seq: connection.seqOf(TOPIC.quotes), snapshot });
  }

  /** Code 1 when the subscription was answered; otherwise the code to refuse with. */
  async subscribeBars(connection: Connection, message: Sub): Promise<ErrorCode> {
    const { catalogue, limits, epoch } = this.#parts;
    const product = message.topic.startsWith(KLINE_PREFIX) ? catalogue.byCode(message.topic.slice(KLINE_PREFIX.length)) : undefined;
    if (!product) return ERROR.notFound;
    const periods = message.period === undefined ? PERIODS : [message.period].filter(isPeriod);
    const keys = periods.map((period) => barTopicKey(product.id, period));
    const added = keys.filter((key) => !connection.bars.has(key)).length;
    if (connection.subscriptions + added > limits.subs) return ERROR.tooManyRequests;
    for (const key of keys) this.#joinBar(connection, key);
    const pushes = (await Promise.all(periods.map((period) => this.#newestBar(product.id, product.code, period)))).flat();
    const reply = subReply(message.topic, message.id);
    if (connection.profile === 'base') {
      connection.send(reply);
      for (const { n: _, ...push } of pushes) connection.send(push);
    } else connection.send({ ...reply, epoch, seq: connection.seqOf(message.topic), snapshot: pushes });
    for (const key of keys) if (connection.bars.has(key)) connection.bars.set(key, { isReady: true });
    return ERROR.ok;
  }

  unsubscribe(connection: Connection, topic: string): void {
    if (topic === TOPIC.quotes) {
      connection.unsubscribeQuotes();
      this.#quoteMembers.delete(connection);
    }
    const product = topic.startsWith(KLINE_PREFIX) ? this.#parts.catalogue.byCode(topic.slice(KLINE_PREFIX.length)) : undefined;
    if (product) for (const period of PERIODS) this.#leaveBar(connection, barTopicKey(product.id, period));
  }

  /** Forgets a socket. */
  leave(connection: Connection): void {
    this.#quoteMembers.delete(connection);
    for (const key of connection.bars.keys()) this.#leaveBar(connection, key);
  }

  #joinBar(connection: Connection, key: string): void {
    connection.bars.set(key, { isReady: false });
    const members = this.#barMembers.get(key) ?? new Set();
    members.add(connection);
    this.#barMembers.set(key, members);
  }

  #leaveBar(connection: Connection, key: string): void {
    connection.unsubscribeBar(key);
    const members = this.#barMembers.get(key);
    members?.delete(connection);
    if (members?.size === 0) this.#barMembers.delete(key);
  }

  async #newestBar(productId: number, symbol: string, period: Period) {
    const bars = await this.#parts.candles.bars(productId, period, 1);
    return bars.map((bar) => ({ ...klinePush(symbol, period, bar), n: bar.seq }));
  }

  #quoteOf(productId: number): { symbol: string; quotation: Required<Quotation> } | undefined {
    const { catalogue, candles, clock } = this.#parts;
    const product = catalogue.byId(productId);
    if (!product) return undefined;
    const { open, close, high, low, change, time } = candles.quotation(productId);
    const nowMs = clock.now();
    const market = { status: catalogue.statusAt(product, nowMs), opens_at: catalogue.opensAt(product, nowMs) };
    return { symbol: product.code, quotation: { open, close, high, low, change, time, ...market } };
  }
}

/** Asked products come with every flush, the others with the slow lane; without a list all come with every flush. */
function rowsFor(asked: ReadonlySet<number> | undefined, fast: readonly QuoteRow[], slow: readonly QuoteRow[]): readonly QuoteRow[] {
  if (!asked) return fast;
  return [...fast.filter((row) => asked.has(row.productId)), ...slow.filter((row) => !asked.has(row.productId))];
}
