/**
 * The conversation over the link, in either profile: hello, login, answers, recovery. The engine says what it wants, the channel keeps
 * the server's side equal to that over every reconnect. It promises that private pushes reach the engine only for the user who is
 * logged in now, and that ext is used only where the server speaks it. It keeps no market data.
 */
import type { EngineSession } from '#protocol/engine-api.ts';
import type { ProductCodes } from '#protocol/product-codes.ts';
import type { Received } from '#protocol/received.ts';
import { type ClientMessage, EVENT_TOPICS, EXT_JSON_PROFILE, EXT_MSGPACK_PROFILE, klineTopic, TOPIC } from '#protocol/socket.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { ChannelHandlers } from './channel-handlers.ts';
import { FrameReader } from './frame-reader.ts';
import { Link } from './link.ts';
import { ServerTime } from './server-time.ts';
import { Subscriptions } from './subscriptions.ts';

/** Ext failed so often where base works: the session stays on base. */
const EXT_MISSES_MAX = 2;

export class Channel {
  readonly link: Link;
  readonly serverTime = new ServerTime();
  readonly subscriptions: Subscriptions;
  readonly frames: FrameReader;
  lang = 'en';
  readonly #parts: EngineParts;
  readonly #handlers: ChannelHandlers;
  #profiles = '';
  #session: EngineSession | null = null;
  /** 'asking': hello is out; it becomes 'ext' by the server's hello and 'base' by a pong that comes without one. */
  #mode: 'asking' | 'ext' | 'base' = 'base';
  #extMisses = 0;
  #loggedIn = false;
  /** Event topics whose subscription has no answer yet. */
  readonly #unanswered = new Set<string>();
  #id = 0;
  #connects = 0;

  /** `codes`: where products are, as the rows of a batch name them. */
  constructor(parts: EngineParts, codes: ProductCodes, handlers: ChannelHandlers) {
    this.#parts = parts;
    this.#handlers = handlers;
    this.frames = new FrameReader(codes, {
      onMessage: (message) => this.#received(message),
      onQuotes: (seq, batch) => {
        if (this.subscriptions.isNext(TOPIC.quotes, seq)) handlers.onQuotes(batch);
      },
      warn: parts.warn,
    });
    this.link = new Link(parts, {
      onConnecting: () => handlers.onLink('connecting', 0),
      onOpen: () => this.#opened(),
      onFrame: (data) => this.frames.read(data),
      onDown: (retryInMs) => this.#down(retryInMs),
      ping: () => this.#ping(),
      expectsStream: () => this.#mode === 'ext' && !this.subscriptions.isAsleep && handlers.isMarketOpen(),
    });
    this.subscriptions = new Subscriptions({
      clock: parts.clock,
      isOpen: () => this.link.state === 'open',
      send: (message) => this.#send(message),
      nextId: () => ++this.#id,
      position: handlers.position,
      onGap: handlers.onGap,
    });
  }

  /** Frames and parts of frames that were dropped since the start. */
  get dropped(): number {
    return this.frames.dropped;
  }

  /** True where the server offers a profile of ours and has not failed to speak it. */
  get offersExt(): boolean {
    return this.#extProfile() !== undefined;
  }

  /** True once the server answered hello on this connection. */
  get isExt(): boolean {
    return this.#mode === 'ext';
  }

  /** True when the back end repeats quotations as a sign of life, so that silence of one product means something. */
  get repeatsQuotes(): boolean {
    return this.#profiles !== '';
  }

  start(url: string, lang: string, profiles: string): void {
    this.lang = lang;
    this.#profiles = profiles;
    this.link.start(url);
  }

