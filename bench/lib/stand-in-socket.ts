/**
 * The stand-in's side of the socket: the words of the base profile, and every tick to every subscriber, conflated by nobody. A socket
 * that is too far behind misses frames, which are counted, so that a slow page cannot grow this process without bound.
 */
import type { WebSocket } from 'ws';
import type { Period } from '../../src/domain/period-table.ts';
import { isPeriod } from '../../src/domain/periods.ts';
import { SPECIFIED_PERIODS } from '../../src/domain/specified-periods.ts';
import { type ClientMessage, klineTopic, TOPIC } from '../../src/protocol/socket.ts';
import type { StandInBars } from './stand-in-bars.ts';
import type { StandInMarket } from './stand-in-market.ts';
import type { StandInOptions } from './stand-in-words.ts';

/** How often ticks that have become due are sent. */
const TURN_MS = 5;
/** A bar that moved is pushed so often. */
const BARS_EVERY_MS = 100;
/** Ticks that are later than this are never made, so that a stall is no flood. */
const LATE_MAX_MS = 500;

type Member = { readonly socket: WebSocket; hasQuotes: boolean; readonly bars: Map<string, Set<Period>> };

export class StandInSocket {
  market: StandInMarket;
  bars: StandInBars;
  options: StandInOptions;
  sent = 0;
  frames = 0;
  skipped = 0;
  late = 0;
  maxBuffered = 0;
  readonly #members = new Set<Member>();
  #due = 0;
  #turnedAt = performance.now();

  constructor(market: StandInMarket, bars: StandInBars, options: StandInOptions) {
    this.market = market;
    this.bars = bars;
    this.options = options;
    setInterval(() => this.#turn(), TURN_MS);
    setInterval(() => this.#pushBars(), BARS_EVERY_MS);
  }

  get sockets(): number {
    return this.#members.size;
  }

  join(socket: WebSocket): void {
    const member: Member = { socket, hasQuotes: false, bars: new Map() };
    this.#members.add(member);
    socket.on('message', (data) => this.#heard(member, String(data)));
    socket.on('close', () => this.#members.delete(member));
    socket.on('error', () => socket.terminate());
  }

  /** Ends every socket without a closing word. */
  drop(): void {
    for (const { socket } of this.#members) socket.terminate();
  }

  #heard(member: Member, text: string): void {
    const { socket } = member;
    const say = (message: unknown) => socket.send(JSON.stringify(message));
    const message = JSON.parse(text) as ClientMessage;
    if (message.type === 'ping') say({ type: 'pong' });
    if (message.type === 'login') say({ type: 'login', code: 1, msg: 'ok' });
    if (message.type === 'unsub') this.#leave(member, message.topic);
    if (message.type !== 'sub') return;
    say({ type: 'sub', topic: message.topic, code: 1 });
    if (message.topic === TOPIC.quotes) this.#joinQuotes(member);
    else this.#joinBars(member, message.topic, isPeriod(message.period) ? [message.period] : SPECIFIED_PERIODS.map(({ name }) => name));
  }

  /** A subscription begins with every product as it stands. */
  #joinQuotes(member: Member): void {
    member.hasQuotes = true;
    const all = this.market.codes.map((_, index) => this.market.message(index));
    for (let from = 0; from < all.length; from += this.options.ticksPerFrame)
      member.socket.send(frameOf(all.slice(from, from + this.options.ticksPerFrame)));
  }

  #joinBars(member: Member, topic: string, periods: readonly Period[]): void {
    const index = this.market.codes.findIndex((code) => klineTopic(code) === topic);
    if (index < 0) return;
    const wanted = member.bars.get(topic) ?? new Set();
    member.bars.set(topic, wanted);
    for (const period of periods) {
      wanted.add(period);
      member.socket.send(JSON.stringify(this.bars.newest(index, period)));
    }
  }

  #leave(member: Member, topic: string): void {
    if (topic === TOPIC.quotes) member.hasQuotes = false;
    member.bars.delete(topic);
  }

  #turn(): void {
    const now = performance.now();
    const { ticksPerSecond, ticksPerFrame } = this.options;
    this.#due += ((now - this.#turnedAt) * ticksPerSecond) / 1_000;
    this.#turnedAt = now;
    const dueMax = (LATE_MAX_MS * ticksPerSecond) / 1_000;
    const members = [...this.#members].filter((member) => member.hasQuotes);
    if (members.length === 0) this.#due = 0;
    if (this.#due > dueMax) {
      this.late += Math.floor(this.#due - dueMax);
      this.#due = dueMax;
    }
    for (; this.#due >= ticksPerFrame; this.#due -= ticksPerFrame) this.#send(members, ticksPerFrame);
  }

  #send(members: readonly Member[], ticks: number): void {
    const timeMs = Date.now();
    const messages: string[] = [];
    for (let count = 0; count < ticks; count++) {
      const index = this.market.tick(timeMs);
      this.bars.tick(index, timeMs);
      messages.push(this.market.message(index));
    }
    const frame = frameOf(messages);
    for (const { socket } of members) {
      const { bufferedAmount } = socket;
      if (bufferedAmount > this.maxBuffered) this.maxBuffered = bufferedAmount;
      if (bufferedAmount > this.options.bufferedBytesMax) {
        this.skipped += ticks;
        continue;
      }
      socket.send(frame);
      this.sent += ticks;
      this.frames++;
    }
  }

  #pushBars(): void {
    for (const push of this.bars.takeChanged()) {
      const text = JSON.stringify(push);
      for (const { socket, bars } of this.#members) if (bars.get(klineTopic(push.symbol))?.has(push.Period)) socket.send(text);
    }
  }
}

const frameOf = (messages: readonly string[]): string => (messages.length === 1 ? (messages[0] as string) : `[${messages.join(',')}]`);
