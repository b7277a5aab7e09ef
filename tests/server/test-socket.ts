/** A client of the socket for tests: keeps every frame, and waits for one by moving the server's clock, never by sleeping. */
import { setImmediate as turn } from 'node:timers/promises';
import { type ClientOptions, WebSocket } from 'ws';
import type { ManualClock } from '#server/clock/clock.ts';

export type Received = { readonly type: string } & Readonly<Record<string, unknown>>;
const STEP_MS = 50;
/** Steps before a frame is given up: 15 s of the server's clock. */
const STEPS_MAX = 300;
/** Turns of the event loop that a frame may need to travel over loopback. */
const TURNS = 4;

export class TestSocket {
  readonly socket: WebSocket;
  readonly frames: Received[] = [];
  readonly texts: string[] = [];
  closed: { code: number; reason: string } | undefined;
  readonly #clock: ManualClock | undefined;

  constructor(url: string, clock: ManualClock | undefined, options: ClientOptions = {}) {
    this.#clock = clock;
    this.socket = new WebSocket(url, options);
    this.socket.on('message', (data) => {
      this.texts.push(data.toString());
      this.frames.push(JSON.parse(data.toString()) as Received);
    });
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    this.socket.on('error', () => {});
  }

  /** Resolves when connected; rejects with the HTTP status when refused. */
  opened(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve(this));
      this.socket.once('unexpected-response', (_request, response) => reject(new Error(`HTTP ${response.statusCode}`)));
    });
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Moves the clock in small steps, letting frames travel between them. */
  async run(byMs: number): Promise<void> {
    for (let movedMs = 0; movedMs < byMs; movedMs += STEP_MS) await this.#step();
  }

  /** As `run`, with a ping every second, so that the server does not take the client for dead. */
  async stay(byMs: number): Promise<void> {
    for (let movedMs = 0; movedMs < byMs; movedMs += 1_000) {
      this.send('ping');
      await this.#step();
      await this.#clock?.advance(1_000 - STEP_MS);
    }
  }

  /** The first frame from `from` on that matches; moves the clock until it is there. */
  async until(match: (frame: Received) => boolean, from = 0): Promise<Received> {
    for (let step = 0; step < STEPS_MAX; step++) {
      const found = this.frames.slice(from).find(match);
      if (found) return found;
      await this.#step();
    }
    throw new Error(`no such frame; got ${this.texts.slice(from).join('\n').slice(0, 2_000)}`);
  }

  /** Sends and waits for the first matching answer to it. */
  ask(message: object | string, match: (frame: Received) => boolean): Promise<Received> {
    const from = this.frames.length;
    this.send(message);
    return this.until(match, from);
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    for (let step = 0; step < STEPS_MAX && !this.closed; step++) await this.#step();
    if (!this.closed) throw new Error('still open');
    return this.closed;
  }

  close(): void {
    this.socket.terminate();
  }

  async #step(): Promise<void> {
    for (let count = 0; count < TURNS; count++) await turn();
    await this.#clock?.advance(STEP_MS);
    // Database reads and the loopback connection run in real time.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
