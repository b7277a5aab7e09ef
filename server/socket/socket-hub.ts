/**
 * The hub of all sockets: takes ticks, bars and events from inside and tells each client what it subscribed, ten times a second. It
 * never waits for a client, never queues without a bound, and one slow reader costs the others nothing.
 */
import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { ERROR } from '#protocol/errors.ts';
import { CLOSE, TOPIC } from '#protocol/socket.ts';
import type { Candles } from '../candles/candles.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { SESSIONS_ENDED } from '../repositories/outbox-repository.ts';
import type { Tape } from '../tape/tape.ts';
import type { OutboxPublisher } from '../trading/outbox/outbox-publisher.ts';
import type { Trading } from '../trading/trading.ts';
import type { Sessions } from '../users/sessions.ts';
import { readClientMessage } from './client-message.ts';
import { Connection } from './connection.ts';
import { Conversation } from './conversation.ts';
import { MarketTopics } from './market-topics.ts';
import { PrivateTopics } from './private-topics.ts';
import { SocketDoor } from './socket-door.ts';

export type HubParts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: SocketLimits;
  readonly tape: Tape;
  readonly candles: Candles;
  readonly catalogue: Catalogue;
  readonly trading: Trading;
  readonly sessions: Sessions;
  readonly outbox: Pick<OutboxPublisher, 'onEvent' | 'position' | 'replayAfter'>;
  readonly metrics: Metrics;
};

const SWEEP_MS = 1_000;
/** Sweeps that are further apart say that the process stood still. */
const AWAKE_MS = 5_000;
/** A socket that was told to go has so long to answer before it is cut. */
const CUT_AFTER_MS = 1_000;
const RETRY_MIN_MS = 250;
/** Spreads the return of a crowd: at most 500 sockets a second come back. */
const RETRY_MS_PER_SOCKET = 2;

