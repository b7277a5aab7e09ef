/**
 * The public topics: quotations of every product and bars of those that somebody watches, conflated until the hub's next flush. A
 * subscription begins with the state as it is; what changes meanwhile follows it, never before.
 */
import type { MarketStatus } from '#domain/market-hours.ts';
import { PERIODS, type Period } from '#domain/period-table.ts';
import { SPECIFIED_PERIODS } from '#domain/specified-periods.ts';
import { klinePushToWire } from '#protocol/candle-wire.ts';
import { ERROR, type ErrorCode } from '#protocol/errors.ts';
import type { SymbolEntry } from '#protocol/quote-row.ts';
import { baseFrame, quotationToWire, snapshotRow } from '#protocol/quote-wire.ts';
import { type ClientMessage, TOPIC } from '#protocol/socket.ts';
import type { Candles } from '../candles/candles.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import type { Tape } from '../tape/tape.ts';
import { BarBoard, barTopicKey } from './bar-board.ts';
import type { Connection } from './connection.ts';
import { subReply } from './private-topics.ts';
import { type ProductQuote, QuoteLane } from './quote-lane.ts';
import { SymbolTable } from './symbol-table.ts';

type Sub = Extract<ClientMessage, { type: 'sub' }>;
type Parts = {
  readonly clock: Clock;
  readonly limits: SocketLimits;
  readonly tape: Tape;
  readonly candles: Candles;
  readonly catalogue: Catalogue;
  readonly nodeEpoch: string;
};
const KLINE_PREFIX = 'KLINE_';

