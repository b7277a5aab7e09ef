/** Who may open a socket: how often a network may ask, how many it may hold, and how many there may be at all. */
import type { Clock } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

/** A network without room for one more socket asks again after so long. */
const FULL_WAIT_MS = 5_000;
/** Networks whose wishes are counted; the one that asked longest ago is forgotten first. */
const NETWORKS_MAX = 20_000;

export class SocketDoor {
  readonly #limits: SocketLimits;
  readonly #wishes: RateLimiter;
  /** Open sockets by network. */
  readonly #inside = new Map<string, number>();
  #total = 0;

  constructor(parts: { readonly clock: Clock; readonly limits: SocketLimits }) {
    this.#limits = parts.limits;
    this.#wishes = new RateLimiter(parts.clock, NETWORKS_MAX);
  }

  /** Counts a network's wish for a socket. Ms that it has to wait, 0 when it may come in. */
  waitMs(network: string): number {
    const waitMs = this.#wishes.take(network, this.#limits.connects);
    return waitMs > 0 || this.#hasRoom(network) ? waitMs : FULL_WAIT_MS;
  }

  /** Lets a socket in. False when others took the room between its wish and its upgrade. */
  enter(network: string): boolean {
    if (!this.#hasRoom(network)) return false;
    this.#inside.set(network, (this.#inside.get(network) ?? 0) + 1);
    this.#total++;
    return true;
  }

  /** A socket that was let in has gone. */
  leave(network: string): void {
    const left = (this.#inside.get(network) ?? 1) - 1;
    if (left > 0) this.#inside.set(network, left);
    else this.#inside.delete(network);
    this.#total--;
  }

  #hasRoom(network: string): boolean {
    return this.#total < this.#limits.total && (this.#inside.get(network) ?? 0) < this.#limits.perNetwork;
  }
}
