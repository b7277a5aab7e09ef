/** Disagreements between the server's snapshot and our list. REST decides them; one that REST does not end is not asked about for ever. */

/** Snapshots in a row with the same disagreement that ask for a reload. */
const MISMATCHES_MAX = 10;

export class SnapshotMismatch {
  #last = '';
  #times = 0;

  /** Ids that the snapshot lacks, ids that we lack, and the snapshot's margin where it differs from ours (else 0). */
  isWorthAsking(missing: readonly number[], unknown: readonly number[], otherMargin: bigint): boolean {
    const isNone = missing.length === 0 && unknown.length === 0 && otherMargin === 0n;
    const doubt = isNone ? '' : [missing.join(), unknown.join(), otherMargin].join('/');
    if (doubt !== this.#last) this.#times = 0;
    this.#last = doubt;
    return !isNone && this.#times++ < MISMATCHES_MAX;
  }
}
