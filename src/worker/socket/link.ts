/**
 * One socket, kept alive by the connection rules of the protocol: connect timeout, pings, silence, sleep, backoff, page events. It
 * promises that there are never two sockets and that it never gives up. It knows no message: what a ping looks like is passed in.
 */
import { SECOND_MS } from '#domain/time-units.ts';
import type { PageSignal } from '#protocol/engine-api.ts';
import { CLOSE } from '#protocol/socket.ts';
import type { EngineParts, SocketHandle, Stop } from '../engine-parts.ts';
import {
  CONNECT_TIMEOUT_MS,
  ENSURE_PAUSE_MS,
  GOOD_AFTER_MS,
  type LinkHandlers,
  type LinkState,
  type LinkTimer,
  PING_EVERY_MS,
  PROBE_AFTER_MS,
  PROBE_DEADLINE_BASE_MS,
  PROBE_DEADLINE_MS,
  RATE_PAUSE_MS,
  SLEPT_MS,
  UNANSWERED_MAX,
} from './link-rules.ts';
import { retryDelayMs } from './retry-delay.ts';

export class Link {
  state: LinkState = 'idle';
  /** Steady ms of the last frame; of the opening before there was one. */
  heardAt = Number.NEGATIVE_INFINITY;
  /** Attempts after the first. */
  reconnects = 0;
  /** Taken in from all sockets; text counts its characters, which is its bytes as long as it is ASCII. */
  bytes = 0;
  /** ms that attempts were held back on purpose; a timer that fires late is not on purpose. */
  waitedMs = 0;
  visible = true;
  readonly #parts: EngineParts;
  readonly #handlers: LinkHandlers;
  #url = '';
  #socket: SocketHandle | undefined;
  /** Guards against handlers of sockets that were given up. */
  #generation = 0;
  #attempt = 0;
  #attemptAt = Number.NEGATIVE_INFINITY;
  #downSince: number | undefined;
  #hintMs: number | undefined;
  #wait: { atMs: number; delayMs: number } | undefined;
  #unanswered = 0;
  #probeAt: number | undefined;
  #timers = new Map<LinkTimer, Stop>();
  #wallAt = 0;

  constructor(parts: EngineParts, handlers: LinkHandlers) {
    this.#parts = parts;
    this.#handlers = handlers;
  }

  /** Opens the first socket and starts to watch for sleep. */
  start(url: string): void {
    this.#url = url;
    if (this.state !== 'idle') return;
    this.#wallAt = this.#parts.clock.now();
    this.#watchSleep();
    this.#connect();
  }

