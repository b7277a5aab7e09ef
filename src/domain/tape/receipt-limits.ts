/**
 * How much one receipt may hold, of its own and of the log: the same figures for whoever makes one, gives out what it is made of, and reads it.
 * Those of the file and of a deal are part of the format (`docs/verifiable-fills.md`, chapters 5 and 6).
 */

/** Bytes of a file, as UTF-8. */
export const RECEIPT_BYTES_MAX = 4 * 1024 * 1024;
export const RUNS_MAX = 1_024;
/** A run has at most as many blocks as a tile. */
export const RUN_LEVEL_MAX = 8;
/** Hashes of one proof. */
export const PROOF_MAX = 63;
export const BODIES_MAX = 1_024;
/** Checkpoints that a device saw before. */
export const OLDER_MAX = 16;
/** Summaries of one stretch: twelve days. What waited longer is looked at by its ends alone, and cannot be told. */
export const SUMMARIES_MAX = 4_096;
/** Letters of a signed deal: 200 positions of a stop-out, each with its hours, stay well below. */
export const DEAL_TEXT_MAX = 256 * 1024;
/** How long a source may have been silent, as a deal may say it, ms: nothing said is 5 s. More than a minute would call any price fresh. */
export const SILENCE_MS = { unsaid: 5_000, least: 1_000, most: 60_000 } as const;

/** Tiles of one stretch whose ticks the operator's own recheck reads because their summary reaches a level. A file ends earlier, at `BODIES_MAX`. */
export const TOUCHED_MAX = 16;
/** Tiles of the log that are read for one receipt; one that is within the limits above needs fewer. */
export const TILES_MAX = 200;
/** Blocks looked back through for a time: the tape has one a second, and none while it stands still. */
export const SINCE_BLOCKS_MAX = 400;
/** Signed deals that a server gives at once. */
export const DEALS_MAX = 50;