export class SocketHub {
  readonly #parts: HubParts;
  readonly #connections = new Set<Connection>();
  readonly #door: SocketDoor;
  /** Of what this process remembers, public topics that is: the events of a person belong to the database and outlive it. */
  readonly #nodeEpoch = randomBytes(4).toString('hex');
  readonly #market: MarketTopics;
  readonly #private: PrivateTopics;
  readonly #conversation: Conversation;
  readonly #stops: Stop[] = [];
  #sweptMs = Number.NEGATIVE_INFINITY;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#door = new SocketDoor(parts);
    this.#market = new MarketTopics({ ...parts, nodeEpoch: this.#nodeEpoch });
    this.#private = new PrivateTopics({ ...parts, nodeEpoch: this.#nodeEpoch });
    this.#conversation = new Conversation({
      ...parts,
      market: this.#market,
      privateTopics: this.#private,
      nodeEpoch: this.#nodeEpoch,
      isThere: (connection) => this.#connections.has(connection),
    });
  }

  get size(): number {
    return this.#connections.size;
  }

  start(): void {
    const { clock, limits, outbox, sessions } = this.#parts;
    this.#stops.push(
      this.#market.start(),
      outbox.onEvent((event) => this.#private.deliver(event)),
      outbox.onEvent(({ topic, userId }) => {
        if (topic === SESSIONS_ENDED.topic) void this.#guarded(() => this.#askAgain(userId));
      }),
      sessions.onRevoked((tokenHash) => this.#refuseToken(tokenHash)),
      clock.every(limits.flushMs, () => this.#flush()),
      clock.every(limits.accountPushMs, () => this.#guarded(() => this.#private.pushAccounts(clock.monotonicMs()))),
      clock.every(SWEEP_MS, () => this.#guarded(() => this.#sweep())),
      clock.every(limits.protocolPingMs, () => {
        for (const connection of this.#connections) if (connection.isOpen) connection.socket.ping();
      }),
    );
  }

  /** Counts an attempt to connect; ms that the caller has to wait, 0 when it may come in. */
  waitMs(ip: string): number {
    return this.#door.waitMs(ip);
  }

  accept(socket: WebSocket, ip: string): void {
    const { clock, limits, metrics, log } = this.#parts;
    const connection = new Connection(socket, ip, limits, clock.monotonicMs());
    socket.on('error', () => {});
    if (!this.#door.enter(ip)) {
      this.#close(connection, CLOSE.rate, 'full');
      return;
    }
    this.#connections.add(connection);
    metrics.sockets(this.#connections.size);
    socket.on('message', (data, isBinary) => this.#hear(connection, data.toString(), isBinary));
    socket.on('pong', () => {
      connection.lastHeardMs = clock.monotonicMs();
    });
    // A frame over the limit or a broken one ends the socket by itself; a peer that does not answer the close is cut.
    socket.once('error', (error: Error & { code?: string }) => {
      metrics.frameDropped('protocol');
      log.info({ network: connection.network, code: error.code ?? error.name }, 'a socket ended by what it sent');
      this.#cutSoon(connection);
    });
    socket.on('close', () => this.#forget(connection));
  }

  /** Tells everybody to come back at different times, and lets go of them. */
  shutdown(): void {
    for (const stop of this.#stops.splice(0)) stop();
    const spreadMs = Math.max(2 * RETRY_MIN_MS, this.#connections.size * RETRY_MS_PER_SOCKET);
    for (const connection of this.#connections) {
      const retryMs = RETRY_MIN_MS + Math.floor((randomBytes(2).readUInt16LE() / 65_536) * spreadMs);
      if (connection.profile === 'ext') connection.send({ type: 'shutdown', after_ms: 0, retry_ms: retryMs });
      connection.socket.close(CLOSE.shutdown, String(retryMs));
      this.#parts.clock.after(CUT_AFTER_MS, () => connection.socket.terminate());
    }
  }

  #hear(connection: Connection, text: string, isBinary: boolean): void {
    const { clock, limits, metrics } = this.#parts;
    connection.lastHeardMs = clock.monotonicMs();
    if (connection.bucket.take(connection.lastHeardMs) > 0) {
      this.#close(connection, CLOSE.rate, 'rate');
      return;
    }
    const read = isBinary ? ({ dropped: 'binary' } as const) : readClientMessage(text, limits.frameDepthMax);
    if ('dropped' in read) {
      metrics.frameDropped(read.dropped);
      if (!('refused' in read)) return;
    }
    const answer = () =>
      'refused' in read ? this.#conversation.refuse(connection, read.refused) : this.#conversation.answer(connection, read.message);
    const isTaken = connection.inTurn(() => this.#guarded(answer));
    if (!isTaken) this.#close(connection, CLOSE.rate, 'rate');
  }

  #flush(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    this.#market.collect();
    for (const connection of this.#connections) if (!connection.flush(nowMs)) this.#cutSoon(connection);
  }

  /** Once a second: markets that opened or closed, the head of the tape, sockets that fell silent, tokens that died elsewhere. */
  async #sweep(): Promise<void> {
    const { clock, limits, sessions } = this.#parts;
    const nowMs = clock.monotonicMs();
    // What came while the process did not run is read before anybody is called silent.
    const isAwake = nowMs - this.#sweptMs < AWAKE_MS;
    this.#sweptMs = nowMs;
    this.#market.noticeFlips(clock.now());
    this.#pushHead();
    for (const connection of this.#connections) {
      if (isAwake && nowMs - connection.lastHeardMs >= limits.silentAfterMs) connection.socket.terminate();
      const { session } = connection;
      if (!session || nowMs - connection.tokenCheckedMs < limits.tokenCheckMs) continue;
      connection.tokenCheckedMs = nowMs;
      if (!(await sessions.findByHash(session.tokenHash))) this.#refuseToken(session.tokenHash);
    }
  }

  #pushHead(): void {
    const head = this.#parts.tape.head();
    if (!head) return;
    const nowMs = this.#parts.clock.monotonicMs();
    const text = JSON.stringify({ type: TOPIC.tape, height: head.size, hash: head.hash, t: head.timeMs, note: head.note });
    for (const connection of this.#connections) connection.pushHead(head.size, text, nowMs);
  }

  /** Sessions of a person have ended, perhaps on another node: those of their sockets are looked at now. */
  async #askAgain(userId: number): Promise<void> {
    this.#conversation.sessionsEnded();
    const hashes = new Set<string>();
    for (const { session } of this.#connections) if (session?.trader.id === userId) hashes.add(session.tokenHash);
    for (const hash of hashes) if (!(await this.#parts.sessions.findByHash(hash))) this.#refuseToken(hash);
  }

  #refuseToken(tokenHash: string): void {
    for (const connection of this.#connections) {
      if (connection.session?.tokenHash !== tokenHash) continue;
      this.#private.leave(connection);
      connection.send({ type: 'login', code: ERROR.session });
    }
  }

  #close(connection: Connection, code: number, reason: string): void {
    connection.socket.close(code, reason);
    this.#cutSoon(connection);
  }

  /** A client that does not answer the close is cut, so that its buffer cannot stay. */
  #cutSoon(connection: Connection): void {
    const { socket } = connection;
    this.#forget(connection);
    this.#parts.clock.after(CUT_AFTER_MS, () => socket.terminate());
  }

  #forget(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    this.#door.leave(connection.ip);
    this.#private.leave(connection);
    this.#market.leave(connection);
    this.#parts.metrics.sockets(this.#connections.size);
  }

  /** A failure while serving one client or one round is logged; the hub goes on. */
  async #guarded(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'socket hub');
    }
  }
}
