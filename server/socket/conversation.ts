/**
 * What clients say, and what each gets for an answer: hello, ping, login, logout, subscriptions. It owns no socket and sends nothing but
 * answers.
 */
import { languageOf } from '#domain/languages.ts';
import { ERROR } from '#protocol/errors.ts';
import { type ClientMessage, EXT_MSGPACK_PROFILE, PRIVATE_TOPICS, TOPIC } from '#protocol/socket.ts';
import type { Clock } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import { invalidField } from '../outcome.ts';
import { messageText } from '../site/messages.ts';
import type { Tape } from '../tape/tape.ts';
import type { Session, Sessions } from '../users/sessions.ts';
import { traderOf } from '../users/user-row.ts';
import type { BadSubscription } from './client-message.ts';
import type { Connection } from './connection.ts';
import type { MarketTopics } from './market-topics.ts';
import { type PrivateTopics, subReply } from './private-topics.ts';

type ConversationParts = {
  readonly clock: Clock;
  readonly limits: SocketLimits;
  readonly sessions: Sessions;
  readonly tape: Pick<Tape, 'receiveNote'>;
  readonly market: MarketTopics;
  readonly privateTopics: PrivateTopics;
  /** Of what this process remembers. */
  readonly nodeEpoch: string;
  /** False once a client has gone. */
  isThere(connection: Connection): boolean;
};

/** Sessions that are looked up anew, at most so often, because others ended meanwhile. */
const LOOKS_MAX = 3;

export class Conversation {
  readonly #parts: ConversationParts;
  /** How often this node was told of sessions that ended. */
  #ends = 0;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  /** Sessions have ended: one that is being looked up at this moment may be among them. */
  sessionsEnded(): void {
    this.#ends++;
  }

  /** Answers one message of a client that is still there; rejects when it could not be served. */
  async answer(connection: Connection, message: ClientMessage): Promise<void> {
    if (!this.#parts.isThere(connection)) return;
    switch (message.type) {
      case 'hello':
        connection.lang = languageOf(message.lang) ?? connection.lang;
        return this.#hello(connection, message.profile);
      case 'ping':
        return this.#pong(connection, message);
      case 'login':
        return this.#login(connection, message.token, message.id);
      case 'logout':
        return this.#parts.privateTopics.leave(connection);
      case 'sub':
        return this.#subscribe(connection, message).catch((error: unknown) => this.#failed(connection, message, error));
      case 'unsub':
        if (PRIVATE_TOPICS.includes(message.topic)) return this.#parts.privateTopics.unsubscribe(connection, message.topic);
        if (message.topic === TOPIC.tape) connection.tape = undefined;
        return this.#parts.market.unsubscribe(connection, message.topic);
    }
  }

  /** Says which field of a subscription is wrong; one to the same topic that holds stays as it is. */
  refuse(connection: Connection, { topic, id, problem }: BadSubscription): void {
    const { code, message, params, data } = invalidField(problem);
    connection.send({ ...subReply(topic, id, code), msg: messageText(message, connection.lang, params), ...(data && { data }) });
  }

  #hello(connection: Connection, profile: string | undefined): void {
    const { clock, limits } = this.#parts;
    connection.profile = 'ext';
    connection.isBinary = profile === EXT_MSGPACK_PROFILE;
    const shown = { subs: limits.subs, rate: limits.rate.perSecond, burst: limits.rate.burst };
    connection.send({ type: 'hello', v: 2, epoch: this.#parts.nodeEpoch, t: clock.now(), limits: shown, flush_ms: limits.flushMs });
  }

  #pong(connection: Connection, message: { id?: number; c?: number }): void {
    if (connection.profile === 'base') {
      connection.send({ type: 'pong' });
      return;
    }
    const { id, c } = message;
    const echo = { ...(id === undefined ? {} : { id }), ...(c === undefined ? {} : { c }) };
    connection.send({ type: 'pong', ...echo, t: this.#parts.clock.now() });
  }

  /** The session of a token, read after the last end that this node was told of. */
  async #sessionOf(token: string): Promise<Session | undefined> {
    for (let look = 1; ; look++) {
      const ends = this.#ends;
      const session = await this.#parts.sessions.find(token);
      if (ends === this.#ends || look === LOOKS_MAX) return session;
    }
  }

  async #login(connection: Connection, token: string, id: number | undefined): Promise<void> {
    const { limits, clock } = this.#parts;
    const session = await this.#sessionOf(token);
    // It may have gone while the database was asked: nobody would ever take a gone socket off the person's list again.
    if (!this.#parts.isThere(connection)) return;
    const echo = id === undefined ? {} : { id };
    const userId = session?.user.id;
    if (connection.session?.trader.id !== userId) this.#parts.privateTopics.leave(connection);
    if (!session || userId === undefined) {
      connection.send({ type: 'login', code: ERROR.session, msg: messageText('session', connection.lang), ...echo });
      return;
    }
    if (!connection.session && this.#parts.privateTopics.connectionsOf(userId) >= limits.perUser) {
      connection.send({ type: 'login', code: ERROR.tooManyRequests, msg: messageText('tooManyRequests', connection.lang), ...echo });
      return;
    }
    connection.session = { tokenHash: session.tokenHash, trader: traderOf(session.user) };
    connection.tokenCheckedMs = clock.monotonicMs();
    this.#parts.privateTopics.join(connection, connection.session.trader);
    const who = { uid: session.user.uid, realm: session.user.realm, exp: session.expiresAtMs };
    const isExt = connection.profile === 'ext';
    connection.send({ type: 'login', code: ERROR.ok, msg: messageText('loggedIn', connection.lang), ...echo, ...(isExt ? who : {}) });
  }

  async #subscribe(connection: Connection, message: Extract<ClientMessage, { type: 'sub' }>): Promise<void> {
    const { topic, id } = message;
    const refuse = (code: number) => connection.send(subReply(topic, id, code));
    if (PRIVATE_TOPICS.includes(topic)) {
      const trader = connection.session?.trader;
      if (!trader) return refuse(ERROR.session);
      if (topic === TOPIC.account) return this.#parts.privateTopics.subscribeAccount(connection, trader, message);
      return this.#parts.privateTopics.subscribeEvents(connection, trader, topic, message);
    }
    if (topic === TOPIC.quotes) return this.#parts.market.subscribeQuotes(connection, message);
    if (topic === TOPIC.tape && connection.profile === 'ext') {
      connection.tape = { paceMs: message.pace ?? 0, dueMs: 0, told: 0 };
      if (message.note !== undefined) this.#parts.tape.receiveNote(message.note);
      return connection.send(subReply(topic, id));
    }
    const code = await this.#parts.market.subscribeBars(connection, message);
    if (code !== ERROR.ok) refuse(code);
  }

  /** A subscription that failed is refused, not left without an answer: the client asks anew. */
  #failed(connection: Connection, { topic, id }: { topic: string; id?: number }, error: unknown): never {
    if (PRIVATE_TOPICS.includes(topic)) this.#parts.privateTopics.unsubscribe(connection, topic);
    connection.send(subReply(topic, id, ERROR.generic));
    throw error;
  }
}
