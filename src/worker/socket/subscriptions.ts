/**
 * What is subscribed on the connection, kept equal to what is wanted: public topics while somebody looks, private ones while logged in.
 * It also watches the sequence of state topics (ext): what came twice is dropped, a jump subscribes the topic again, at most once a second.
 */
import type { Period } from '#domain/period-table.ts';
import { CLIENT_FRAME_BYTES_MAX, type ClientMessage, EVENT_TOPICS, klineTopic, PRIVATE_TOPICS, TOPIC } from '#protocol/socket.ts';
import type { Position } from '../account/event-numbers.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';

type Sub = ClientMessage & { type: 'sub' };
type SubscriptionParts = {
  readonly clock: EngineClock;
  isOpen(): boolean;
  send(message: ClientMessage): void;
  nextId(): number;
  /** Where a topic of the user's goes on from; of the tape undefined while nobody wants it. */
  position(topic: string): Position | undefined;
  /** Pushes of a topic were lost and it was subscribed again. */
  onGap(topic: string): void;
};

/** What comes into sight is asked for together, and not more often than this: a list that is scrolled must not meet the server's limit. */
const ASK_AFTER_MS = 100;
const ASK_EVERY_MS = 300;
/** What went out of sight may come back soon. */
const LEAVE_AFTER_MS = 3_000;
/** The engine counts bars and figures on from quotes: the server's own correct them, so often. */
const BARS_PACE_MS = 1_000;
const ACCOUNT_PACE_MS = 5_000;
/** A topic with a hole is subscribed again at most so often. */
const RESUBSCRIBE_EVERY_MS = 1_000;
/** A refused subscription is tried again after this. */
const REFUSED_PAUSE_MS = 5_000;
/** Room that is left in a client frame for everything but the symbols, and the server's limit of a list. */
const SYMBOL_BYTES_MAX = CLIENT_FRAME_BYTES_MAX - 512;
const SYMBOLS_MAX = 200;
const PRIVATE_BASE: readonly string[] = [TOPIC.account, TOPIC.closed];

