/**
 * The topics of one person: events from the outbox with their gapless numbers, replayed to whoever comes back in time, and the live
 * account snapshot at most twice a second. Every push of ext carries the person's number, so that no client shows another's.
 */
import { EVENT_TOPICS, type ServerMessage, TOPIC } from '#protocol/socket.ts';
import type { Clock } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import type { OutboxPosition } from '../repositories/outbox-repository.ts';
import type { OutboxPublisher, PublishedEvent } from '../trading/outbox/outbox-publisher.ts';
import type { Trader, Trading } from '../trading/trading.ts';
import type { Connection } from './connection.ts';

/** Snapshots computed side by side. */
const PARALLEL_MAX = 4;

/** `isDirty`: more than prices can have changed, so whoever watches is told at once. */
type Watcher = { readonly trader: Trader; readonly connections: Set<Connection>; hasOrders: boolean; isDirty: boolean };
type Parts = {
  readonly outbox: Pick<OutboxPublisher, 'position' | 'replayAfter'>;
  readonly clock: Clock;
  readonly trading: Pick<Trading, 'snapshot'>;
  readonly limits: SocketLimits;
  readonly nodeEpoch: string;
};
/** How far a client says it came: the newest event that it has, with the time that the event carried. */
type Position = {
  readonly id?: number | undefined;
  readonly epoch?: string | undefined;
  readonly seq?: number | undefined;
  readonly t?: number | undefined;
};
type AccountSub = { readonly id?: number | undefined; readonly pace?: number | undefined };