  /** A server that turns out to speak ext is asked at once. */
  setProfiles(profiles: string): void {
    if (profiles === this.#profiles) return;
    this.#profiles = profiles;
    if (this.link.state !== 'open' || this.#mode !== 'base' || !this.#hello()) return;
    this.#awaitEvents();
    this.subscriptions.restart(false, this.#loggedIn);
  }

  setSession(session: EngineSession | null): void {
    if (this.#session && this.#session.token !== session?.token) {
      this.#send({ type: 'logout' });
      this.#setLoggedIn(false);
    }
    this.#session = session;
    if (session && !this.#loggedIn) this.#login();
  }

  #opened(): void {
    this.frames.begin();
    this.serverTime.begin();
    this.#loggedIn = false;
    this.#mode = 'base';
    this.#hello();
    this.#login();
    this.subscriptions.restart(this.#mode === 'base', false);
    this.#handlers.onLink('open', 0);
    this.#handlers.onConnected(this.#connects++ === 0);
  }

  #down(retryInMs: number): void {
    this.#loggedIn = false;
    this.#handlers.onLink('closed', retryInMs);
  }

  /** The best of the server's profiles that we speak, unless ext failed too often. */
  #extProfile(): string | undefined {
    if (this.#extMisses >= EXT_MISSES_MAX) return undefined;
    const names = this.#profiles.split(',').map((name) => name.trim());
    return [EXT_MSGPACK_PROFILE, EXT_JSON_PROFILE].find((profile) => names.includes(profile));
  }

  /**
   * Hello, and a ping behind it: answers come in order, so a pong without a hello is a server that speaks base only. False where the
   * server offers no profile of ours. A server that does not know the profile's name sends JSON, which is read as well.
   */
  #hello(): boolean {
    const profile = this.#extProfile();
    if (profile === undefined) return false;
    this.#mode = 'asking';
    this.#send({ type: 'hello', v: 2, lang: this.lang, profile, id: ++this.#id });
    this.#ping();
    return true;
  }

  #ping(): void {
    if (this.#mode === 'base') this.#send({ type: 'ping' });
    else {
      this.serverTime.sent(++this.#id, this.#parts.clock.steady());
      this.#send({ type: 'ping', id: this.#id, c: this.#parts.clock.now() });
    }
  }

  #login(): void {
    if (this.#session) this.#send({ type: 'login', token: this.#session.token, id: ++this.#id });
  }

  #send(message: ClientMessage): void {
    this.link.send(JSON.stringify(message));
  }

  #setLoggedIn(loggedIn: boolean): void {
    this.#loggedIn = loggedIn;
    this.#awaitEvents();
    this.subscriptions.setLoggedIn(loggedIn);
  }

  #awaitEvents(): void {
    this.#unanswered.clear();
    if (this.#loggedIn) for (const topic of this.#mode === 'base' ? [TOPIC.closed] : EVENT_TOPICS) this.#unanswered.add(topic);
  }

  #received(message: Received): void {
    const { subscriptions } = this;
    switch (message.kind) {
      case 'hello':
        this.#extMisses = 0;
        this.#mode = 'ext';
        break;
      case 'pong':
        this.#ponged(message.id, message.timeMs);
        break;
      case 'login':
        this.#loginAnswered(message.code, message.uid);
        break;
      case 'sub':
        this.#subAnswered(message);
        break;
      case 'shutdown':
        this.link.hint(message.retryMs);
        break;
      case 'resync':
        subscriptions.resubscribe(message.topic);
        break;
      case 'bar':
        if (subscriptions.isNext(klineTopic(message.bar.symbol), message.seq)) this.#handlers.onReceived(message);
        break;
      case 'account':
        if (this.#isMine(message.uid) && subscriptions.isNext(TOPIC.account, message.seq)) this.#handlers.onReceived(message);
        break;
      case 'quotes':
      case 'ignored':
        break;
      default:
        if (this.#isMine(message.uid)) this.#handlers.onEvent(message);
    }
  }

  /** A private push counts only for the user who is logged in now. */
  #isMine(uid: string): boolean {
    return this.#session !== null && this.#loggedIn && (uid === '' || uid === this.#session.uid);
  }

  #ponged(id: number, serverMs: number): void {
    if (!Number.isNaN(id)) this.serverTime.answered(id, serverMs, this.#parts.clock.steady());
    if (this.#mode !== 'asking') return;
    this.#extMisses++;
    this.#mode = 'base';
    this.#awaitEvents();
    this.subscriptions.restart(true, this.#loggedIn);
  }

  #loginAnswered(code: number, uid: string): void {
    if (!this.#session || (uid !== '' && uid !== this.#session.uid)) return;
    this.#setLoggedIn(code === 1);
    if (!this.#loggedIn) this.#handlers.onSessionRefused();
  }

  #subAnswered(message: Received & { kind: 'sub' }): void {
    const { topic } = message;
    const isLastOfEvents = this.#unanswered.delete(topic) && this.#unanswered.size === 0;
    if (message.code !== 1) {
      this.subscriptions.refused(topic);
    } else if (EVENT_TOPICS.includes(topic)) {
      this.#handlers.onPosition({ ...message, isLast: this.#unanswered.size === 0 });
    } else {
      if (message.table) this.frames.setTable(message.table);
      this.subscriptions.accepted(topic, message.seq);
      for (const part of message.snapshot) {
        if (part.kind === 'quotes') this.#handlers.onQuotes(this.frames.batchOf(part.rows));
        else if (part.kind !== 'account' || this.#isMine(part.uid)) this.#handlers.onReceived(part);
      }
      if (topic.startsWith(klineTopic(''))) this.#handlers.onBarsBegin();
    }
    if (isLastOfEvents && this.#mode === 'base') this.#handlers.onEventsBegin();
  }
}
