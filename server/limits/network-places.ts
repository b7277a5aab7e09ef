/** How many of something a network, its wider network and everybody together hold at once, and how many they may. */
import { networkOf, WIDER_NETWORKS, widerNetworkOf } from './network-of.ts';

export class NetworkPlaces {
  readonly #max: { readonly perNetwork: number; readonly total: number };
  /** Places taken, by network and by wider network: as many keys at most as places. */
  readonly #taken = new Map<string, number>();
  #total = 0;

  /** `perNetwork`: a wider network has `WIDER_NETWORKS` times as many. */
  constructor(max: { readonly perNetwork: number; readonly total: number }) {
    this.#max = max;
  }

  get total(): number {
    return this.#total;
  }

  hasRoom(ip: string): boolean {
    return this.#total < this.#max.total && this.#countersOf(ip).every(({ key, max }) => (this.#taken.get(key) ?? 0) < max);
  }

  /** Takes a place; false when there is none. */
  enter(ip: string): boolean {
    if (!this.hasRoom(ip)) return false;
    for (const { key } of this.#countersOf(ip)) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    this.#total++;
    return true;
  }

  /** Gives back a place that was taken. */
  leave(ip: string): void {
    for (const { key } of this.#countersOf(ip)) {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    }
    this.#total--;
  }

  #countersOf(ip: string): readonly { readonly key: string; readonly max: number }[] {
    const max = this.#max.perNetwork;
    return [
      { key: networkOf(ip), max },
      { key: `wider ${widerNetworkOf(ip)}`, max: max * WIDER_NETWORKS },
    ];
  }
}
