/**
 * One socket of a client: which profile it speaks, who is logged in on it, what it subscribed, and what still waits to be sent.
 * State that a slow reader has not taken merges here, latest wins; events are never merged or dropped.
 */
import type { WebSocket } from 'ws';
import type { Language } from '#domain/languages.ts';
import { CLOSE, klineTopic, type ServerMessage, TOPIC } from '#protocol/socket.ts';
import type { SocketLimits } from '../limits/limits.ts';
import { networkOf } from '../limits/network-of.ts';
import { TokenBucket } from '../limits/rate-limiter.ts';
import type { Trader } from '../trading/trading.ts';
import type { BarRow } from './bar-board.ts';
import type { ChangedQuote } from './changed-quote.ts';
import { type QuoteReader, sendQuotes } from './quote-frames.ts';

type SocketSession = { readonly tokenHash: string; readonly trader: Trader };
/** Which quotes a socket takes: those asked for by name, or all. */
type QuoteSubscription = { readonly asked: ReadonlySet<number> | undefined };
/** `isReady`: the snapshot has been sent. The forming bar comes once in `paceMs` at most, next not before `dueMs`. */
type BarSubscription = { isReady: boolean; readonly paceMs: number; dueMs: number };
/** Live figures come once in `paceMs` at most, next not before `dueMs`; `told`: those sent last. */
type AccountSubscription = { readonly paceMs: number; dueMs: number; lastSent: string };
/** A checkpoint of the tape comes once in `paceMs` at most, next not before `dueMs`; `told`: the size of the one sent last. */
type TapeSubscription = { readonly paceMs: number; dueMs: number; told: number };
/** Live figures of a person's account, in JSON, and whose they are. */
type AccountFigures = { readonly words: string; readonly uid: string; readonly outboxSeq: number };

/** Messages of one client that may wait for their turn. */
const WAITING_MAX = 128;

export class Connection implements QuoteReader {
  readonly socket: WebSocket;
  readonly ip: string;
  /** Whose limits it counts for. */
  readonly network: string;
  readonly bucket: TokenBucket;
  profile: 'base' | 'ext' = 'base';
  isBinary = false;
  tableSent = 0;
  /** Language of texts sent to it, as `hello` asked. */
  lang: Language = 'en';
  session: SocketSession | undefined;
  lastHeardMs: number;
  tokenCheckedMs: number;
  quotes: QuoteSubscription | undefined;
  readonly bars = new Map<string, BarSubscription>();
  account: AccountSubscription | undefined;
  tape: TapeSubscription | undefined;
  /** Event topics -> events that wait for the recovery, or the number up to which the client knows them. */
  readonly events = new Map<string, { known: number; waiting: (() => void)[] | undefined }>();
  readonly #limits: SocketLimits;
  readonly #seqs = new Map<string, number>();
  readonly #quotesLate = new Map<number, ChangedQuote>();
  readonly #barsLate = new Map<string, BarRow>();
  #waitingAccount: AccountFigures | undefined;
  #blockedSinceMs: number | undefined;
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(socket: WebSocket, ip: string, limits: SocketLimits, nowMs: number) {
    this.socket = socket;
    this.ip = ip;
    this.network = networkOf(ip);
    this.#limits = limits;
    this.bucket = new TokenBucket(limits.rate, nowMs);
    this.lastHeardMs = nowMs;
    this.tokenCheckedMs = nowMs;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  get subscriptions(): number {
    return (this.quotes ? 1 : 0) + (this.tape ? 1 : 0) + this.bars.size + (this.account ? 1 : 0) + this.events.size;
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

  sendBytes(bytes: Uint8Array): void {
    if (this.isOpen) this.socket.send(bytes);
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
    this.account = undefined;
    this.#waitingAccount = undefined;
    this.events.clear();
  }

  /** Takes these quotes from here on; what waits of others is dropped, of these it still comes. */
  subscribeQuotes(subscription: QuoteSubscription | undefined): void {
    this.quotes = subscription;
    for (const id of this.#quotesLate.keys()) if (!subscription || subscription.asked?.has(id) === false) this.#quotesLate.delete(id);
  }

  unsubscribeBar(topicKey: string): void {
    this.bars.delete(topicKey);
    for (const [key, row] of this.#barsLate) if (row.topicKey === topicKey) this.#barsLate.delete(key);
  }

  /** What this flush has for the socket; kept and merged while the client does not read. */
  pushQuotes(changes: readonly ChangedQuote[]): void {
    const asked = this.quotes?.asked;
    for (const change of changes) {
      if (asked && !asked.has(change.productId)) continue;
      const late = this.#quotesLate.get(change.productId);
      // In base only the newest frame counts, so it simply replaces what waited.
      this.#quotesLate.set(change.productId, late && this.profile === 'ext' ? change.over(late) : change);
    }
  }

  /** The newest checkpoint of the tape, in JSON, where it is wanted and due. */
  pushHead(size: number, text: string, nowMs: number): void {
    const { tape } = this;
    if (!tape || tape.told === size || nowMs < tape.dueMs) return;
    tape.told = size;
    tape.dueMs = nowMs + tape.paceMs;
    this.sendText(text);
  }

  pushBar(row: BarRow): void {
    this.#barsLate.set(row.key, row);
  }

  pushAccount(figures: AccountFigures): void {
    this.#waitingAccount = figures;
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
    this.#flushBars(nowMs);
    this.#flushAccount();
    return true;
  }

  #flushQuotes(): void {
    if (this.#quotesLate.size === 0) return;
    sendQuotes(this, [...this.#quotesLate.values()]);
    this.#quotesLate.clear();
  }

  #flushAccount(): void {
    const figures = this.#waitingAccount;
    if (!figures) return;
    this.#waitingAccount = undefined;
    const number = () => `,"seq":${this.nextSeq(TOPIC.account)},"uid":"${figures.uid}","outbox":${figures.outboxSeq}`;
    const extra = this.profile === 'ext' ? number() : '';
    this.sendText(`{"type":"${TOPIC.account}","data":${figures.words}${extra}}`);
  }

  /** A closed bar goes at once, a forming one no more often than it was asked for; one that waits is replaced by its next state. */
  #flushBars(nowMs: number): void {
    for (const [key, row] of this.#barsLate) {
      const subscription = this.bars.get(row.topicKey);
      if (!subscription?.isReady || (!row.closed && nowMs < subscription.dueMs)) continue;
      this.#barsLate.delete(key);
      if (!row.closed) subscription.dueMs = nowMs + subscription.paceMs;
      this.sendText(this.profile === 'base' ? row.base : row.ext(this.nextSeq(klineTopic(row.symbol))));
    }
  }
}
