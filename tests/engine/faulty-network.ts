/**
 * A network that behaves as TCP under trouble does: bytes come late, in order, or not at all; links go silent or are cut. Frames of the
 * server may come twice. It also lets the client's machine sleep while the world goes on.
 */
import type { EngineClock, SocketHandlers } from '#worker/engine-parts.ts';
import type { Seeded } from './seeded.ts';
import type { VirtualClock } from './virtual-clock.ts';

type Weather = { latencyMs: number; loss: number; duplicates: number };
const CALM: Weather = { latencyMs: 20, loss: 0, duplicates: 0 };
const RESEND_MS = 200;

/** What the far end of a connection does. */
export type FarEnd = { onMessage(text: string): void; onGone(): void };

export class Connection {
  readonly network: FaultyNetwork;
  readonly handlers: SocketHandlers;
  far: FarEnd | undefined;
  /** Bytes vanish in both directions. */
  isBlack = false;
  /** The client closed it, or was told that it is closed. */
  isDone = false;
  #isGone = false;
  #clientAt = 0;
  #serverAt = 0;

  constructor(network: FaultyNetwork, handlers: SocketHandlers) {
    this.network = network;
    this.handlers = handlers;
  }

  open(far: FarEnd): void {
    this.far = far;
    this.#toClient(() => this.handlers.onOpen());
  }

  /** A frame of the server; `isPush` frames may come twice. */
  send(frame: string | ArrayBuffer, isPush: boolean): void {
    if (this.#isGone) return;
    this.#toClient(() => this.handlers.onMessage(frame));
    if (isPush && this.network.random.chance(this.network.weather.duplicates)) this.#toClient(() => this.handlers.onMessage(frame));
  }

  /** The server, or something between, ends it. */
  cut(code: number, reason: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.far?.onGone();
    this.#toClient(() => {
      this.isDone = true;
      this.handlers.onClose(code, reason);
    });
  }

  fromClient(text: string): void {
    const at = this.network.arrival(this.#serverAt);
    this.#serverAt = at;
    this.network.clock.after(at - this.network.clock.steady(), () => {
      if (!this.isBlack && !this.#isGone) this.far?.onMessage(text);
    });
  }

  closedByClient(): void {
    this.isDone = true;
    if (this.#isGone) return;
    this.#isGone = true;
    this.far?.onGone();
  }

  #toClient(work: () => void): void {
    const at = this.network.arrival(this.#clientAt);
    this.#clientAt = at;
    this.network.clock.after(at - this.network.clock.steady(), () => {
      this.network.awake(() => {
        if (!this.isBlack && !this.isDone) work();
      });
    });
  }
}

export class FaultyNetwork {
  readonly clock: VirtualClock;
  readonly random: Seeded;
  weather: Weather = CALM;
  /** Nothing arrives before this. */
  stalledUntil = 0;
  readonly connections: Connection[] = [];
  #isAsleep = false;
  #waiting: (() => void)[] = [];

  constructor(clock: VirtualClock, random: Seeded) {
    this.clock = clock;
    this.random = random;
  }

  calm(): void {
    this.weather = CALM;
    this.stalledUntil = 0;
  }

  /** When something sent now arrives: never before what was sent earlier. */
  arrival(notBefore: number): number {
    let at = this.clock.steady() + this.weather.latencyMs * this.random.between(0.5, 1.5);
    for (let lost = 1; lost <= 4 && this.random.chance(this.weather.loss); lost++) at += RESEND_MS * 2 ** (lost - 1);
    return Math.max(at, notBefore, this.stalledUntil);
  }

  /** What the client's wall clock has been set ahead of the server's. */
  clientAheadMs = 0;

  /** The client's clock: stands still in effect while its machine sleeps. */
  readonly clientClock: EngineClock = {
    now: () => this.clock.now() + this.clientAheadMs,
    steady: () => this.clock.steady(),
    after: (delayMs, work) => {
      let isStopped = false;
      const stop = this.clock.after(delayMs, () =>
        this.awake(() => {
          if (!isStopped) work();
        }),
      );
      return () => {
        isStopped = true;
        stop();
      };
    },
  };

  awake(work: () => void): void {
    if (this.#isAsleep) this.#waiting.push(work);
    else work();
  }

  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  sleep(): void {
    this.#isAsleep = true;
  }

  wake(): void {
    this.#isAsleep = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const work of waiting) work();
  }
}
