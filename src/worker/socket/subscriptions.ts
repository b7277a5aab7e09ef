/**
 * What is subscribed on the connection, kept equal to what is wanted: public topics while somebody looks, private ones while logged in.
 * It also watches the sequence of state topics (ext): what came twice is dropped, a jump subscribes the topic again, at most once a second.
 */
import type { Period } from '#domain/periods.ts';
import { CLIENT_FRAME_BYTES_MAX, type ClientMessage, EVENT_TOPICS, klineTopic, TOPIC } from '#protocol/socket.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';

type Sub = ClientMessage & { type: 'sub' };
export type SubscriptionParts = {
  readonly clock: EngineClock;
  isOpen(): boolean;
  send(message: ClientMessage): void;
  nextId(): number;
  /** Where the user's events stand, to recover from. */
  position(): { epoch: string; seq: number } | undefined;
  /** Pushes of a topic were lost and it was subscribed again. */
  onGap(topic: string): void;
};

/** Changes of what is watched are sent together. */
const SYNC_AFTER_MS = 100;
/** A topic with a hole is subscribed again at most so often. */
const RESUBSCRIBE_EVERY_MS = 1_000;
/** A refused subscription is tried again after this. */
const REFUSED_PAUSE_MS = 5_000;
/** Room that is left in a client frame for everything but the symbols, and the server's limit of a list. */
const SYMBOL_BYTES_MAX = CLIENT_FRAME_BYTES_MAX - 512;
const SYMBOLS_MAX = 200;
const PRIVATE_BASE: readonly string[] = [TOPIC.account, TOPIC.closed];
const PRIVATE_EXT: readonly string[] = [TOPIC.account, ...EVENT_TOPICS];

export class Subscriptions {
  readonly #parts: SubscriptionParts;
  #symbols: string[] = [];
  #chart: { code: string; period: Period } | null = null;
  #asleep = false;
  #loggedIn = false;
  #isBase = true;
  /** Topic to the message that asked for it on this connection. */
  #asked = new Map<string, string>();
  /** Last sequence of each state topic. */
  #seq = new Map<string, number>();
  #resubscribeAt = new Map<string, number>();
  #stopSync: Stop | undefined;

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
    this.sync();
  }

  setQuotes(symbols: readonly string[]): void {
    this.#symbols = [...symbols].sort();
    this.#syncSoon(SYNC_AFTER_MS);
  }

  setChart(chart: { code: string; period: Period } | null): void {
    this.#chart = chart;
    this.sync();
  }

  setAsleep(asleep: boolean): void {
    this.#asleep = asleep;
    this.sync();
  }

  /** Logged out, the server has dropped the private topics by itself. */
  setLoggedIn(loggedIn: boolean): void {
    this.#loggedIn = loggedIn;
    if (!loggedIn) for (const topic of PRIVATE_EXT) this.#asked.delete(topic);
    this.sync();
  }

  /** Makes what is subscribed equal to what is wanted. */
  sync(): void {
    this.#stopSync?.();
    this.#stopSync = undefined;
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

  /** The server accepted; from here on its sequence counts. */
  accepted(topic: string, seq: number): void {
    if (!Number.isNaN(seq)) this.#seq.set(topic, seq);
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
    this.#subscribe(topic, message);
    this.#parts.onGap(topic);
  }

  #syncSoon(afterMs: number): void {
    if (this.#parts.isOpen()) this.#stopSync ??= this.#parts.clock.after(afterMs, () => this.sync());
  }

  #subscribe(topic: string, message: Sub): void {
    this.#asked.set(topic, JSON.stringify(message));
    this.#seq.delete(topic);
    const position = EVENT_TOPICS.includes(topic) ? this.#parts.position() : undefined;
    this.#parts.send(this.#isBase ? message : { ...message, id: this.#parts.nextId(), ...position });
  }

  #unsubscribe(topic: string): void {
    this.#asked.delete(topic);
    this.#seq.delete(topic);
    this.#parts.send({ type: 'unsub', topic });
  }

  #wanted(): Map<string, Sub> {
    const wanted = new Map<string, Sub>();
    const add = (topic: string, more: Partial<Sub> = {}) => wanted.set(topic, { type: 'sub', topic, ...more });
    if (!this.#asleep) {
      add(TOPIC.quotes, this.#isBase ? {} : { symbols: fitting(this.#symbols) });
      if (this.#chart) add(klineTopic(this.#chart.code), { period: this.#chart.period });
    }
    if (this.#loggedIn) for (const topic of this.#isBase ? PRIVATE_BASE : PRIVATE_EXT) add(topic);
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
