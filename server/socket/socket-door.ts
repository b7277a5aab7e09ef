/** Who may open a socket: how often a network may ask, how many it may hold, and how many there may be at all. */
import type { Clock } from '../clock/clock.ts';
import type { SocketLimits } from '../limits/limits.ts';
import { networkOf, WIDER_NETWORKS, widerNetworkOf } from '../limits/network-of.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

/** A network without room for one more socket asks again after so long. */
const FULL_WAIT_MS = 5_000;
/** Networks whose wishes are counted; the one that asked longest ago is forgotten first. */
const NETWORKS_MAX = 20_000;

export class SocketDoor {
  readonly #limits: SocketLimits;
  readonly #wishes: RateLimiter;
  /** Open sockets by network, and by wider network. */
  readonly #inside = new Map<string, number>();
  #total = 0;

  constructor(parts: { readonly clock: Clock; readonly limits: SocketLimits }) {
    this.#limits = parts.limits;
    this.#wishes = new RateLimiter(parts.clock, NETWORKS_MAX);
  }

  /** Counts the wish of an address for a socket. Ms that it has to wait, 0 when it may come in. */
  waitMs(address: string): number {
    const waitMs = this.#wishes.takeOfNetwork('socket', address, this.#limits.connects);
    return waitMs > 0 || this.#hasRoom(address) ? waitMs : FULL_WAIT_MS;
  }

  /** Lets a socket in. False when others took the room between its wish and its upgrade. */
  enter(address: string): boolean {
    if (!this.#hasRoom(address)) return false;
    for (const { key } of this.#placesOf(address)) this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1);
    this.#total++;
    return true;
  }

  /** A socket that was let in has gone. */
  leave(address: string): void {
    for (const { key } of this.#placesOf(address)) {
      const left = (this.#inside.get(key) ?? 1) - 1;
      if (left > 0) this.#inside.set(key, left);
      else this.#inside.delete(key);
    }
    this.#total--;
  }

  #hasRoom(address: string): boolean {
    return this.#total < this.#limits.total && this.#placesOf(address).every(({ key, max }) => (this.#inside.get(key) ?? 0) < max);
  }

  /** What a socket of an address counts in, and how many there may be. */
  #placesOf(address: string): readonly { readonly key: string; readonly max: number }[] {
    const max = this.#limits.perNetwork;
    return [
      { key: networkOf(address), max },
      { key: `wider ${widerNetworkOf(address)}`, max: max * WIDER_NETWORKS },
    ];
  }
}