export class Subscriptions {
  readonly #parts: SubscriptionParts;
  /** Those that are looked at, and those that the server is asked for: not every move is reported to it. */
  #symbols: string[] = [];
  #settled: string[] = [];
  #chart: { code: string; period: Period } | null = null;
  #asleep = false;
  #hidden = false;
  #figures = false;
  #loggedIn = false;
  #isBase = true;
  /** Topic to the message that asked for it on this connection. */
  #asked = new Map<string, string>();
  /** Last sequence of each state topic. */
  #seq = new Map<string, number>();
  #resubscribeAt = new Map<string, number>();
  #settledAt = Number.NEGATIVE_INFINITY;
  #settling: { readonly at: number; readonly stop: Stop } | undefined;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  get isAsleep(): boolean {
    return this.#asleep;
  }

  /** A fresh connection, or another profile on it: everything is asked for again. */
  restart(isBase: boolean, loggedIn: boolean): void {
    this.#isBase = isBase;
    this.#loggedIn = loggedIn;
    this.#asked.clear();
    this.#seq.clear();
    this.#resubscribeAt.clear();
    this.#settle();
    this.sync();
  }

  /** The products that are looked at. New ones are asked for soon, others are let go later. */
  setQuotes(symbols: readonly string[]): void {
    const isMore = symbols.some((symbol) => !this.#settled.includes(symbol));
    this.#symbols = [...symbols].sort();
    const now = this.#parts.clock.steady();
    this.#settleAt(isMore ? Math.max(now + ASK_AFTER_MS, this.#settledAt + ASK_EVERY_MS) : now + LEAVE_AFTER_MS);
  }

  /** Whether live figures of the account are looked at; events of the account come always. */
  setFigures(on: boolean): void {
    if (on === this.#figures) return;
    this.#figures = on;
    this.sync();
  }

  /** Ext: nobody looks, so nothing public is paid for. Snapshots bring back what matters when somebody does. */
  setHidden(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    this.#settle();
    this.sync();
  }

  setChart(chart: { code: string; period: Period } | null): void {
    if (chart?.code === this.#chart?.code && chart?.period === this.#chart?.period) return;
    this.#chart = chart;
    this.sync();
  }

  setAsleep(asleep: boolean): void {
    this.#asleep = asleep;
    this.#settle();
    this.sync();
  }

  /** Logged out, the server has dropped the private topics by itself. */
  setLoggedIn(loggedIn: boolean): void {
    this.#loggedIn = loggedIn;
    if (!loggedIn) for (const topic of PRIVATE_TOPICS) this.#asked.delete(topic);
    this.sync();
  }

  /** Makes what is subscribed equal to what is wanted. */
  sync(): void {
    if (!this.#parts.isOpen()) return;
    const wanted = this.#wanted();
    for (const topic of this.#asked.keys()) if (!wanted.has(topic)) this.#unsubscribe(topic);
    for (const [topic, message] of wanted) {
      const text = JSON.stringify(message);
      if (this.#asked.get(topic) === text) continue;
      // One topic, another period: the server must not keep both.
      if (this.#asked.has(topic) && topic !== TOPIC.quotes) this.#unsubscribe(topic);
      this.#subscribe(topic, message);
    }
  }

  /** The server accepted; from here on its sequence counts. One that goes on, with other symbols, must not have jumped. */
  accepted(topic: string, seq: number): void {
    if (Number.isNaN(seq)) return;
    const last = this.#seq.get(topic);
    this.#seq.set(topic, seq);
    if (last !== undefined && seq > last) this.resubscribe(topic);
  }

  refused(topic: string): void {
    this.#asked.delete(topic);
    this.#parts.clock.after(REFUSED_PAUSE_MS, () => this.sync());
  }

  /** False for what came already. A jump subscribes the topic again, but what jumped is newer and counts. */
  isNext(topic: string, seq: number): boolean {
    if (Number.isNaN(seq)) return true;
    const last = this.#seq.get(topic);
    if (last !== undefined && seq <= last) return false;
    this.#seq.set(topic, seq);
    if (last !== undefined && seq > last + 1) this.resubscribe(topic);
    return true;
  }

  /** Subscribes one topic again after a hole: its snapshot or its replay mends it. Calls within a second are one. */
  resubscribe(topic: string): void {
    const now = this.#parts.clock.steady();
    const nextAt = this.#resubscribeAt.get(topic) ?? Number.NEGATIVE_INFINITY;
    if (nextAt > now + RESUBSCRIBE_EVERY_MS) return;
    this.#resubscribeAt.set(topic, Math.max(now, nextAt) + RESUBSCRIBE_EVERY_MS);
    if (nextAt <= now) this.#resubscribeNow(topic);
    else this.#parts.clock.after(nextAt - now, () => this.#resubscribeNow(topic));
  }

  #resubscribeNow(topic: string): void {
    const message = this.#wanted().get(topic);
    if (!this.#parts.isOpen() || !message || !this.#asked.has(topic)) return;
    // The server tells only what is new to a subscription; from one that ended everything is.
    if (topic === TOPIC.quotes && !this.#isBase) this.#unsubscribe(topic);
    this.#seq.delete(topic);
    this.#subscribe(topic, message);
    this.#parts.onGap(topic);
  }

  /** Asks for what is looked at then; an earlier date counts. */
  #settleAt(at: number): void {
    if (!this.#parts.isOpen() || (this.#settling && this.#settling.at <= at)) return;
    this.#settling?.stop();
    const settle = () => {
      this.#settle();
      this.sync();
    };
    this.#settling = { at, stop: this.#parts.clock.after(at - this.#parts.clock.steady(), settle) };
  }

  #settle(): void {
    this.#settling?.stop();
    this.#settling = undefined;
    this.#settledAt = this.#parts.clock.steady();
    this.#settled = this.#symbols;
  }

  #subscribe(topic: string, message: Sub): void {
    this.#asked.set(topic, JSON.stringify(message));
    this.#parts.send(this.#isBase ? message : { ...message, id: this.#parts.nextId(), ...this.#parts.position(topic) });
  }

  #unsubscribe(topic: string): void {
    this.#asked.delete(topic);
    this.#seq.delete(topic);
    this.#parts.send({ type: 'unsub', topic });
  }

  #wanted(): Map<string, Sub> {
    const wanted = new Map<string, Sub>();
    const add = (topic: string, more: Partial<Sub> = {}) => wanted.set(topic, { type: 'sub', topic, ...more });
    const isBase = this.#isBase;
    const isSeen = !this.#asleep && (isBase || !this.#hidden);
    const chart = isSeen ? this.#chart : null;
    if (isSeen && isBase) add(TOPIC.quotes);
    else if (isSeen && this.#settled.length > 0) add(TOPIC.quotes, { symbols: fitting(this.#settled) });
    if (chart) add(klineTopic(chart.code), { period: chart.period, ...(isBase ? {} : { pace: BARS_PACE_MS }) });
    if (!this.#loggedIn) return wanted;
    for (const topic of isBase ? PRIVATE_BASE : EVENT_TOPICS) add(topic);
    if (!isBase && this.#parts.position(TOPIC.tape)) add(TOPIC.tape);
    if (!isBase && isSeen && this.#figures) add(TOPIC.account, { pace: ACCOUNT_PACE_MS });
    return wanted;
  }
}

/** As many symbols as a client frame holds. */
function fitting(symbols: readonly string[]): string[] {
  let bytes = 0;
  const kept: string[] = [];
  for (const symbol of symbols) {
    bytes += symbol.length + 3;
    if (bytes > SYMBOL_BYTES_MAX || kept.length >= SYMBOLS_MAX) break;
    kept.push(symbol);
  }
  return kept;
}