export class MarketTopics {
  readonly #parts: Parts;
  readonly #quotes: QuoteLane;
  readonly #table = new SymbolTable();
  readonly #bars: BarBoard;
  readonly #quoteMembers = new Set<Connection>();
  readonly #barMembers = new Map<string, Set<Connection>>();
  readonly #status = new Map<number, MarketStatus>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#quotes = new QuoteLane((productId) => this.#quoteOf(productId));
    this.#bars = new BarBoard((productId) => parts.catalogue.byId(productId)?.code);
  }

  start(): Stop {
    const { tape, candles } = this.#parts;
    const stops = [
      tape.onGroup((group) => {
        for (const tick of group.ticks) this.#quotes.add(tick);
      }),
      candles.onBars((changes) => this.#bars.add(changes, (topicKey) => this.#barMembers.has(topicKey))),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Hands what changed since the last flush to the sockets that asked for it. */
  collect(): void {
    const changes = this.#quotes.take();
    for (const connection of this.#quoteMembers) connection.pushQuotes(changes);
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
      this.#quotes.touch(product.id);
    }
  }

  /** Subscribes the named products, or all. The answer brings the state of those that the socket did not have before. */
  subscribeQuotes(connection: Connection, message: Sub): void {
    const { catalogue, nodeEpoch: epoch } = this.#parts;
    const before = connection.quotes;
    const named = message.symbols?.flatMap((code) => catalogue.byCode(code)?.id ?? []);
    const asked = named && new Set(named);
    connection.subscribeQuotes({ asked });
    this.#quoteMembers.add(connection);
    const hadBefore = (id: number) => before !== undefined && (before.asked?.has(id) ?? true);
    const quotes = catalogue.products().flatMap(({ id }) => {
      const quote = this.#quoteOf(id);
      return quote ? [{ ...quote, id }] : [];
    });
    const fresh = connection.profile === 'base' ? quotes : quotes.filter(({ id }) => (asked?.has(id) ?? true) && !hadBefore(id));
    const reply = subReply(TOPIC.quotes, message.id);
    if (connection.profile === 'base') {
      connection.send(reply);
      for (const { symbol, quotation } of fresh) connection.sendText(baseFrame(symbol, quotation));
      return;
    }
    const snapshot = fresh.map(({ id, symbol, quotation }) => snapshotRow(symbol, quotation, this.#parts.tape.newest(id)?.seq ?? 0));
    connection.send({ ...reply, epoch, seq: connection.seqOf(TOPIC.quotes), ...this.#tableFor(connection), snapshot });
  }

  /** Code 1 when the subscription was answered; otherwise the code to refuse with. */
  async subscribeBars(connection: Connection, message: Sub): Promise<ErrorCode> {
    const { catalogue, limits, nodeEpoch: epoch } = this.#parts;
    const product = message.topic.startsWith(KLINE_PREFIX) ? catalogue.byCode(message.topic.slice(KLINE_PREFIX.length)) : undefined;
    if (!product) return ERROR.notFound;
    const periods = message.period === undefined ? SPECIFIED_PERIODS.map(({ name }) => name) : [message.period];
    const keys = periods.map((period) => barTopicKey(product.id, period));
    const added = keys.filter((key) => !connection.bars.has(key)).length;
    if (connection.subscriptions + added > limits.subs) return ERROR.tooManyRequests;
    for (const key of keys) this.#joinBar(connection, key, message.pace ?? 0);
    const pushes = await this.#snapshot(product, periods, connection.network).catch((error: unknown) => {
      // What changes of bars that nobody will send must not pile up.
      for (const key of keys) if (connection.bars.get(key)?.isReady === false) this.#leaveBar(connection, key);
      throw error;
    });
    const reply = subReply(message.topic, message.id);
    if (connection.profile === 'base') {
      connection.send(reply);
      for (const { n: _, ...push } of pushes) connection.send(push);
    } else connection.send({ ...reply, epoch, seq: connection.seqOf(message.topic), snapshot: pushes });
    for (const key of keys) {
      const subscription = connection.bars.get(key);
      if (subscription) subscription.isReady = true;
    }
    return ERROR.ok;
  }

  unsubscribe(connection: Connection, topic: string): void {
    if (topic === TOPIC.quotes) {
      connection.subscribeQuotes(undefined);
      this.#quoteMembers.delete(connection);
    }
    const product = topic.startsWith(KLINE_PREFIX) ? this.#parts.catalogue.byCode(topic.slice(KLINE_PREFIX.length)) : undefined;
    if (product) for (const { name } of PERIODS) this.#leaveBar(connection, barTopicKey(product.id, name));
  }

  /** Forgets a socket. */
  leave(connection: Connection): void {
    this.#quoteMembers.delete(connection);
    for (const key of connection.bars.keys()) this.#leaveBar(connection, key);
  }

  #joinBar(connection: Connection, key: string, paceMs: number): void {
    connection.bars.set(key, { isReady: false, paceMs, dueMs: 0 });
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

  async #snapshot({ id, code }: { readonly id: number; readonly code: string }, periods: readonly Period[], network: string) {
    const newest = async (period: Period) => {
      const bars = await this.#parts.candles.bars(id, period, 1, undefined, network);
      return bars.map((bar) => ({ ...klinePushToWire(code, period, bar), n: bar.seq }));
    };
    return (await Promise.all(periods.map(newest))).flat();
  }

  /** The table of binary rows, when the socket lacks a symbol of it. */
  #tableFor(connection: Connection): { table?: readonly SymbolEntry[] } {
    const { entries } = this.#table;
    if (!connection.isBinary || connection.tableSent === entries.length) return {};
    connection.tableSent = entries.length;
    return { table: entries };
  }

  #quoteOf(productId: number): ProductQuote | undefined {
    const { catalogue, candles, clock } = this.#parts;
    const product = catalogue.byId(productId);
    if (!product) return undefined;
    const nowMs = clock.now();
    const now = { marketStatus: catalogue.statusAt(product, nowMs), opensAtMs: catalogue.opensAt(product, nowMs) };
    const quotation = quotationToWire(candles.quotation(productId), now);
    return { symbol: product.code, quotation, place: this.#table.placeOf(product) };
  }
}