export class PrivateTopics {
  readonly #parts: Parts;
  /** Sockets by person, for events. */
  readonly #members = new Map<number, Set<Connection>>();
  readonly #watchers = new Map<number, Watcher>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  connectionsOf(userId: number): number {
    return this.#members.get(userId)?.size ?? 0;
  }

  join(connection: Connection, trader: Trader): void {
    const members = this.#members.get(trader.id) ?? new Set();
    members.add(connection);
    this.#members.set(trader.id, members);
  }

  /** Forgets everything private of a socket. */
  leave(connection: Connection): void {
    const userId = connection.session?.trader.id;
    connection.dropPrivate();
    if (userId === undefined) return;
    this.#members.get(userId)?.delete(connection);
    if (this.#members.get(userId)?.size === 0) this.#members.delete(userId);
    this.#unwatch(connection, userId);
  }

  unsubscribe(connection: Connection, topic: string): void {
    connection.events.delete(topic);
    if (topic !== TOPIC.account) return;
    connection.account = undefined;
    if (connection.session) this.#unwatch(connection, connection.session.trader.id);
  }

  async subscribeAccount(connection: Connection, trader: Trader, { id, pace }: AccountSub): Promise<void> {
    const watcher = this.#watchers.get(trader.id) ?? { trader, connections: new Set(), hasOrders: false, isDirty: true };
    this.#watchers.set(trader.id, watcher);
    watcher.connections.add(connection);
    const account = { paceMs: pace ?? 0, dueMs: 0, lastSent: '' };
    connection.account = account;
    if (connection.profile === 'base') {
      connection.send(subReply(TOPIC.account, id));
      watcher.isDirty = true;
      return;
    }
    const snapshot = await this.#parts.trading.snapshot(trader);
    // The socket may have left the topic, or taken it anew, while the account was read.
    if (connection.account !== account) return;
    const { figures, outboxSeq } = snapshot;
    const state = { epoch: this.#parts.nodeEpoch, seq: connection.seqOf(TOPIC.account), outbox: outboxSeq, snapshot: figures };
    connection.send({ ...subReply(TOPIC.account, id), ...state });
    account.lastSent = JSON.stringify(figures);
    account.dueMs = this.#parts.clock.monotonicMs() + account.paceMs;
    watcher.isDirty = true;
  }

  /** Sends the new state of each watched account that can have changed, to whom it is due. */
  async pushAccounts(nowMs: number): Promise<void> {
    const isDue = (connection: Connection) => connection.account !== undefined && connection.account.dueMs <= nowMs;
    const due = [...this.#watchers.values()].filter(
      (watcher) => watcher.isDirty || (watcher.hasOrders && [...watcher.connections].some(isDue)),
    );
    for (let from = 0; from < due.length; from += PARALLEL_MAX) {
      await Promise.all(due.slice(from, from + PARALLEL_MAX).map((watcher) => this.#pushAccount(watcher, nowMs)));
    }
  }

  async #pushAccount(watcher: Watcher, nowMs: number): Promise<void> {
    const { isDirty } = watcher;
    watcher.isDirty = false;
    const { figures, hasPositions, outboxSeq } = await this.#parts.trading.snapshot(watcher.trader);
    watcher.hasOrders = hasPositions;
    const words = JSON.stringify(figures);
    for (const connection of watcher.connections) {
      const { account } = connection;
      if (!account || account.lastSent === words || (!isDirty && account.dueMs > nowMs)) continue;
      account.lastSent = words;
      account.dueMs = nowMs + account.paceMs;
      connection.pushAccount({ words, uid: watcher.trader.uid, outboxSeq });
    }
  }

  /**
   * Subscribes an event topic. In ext a client that says how far it came gets what it missed, from any node and over restarts, when that
   * is at most 300 events and two minutes ago; otherwise, and where its event is not one of this database's history, `recovered: false`,
   * and it reads the lists again.
   */
  async subscribeEvents(connection: Connection, trader: Trader, topic: string, position: Position): Promise<void> {
    const entry = { known: 0, waiting: [] as (() => void)[] | undefined };
    connection.events.set(topic, entry);
    if (connection.profile === 'base') {
      entry.waiting = undefined;
      connection.send(subReply(topic, position.id));
      return;
    }
    const newest = await this.#parts.outbox.position(trader.id);
    const missed = await this.#missed(trader.id, position, newest);
    // The socket may have left the topic, or taken it anew, while the database was asked.
    if (connection.events.get(topic) !== entry) return;
    const { epoch, seq, atMs } = newest;
    const reply = { ...subReply(topic, position.id), epoch, seq, t: atMs };
    connection.send(position.seq === undefined ? reply : { ...reply, recovered: missed !== undefined });
    for (const event of missed ?? []) if (event.topic === topic) connection.send(eventFrame(event, 'ext', trader.uid));
    entry.known = seq;
    const waiting = entry.waiting ?? [];
    entry.waiting = undefined;
    for (const deliver of waiting) deliver();
  }

  /** Events after a position, whole, or undefined when they cannot all be had. */
  async #missed(userId: number, from: Position, newest: OutboxPosition): Promise<PublishedEvent[] | undefined> {
    const { limits, clock, outbox } = this.#parts;
    const { seq } = from;
    if (seq === undefined || from.epoch !== newest.epoch || seq > newest.seq) return undefined;
    if (seq === newest.seq) return from.t === newest.atMs ? [] : undefined;
    if (newest.seq - seq > limits.recoverEventsMax) return undefined;
    const known = Math.min(seq, 1);
    const events = await outbox.replayAfter(userId, seq - known, limits.recoverEventsMax + known);
    const last = events.splice(0, known)[0];
    // A restored database that went on gave the number to another event.
    const isOurs = seq === 0 || (last?.seq === seq && last.createdAtMs === from.t);
    const missed = events.filter((event) => event.seq <= newest.seq);
    const isRecent = missed.every((event) => clock.now() - event.createdAtMs <= limits.recoverMs);
    return isOurs && isRecent && missed.length === newest.seq - seq ? missed : undefined;
  }

  /** A committed event, to every socket of its person that subscribed its topic. */
  deliver(event: PublishedEvent): void {
    const watcher = this.#watchers.get(event.userId);
    if (watcher) watcher.isDirty = true;
    if (!EVENT_TOPICS.includes(event.topic)) return;
    for (const connection of this.#members.get(event.userId) ?? []) {
      const entry = connection.events.get(event.topic);
      const uid = connection.session?.trader.uid;
      if (!entry || uid === undefined) continue;
      const send = () => {
        if (event.seq <= entry.known) return;
        entry.known = event.seq;
        connection.send(eventFrame(event, connection.profile, uid));
      };
      // Bounded: a recovery takes two reads, and an event is only ever one person's.
      if (entry.waiting) entry.waiting.push(send);
      else send();
    }
  }

  #unwatch(connection: Connection, userId: number): void {
    const watcher = this.#watchers.get(userId);
    watcher?.connections.delete(connection);
    if (watcher?.connections.size === 0) this.#watchers.delete(userId);
  }
}

export const subReply = (topic: string, id: number | undefined, code = 1): Extract<ServerMessage, { type: 'sub' }> => ({
  type: 'sub',
  topic,
  code,
  ...(id === undefined ? {} : { id }),
});

/** Ext adds the person, the person's number of the event and when it was written. */
function eventFrame(event: PublishedEvent, profile: 'base' | 'ext', uid: string): ServerMessage {
  const extra = profile === 'ext' ? { seq: event.seq, uid, t: event.createdAtMs } : {};
  return { type: event.topic, ...event.payload, ...extra } as ServerMessage;
}
