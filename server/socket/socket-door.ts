/** Who may open a socket: how often a network may ask, how many it may hold, and how many there may be at all. */
import type { Clock } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import { NetworkPlaces } from '../limits/network-places.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

/** A network without room for one more socket asks again after so long. */
const FULL_WAIT_MS = 5_000;
/** Networks whose attempts are counted; the one that tried longest ago is forgotten first. */
const NETWORKS_MAX = 20_000;

export class SocketDoor {
  readonly #limits: SocketLimits;
  readonly #attempts: RateLimiter;
  readonly #inside: NetworkPlaces;

  constructor(parts: { readonly clock: Clock; readonly limits: SocketLimits }) {
    this.#limits = parts.limits;
    this.#attempts = new RateLimiter(parts.clock, NETWORKS_MAX);
    this.#inside = new NetworkPlaces(parts.limits);
  }

  /** Counts an attempt to connect. Ms that the caller has to wait, 0 when it may come in. */
  waitMs(ip: string): number {
    const waitMs = this.#attempts.takeOfNetwork('socket', ip, this.#limits.connects);
    return waitMs > 0 || this.#inside.hasRoom(ip) ? waitMs : FULL_WAIT_MS;
  }

  /** Lets a socket in. False when others took the room between its attempt and its upgrade. */
  enter(ip: string): boolean {
    return this.#inside.enter(ip);
  }

  /** A socket that was let in has gone. */
  leave(ip: string): void {
    this.#inside.leave(ip);
  }
}
