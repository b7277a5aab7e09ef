/** Works on a puzzle in slices, so that the page draws and hears fingers meanwhile: tries numbers until one has the hash that is asked for. */
import { leadingZeroBits } from '#domain/puzzle.ts';
import { sha256 } from './sha-256.ts';

/** At 24 bits sixteen million tries are to be expected: half a minute of a fast computer. More is not asked of a phone. */
const BITS_MAX = 24;
/** Sixteen times the tries that the hardest puzzle is expected to take: one in ten million takes more. */
const TRIES_MAX = 2 ** 28;
/** A frame in which more than the half is worked away stutters. */
const SLICE_MS = 8;
/** Tries between two looks at the clock. */
const TRIES_AT_ONCE = 32;

type Puzzle = { readonly salt: string; readonly bits: number };
type Pace = {
  /** False: nobody waits for the answer any more. */
  isWanted(): boolean;
  nowMs(): number;
  /** Ends the running task. */
  pause(): Promise<void>;
};

/** The answer, at most ten digits; `undefined` where it is no longer wanted, or the puzzle is harder than any that a server should give. */
export async function solvePuzzle({ salt, bits }: Puzzle, pace: Pace): Promise<string | undefined> {
  if (!(bits >= 0 && bits <= BITS_MAX)) return undefined;
  const encoder = new TextEncoder();
  let tried = 0;
  while (pace.isWanted() && tried < TRIES_MAX) {
    const endMs = pace.nowMs() + SLICE_MS;
    do {
      for (const stop = tried + TRIES_AT_ONCE; tried < stop; tried++)
        if (leadingZeroBits(sha256(encoder.encode(`${salt}${tried}`))) >= bits) return String(tried);
    } while (pace.nowMs() < endMs);
    await pace.pause();
  }
  return undefined;
}
