/**
 * One socket of a client: which profile it speaks, who is logged in on it, what it subscribed, and what still waits to be sent.
 * State that a slow reader has not taken merges here, latest wins; events are never merged or dropped.
 */
import type { WebSocket } from 'ws';
import type { Language } from '#domain/languages.ts';
import { CLOSE, type QuoteBatchRow, type ServerMessage } from '#protocol/socket.ts';
import type { SocketLimits } from '../limits.ts';
import { TokenBucket } from '../rate-limiter.ts';
import type { Trader } from '../trading/trading.ts';
import type { BarRow } from './bar-board.ts';
import { mergeRows, type QuoteRow } from './quote-lane.ts';

export type SocketSession = { readonly tokenHash: string; readonly trader: Trader };
/** How a socket takes quotes: all ten times a second, or only those asked for by name. */
export type QuoteSubscription = { readonly asked: ReadonlySet<number> | undefined };

/** Messages of one client that may wait for their turn. */
const WAITING_MAX = 128;

export class Connection {
  readonly socket: WebSocket;
  readonly address: string;
  readonly bucket: TokenBucket;
  profile: 'base' | 'ext' = 'base';
  /** Language of texts sent to it, as `hello` asked. */
  lang: Language = 'en';
  session: SocketSession | undefined;
  lastHeardMs: number;
  tokenCheckedMs: number;
  quotes: QuoteSubscription | undefined;
  /** Keys of subscribed bars -> whether the snapshot has been sent. */
  readonly bars = new Map<string, { isReady: boolean }>();
  hasAccount = false;
  /** Event topics -> events that wait for the recovery, or the number up to which the client knows them. */
  readonly events = new Map<string, { known: number; waiting: (() => void)[] | undefined }>();
  readonly #limits: SocketLimits;
  readonly #seqs = new Map<string, number>();
  readonly #quotesLate = new Map<number, QuoteRow | QuoteBatchRow>();
  readonly #barsLate = new Map<string, BarRow>();
  #accountLate: string | undefined;
  #blockedSinceMs: number | undefined;
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(socket: WebSocket, address: string, limits: SocketLimits, nowMs: number) {
    this.socket = socket;
    this.address = address;
    this.#limits = limits;
    this.bucket = new TokenBucket(limits.rate, nowMs);
    this.lastHeardMs = nowMs;
    this.tokenCheckedMs = nowMs;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  get subscriptions(): number {
    return (this.quotes ? 1 : 0) + this.bars.size + (this.hasAccount ? 1 : 0) + this.events.size;
  }

  /** Runs the handling of a message after those before it. False when too many wait. */
  inTurn(work: () => Promise<void> | void): boolean {
    if (this.#waiting >= WAITING_MAX) return false;
    this.#waiting++;
    this.#turn = this.#turn.then(work).finally(() => this.#waiting--);
    return true;
  }

  send(message: ServerMessage): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(text: string): void {
    if (this.isOpen) this.socket.send(text);
  }

  /** The next number of a state topic on this socket. */
  nextSeq(topic: string): number {
    const seq = this.seqOf(topic) + 1;
    this.#seqs.set(topic, seq);
    return seq;
  }

  seqOf(topic: string): number {
    return this.#seqs.get(topic) ?? 0;
  }

  /** Leaves every private topic; what is public goes on. */
  dropPrivate(): void {
    this.session = undefined;
    this.hasAccount = false;
    this.#accountLate = undefined;
    this.events.clear();
  }

  unsubscribeQuotes(): void {
    this.quotes = undefined;
    this.#quotesLate.clear();
  }

  unsubscribeBar(topicKey: string): void {
    this.bars.delete(topicKey);
    for (const [key, row] of this.#barsLate) if (row.topicKey === topicKey) this.#barsLate.delete(key);
  }

  /** What this flush has for the socket; kept and merged while the client does not read. */
  pushQuotes(rows: readonly QuoteRow[]): void {
    for (const row of rows) {
      const late = this.#quotesLate.get(row.productId);
      // In base only the newest frame counts, so it simply replaces what waited.
      const isMerged = late !== undefined && this.profile === 'ext';
      this.#quotesLate.set(row.productId, isMerged ? mergeRows('row' in late ? late.row : late, row.row) : row);
    }
  }

  pushBar(row: BarRow): void {
    this.#barsLate.set(row.key, row);
  }

  pushAccount(text: string): void {
    this.#accountLate = text;
  }

  /** Sends what waits, unless the client is behind. False when it is too far behind and was closed. */
  flush(nowMs: number): boolean {
    const buffered = this.socket.bufferedAmount;
    if (buffered >= this.#limits.bufferedBytesMax) {
      this.#blockedSinceMs ??= nowMs;
      const isStuck = nowMs - this.#blockedSinceMs >= this.#limits.closeBlockedAfterMs;
      if (!isStuck && buffered <= this.#limits.closeAboveBytes) return true;
      this.socket.close(CLOSE.slow, 'slow');
      return false;
    }
    this.#blockedSinceMs = undefined;
    this.#flushQuotes();
    this.#flushBars();
    if (this.#accountLate !== undefined) {
      this.sendText(this.#accountLate);
      this.#accountLate = undefined;
    }
    return true;
  }

  #flushQuotes(): void {
    if (this.#quotesLate.size === 0) return;
    const rows = [...this.#quotesLate.values()];
    this.#quotesLate.clear();
    if (this.profile === 'base') {
      for (const row of rows) if ('row' in row) this.sendText(row.base());
      return;
    }
    const words = rows.map((row) => ('row' in row ? row.ext() : JSON.stringify(row)));
    this.sendText(`{"type":"DAY_MARKET","seq":${this.nextSeq('DAY_MARKET')},"data":[${words.join(',')}]}`);
  }

  #flushBars(): void {
    for (const [key, row] of this.#barsLate) {
      if (this.bars.get(row.topicKey)?.isReady !== true) continue;
      this.#barsLate.delete(key);
      this.sendText(this.profile === 'base' ? row.base : row.ext(this.nextSeq(`KLINE_${row.symbol}`)));
    }
  }
}
