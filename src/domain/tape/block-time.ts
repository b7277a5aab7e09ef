/** Which second a commit belongs to: the seconds of the tape's blocks, by which the server seals and whoever checks a fill looks back. */

export const BLOCK_MS = 1_000;

/** End of the second that a commit belongs to. */
export const blockEndMs = (committedAtMs: number): number => (Math.floor(committedAtMs / BLOCK_MS) + 1) * BLOCK_MS;
