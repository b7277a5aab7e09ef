/** Token buckets, one or many by key in bounded memory. A forgotten bucket is a full one, so memory pressure never locks anybody out. */

import type { Clock } from '../clock/clock.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Rate } from './limits.ts';
import { networkOf, WIDER_NETWORKS, widerNetworkOf } from './network-of.ts';

export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #atMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#atMs = nowMs;
  }

  /** Takes one token. `nowMs`: the monotonic count. 0 when there was one, else the milliseconds until there is. */
  take(nowMs: number): number {
    const flowed = ((nowMs - this.#atMs) / 1_000) * this.#rate.perSecond;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + flowed);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) / this.#rate.perSecond) * 1_000);
    this.#tokens -= 1;
    return 0;
  }
}

const ofManyNetworks = ({ perSecond, burst }: Rate): Rate => ({ perSecond: perSecond * WIDER_NETWORKS, burst: burst * WIDER_NETWORKS });

export class RateLimiter {
  readonly #clock: Clock;
  readonly #buckets: BoundedMap<TokenBucket>;

  constructor(clock: Clock, bucketsMax: number) {
    this.#clock = clock;
    this.#buckets = new BoundedMap(bucketsMax);
  }

  /** Takes one token of a key's bucket. 0 when there was one, else the milliseconds until there is. */
  take(key: string, rate: Rate): number {
    const nowMs = this.#clock.monotonicMs();
    const bucket = this.#buckets.get(key) ?? new TokenBucket(rate, nowMs);
    this.#buckets.set(key, bucket);
    return bucket.take(nowMs);
  }

  /** Takes one token of the bucket of a caller's network, and of that of its wider network, which holds as much as many networks together unless `wider` says how much. */
  takeOfNetwork(kind: string, ip: string, rate: Rate, wider = ofManyNetworks(rate)): number {
    const waitMs = this.take(`${kind} ${networkOf(ip)}`, rate);
    if (waitMs > 0) return waitMs;
    return this.take(`${kind} wider ${widerNetworkOf(ip)}`, wider);
  }
}
