/**
 * Places for photos that are being received and worked on: a file lies in memory from its first byte to its last pixel, so there are few, and
 * one person or network has a share of them only.
 */
import type { Limits } from '../limits/limits.ts';

type Sender = { readonly userId: number; readonly network: string };

interface UploadPlaces {
  /** Gives the place back when called, once; `undefined` when there is none for this sender. */
  take(sender: Sender): (() => void) | undefined;
}

export function createUploadPlaces({ placesMax, placesPerNetwork, placesPerUser }: Limits['uploads']): UploadPlaces {
  const taken = new Set<Sender>();
  return {
    take({ userId, network }) {
      const all = [...taken];
      const ofUser = all.filter((other) => other.userId === userId).length;
      const ofNetwork = all.filter((other) => other.network === network).length;
      if (all.length >= placesMax || ofUser >= placesPerUser || ofNetwork >= placesPerNetwork) return undefined;
      const place: Sender = { userId, network };
      taken.add(place);
      return () => taken.delete(place);
    },
  };
}
