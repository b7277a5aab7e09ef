/** Which second a commit belongs to: the seconds of the tape's blocks. */

export const BLOCK_MS = 1_000;

/** End of the second that a commit belongs to. */
export const blockEndMs = (committedAtMs: number): number => (Math.floor(committedAtMs / BLOCK_MS) + 1) * BLOCK_MS;