  /** Connects if there is no socket; harmless otherwise. */
  ensure(): void {
    if (this.state === 'waiting' && this.#parts.clock.steady() - this.#attemptAt >= ENSURE_PAUSE_MS) this.#connect();
  }

  /** False when there is no open socket. */
  send(text: string): boolean {
    if (this.state !== 'open' || !this.#socket) return false;
    try {
      this.#socket.send(text);
      return true;
    } catch {
      return false;
    }
  }

  signal(signal: PageSignal): void {
    if (signal === 'hidden' || signal === 'freeze') this.visible = false;
    if (signal === 'visible' || signal === 'pageshow' || signal === 'resume') this.visible = true;
    if (signal === 'visible' || signal === 'pageshow' || signal === 'resume' || signal === 'online') this.#wake();
  }

  /** The server announced its end: the next attempt comes when it asked for. */
  hint(retryMs: number): void {
    this.#hintMs = retryMs;
  }

  /** Gives this socket up and opens another, by the rules. */
  fail(): void {
    if (this.state !== 'connecting' && this.state !== 'open') return;
    this.#drop();
    this.#retry(undefined);
  }

  /** Asks at once, or connects without waiting. */
  #wake(): void {
    if (this.state === 'open') this.#probe();
    else if (this.state === 'waiting') this.#connect();
  }

  #connect(): void {
    this.#endWait();
    this.#drop();
    this.state = 'connecting';
    this.#attemptAt = this.#parts.clock.steady();
    const generation = this.#generation;
    const isMine = () => generation === this.#generation;
    this.#handlers.onConnecting();
    this.#timer('connect', CONNECT_TIMEOUT_MS, () => this.fail());
    try {
      this.#socket = this.#parts.openSocket(this.#url, {
        onOpen: () => isMine() && this.#opened(),
        onMessage: (data) => isMine() && this.#heard(data),
        onClose: (code, reason) => isMine() && this.#closed(code, reason),
      });
    } catch {
      this.#parts.warn(`bad address: ${this.#url}`);
      this.fail();
    }
  }

  #opened(): void {
    this.#stop('connect');
    this.state = 'open';
    this.heardAt = this.#parts.clock.steady();
    this.#hintMs = undefined;
    this.#timer('good', GOOD_AFTER_MS, () => {
      this.#attempt = 0;
      this.#downSince = undefined;
    });
    this.#pingLater();
    this.#watchSilence();
    this.#handlers.onOpen();
  }

  #heard(data: unknown): void {
    this.heardAt = this.#parts.clock.steady();
    if (typeof data === 'string') this.bytes += data.length;
    else if (data instanceof ArrayBuffer) this.bytes += data.byteLength;
    this.#unanswered = 0;
    if (this.#probeAt !== undefined) {
      this.#probeAt = undefined;
      this.#stop('probe');
    }
    this.#handlers.onFrame(data);
  }

  #closed(code: number, reason: string): void {
    if (code === CLOSE.shutdown && /^\d{1,6}$/.test(reason)) this.#hintMs = Number(reason);
    if (code === CLOSE.rate) this.#hintMs = RATE_PAUSE_MS;
    this.#drop();
    this.#retry(this.#hintMs);
  }

  /** Forgets the socket, so that nothing of it is heard again. */
  #drop(): void {
    this.#generation++;
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    this.#unanswered = 0;
    this.#probeAt = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    try {
      socket?.close();
    } catch {
      // A socket that cannot be closed is gone already.
    }
  }

  #retry(hintMs: number | undefined): void {
    const now = this.#parts.clock.steady();
    this.#downSince ??= now;
    const delayMs = retryDelayMs({
      attempt: this.#attempt,
      downMs: now - this.#downSince,
      visible: this.visible,
      random: this.#parts.random(),
      hintMs: hintMs ?? this.#hintMs,
    });
    this.#attempt++;
    this.#hintMs = undefined;
    this.reconnects++;
    this.state = 'waiting';
    this.#wait = { atMs: now, delayMs };
    this.#timer('retry', delayMs, () => this.#connect());
    this.#handlers.onDown(delayMs);
  }

  /** A wait that a wake-up cut short counts as far as it went. */
  #endWait(): void {
    if (this.#wait) this.waitedMs += Math.min(this.#wait.delayMs, this.#parts.clock.steady() - this.#wait.atMs);
    this.#wait = undefined;
  }

  #pingLater(): void {
    this.#timer('ping', PING_EVERY_MS, () => {
      this.#unanswered++;
      if (this.#unanswered > UNANSWERED_MAX) return this.fail();
      this.#handlers.ping();
      this.#pingLater();
    });
  }

  #watchSilence(): void {
    const silentMs = this.#parts.clock.steady() - this.heardAt;
    if (silentMs >= PROBE_AFTER_MS && this.visible && this.#handlers.expectsStream()) this.#probe();
    this.#timer('silence', silentMs >= PROBE_AFTER_MS ? PROBE_AFTER_MS : PROBE_AFTER_MS - silentMs, () => this.#watchSilence());
  }

  #probe(): void {
    if (this.#probeAt !== undefined) return;
    this.#probeAt = this.#parts.clock.steady();
    this.#timer('probe', this.#handlers.expectsStream() ? PROBE_DEADLINE_MS : PROBE_DEADLINE_BASE_MS, () => this.fail());
    this.#handlers.ping();
  }

  #watchSleep(): void {
    this.#parts.clock.after(SECOND_MS, () => {
      const wall = this.#parts.clock.now();
      const hasSlept = wall - this.#wallAt > SLEPT_MS;
      this.#wallAt = wall;
      if (hasSlept && this.state !== 'waiting') this.fail();
      if (hasSlept && this.state === 'waiting') this.#connect();
      this.#watchSleep();
    });
  }

  #timer(name: LinkTimer, delayMs: number, work: () => void): void {
    this.#stop(name);
    const generation = this.#generation;
    this.#timers.set(
      name,
      this.#parts.clock.after(delayMs, () => {
        if (generation === this.#generation) work();
      }),
    );
  }

  #stop(name: LinkTimer): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }
}
