/** Who may open a socket: how often a network may ask, how many it may hold, and how many there may be at all. */
import type { Clock } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import { NetworkPlaces } from '../limits/network-places.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

/** A network without room for one more socket asks again after so long. */
const FULL_WAIT_MS = 5_000;
/** Networks whose wishes are counted; the one that asked longest ago is forgotten first. */
const NETWORKS_MAX = 20_000;

export class SocketDoor {
  readonly #limits: SocketLimits;
  readonly #wishes: RateLimiter;
  readonly #inside: NetworkPlaces;

  constructor(parts: { readonly clock: Clock; readonly limits: SocketLimits }) {
    this.#limits = parts.limits;
    this.#wishes = new RateLimiter(parts.clock, NETWORKS_MAX);
    this.#inside = new NetworkPlaces(parts.limits);
  }

  /** Counts the wish of an address for a socket. Ms that it has to wait, 0 when it may come in. */
  waitMs(address: string): number {
    const waitMs = this.#wishes.takeOfNetwork('socket', address, this.#limits.connects);
    return waitMs > 0 || this.#inside.hasRoom(address) ? waitMs : FULL_WAIT_MS;
  }

  /** Lets a socket in. False when others took the room between its wish and its upgrade. */
  enter(address: string): boolean {
    return this.#inside.enter(address);
  }

  /** A socket that was let in has gone. */
  leave(address: string): void {
    this.#inside.leave(address);
  }
}
