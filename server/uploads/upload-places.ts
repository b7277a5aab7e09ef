/**
 * Places for photos that are being received and worked on: a file lies in memory from its first byte to its last pixel, so there are few. One
 * person, network and wider network has a share of them only, and where none is left whoever sends too slowly gives theirs to the next one.
 */
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../limits/limits.ts';
import { networkOf, widerNetworkOf } from '../limits/network-of.ts';

type Sender = { readonly userId: number; readonly ip: string };

/** How a body comes. */
export type Arrival = {
  /** So many bytes more are here. */
  came(bytes: number): void;
  /** Called when the place was given to somebody else: nothing more is read. */
  readonly lost: AbortSignal;
};

interface UploadPlace extends Arrival {
  /** The body is here whole: nobody gets this place before it is left. */
  received(): void;
  leave(): void;
}

interface UploadPlaces {
  /** `undefined` when there is none for this sender. */
  take(sender: Sender): UploadPlace | undefined;
}

type Holder = {
  readonly userId: number;
  readonly network: string;
  readonly wider: string;
  readonly sinceMs: number;
  readonly end: AbortController;
  bytes: number;
  isWhole: boolean;
};

export function createUploadPlaces(clock: Pick<Clock, 'monotonicMs'>, limits: Limits['uploads']): UploadPlaces {
  const { placesMax, placesPerUser, placesPerNetwork, placesPerWiderNetwork, paceBytesPerS, paceGraceMs } = limits;
  const holders = new Set<Holder>();
  const paceOf = ({ bytes, sinceMs }: Holder): number => (bytes * 1_000) / (clock.monotonicMs() - sinceMs);
  const isSlow = (holder: Holder): boolean =>
    !holder.isWhole && clock.monotonicMs() - holder.sinceMs >= paceGraceMs && paceOf(holder) < paceBytesPerS;

  /** Who has to go so that one more fits; `undefined` when it does not fit even so. */
  function toGo(next: Holder): ReadonlySet<Holder> | undefined {
    const shares: readonly [number, (other: Holder) => boolean][] = [
      [placesPerUser, (other) => other.userId === next.userId],
      [placesPerNetwork, (other) => other.network === next.network],
      [placesPerWiderNetwork, (other) => other.wider === next.wider],
      [placesMax, () => true],
    ];
    const going = new Set<Holder>();
    for (const [max, isIn] of shares) {
      const staying = [...holders].filter((holder) => isIn(holder) && !going.has(holder));
      if (staying.length < max) continue;
      const [slowest] = staying.filter(isSlow).sort((one, other) => paceOf(one) - paceOf(other));
      if (!slowest) return undefined;
      going.add(slowest);
    }
    return going;
  }

  return {
    take({ userId, ip }) {
      const where = { network: networkOf(ip), wider: widerNetworkOf(ip) };
      const holder: Holder = { userId, ...where, sinceMs: clock.monotonicMs(), end: new AbortController(), bytes: 0, isWhole: false };
      const going = toGo(holder);
      if (!going) return undefined;
      for (const slow of going) {
        holders.delete(slow);
        slow.end.abort();
      }
      holders.add(holder);
      return {
        came(bytes) {
          holder.bytes += bytes;
        },
        lost: holder.end.signal,
        received() {
          holder.isWhole = true;
        },
        leave: () => void holders.delete(holder),
      };
    },
  };
}
