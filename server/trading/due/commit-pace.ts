/**
 * How much of what fell due one commit takes, so that none lasts long: others wait for the accounts that it holds, and on SQLite for the one
 * writer. By rows, since those can be counted beforehand, and by time, since only time says what a row costs on this machine now. It begins
 * small, because the first statements of a connection take longest, grows while commits are quick, and shrinks at once when one was not.
 */

/**
 * Rows of one commit: at first and at least, at most, and by what they grow after a quick one. With fewer than 4 a commit costs its statements and
 * not its rows: it would be no shorter, and there would be more of them.
 */
const ROWS_MIN = 4;
const ROWS_MAX = 48;
const GROWTH = 1.25;
/** What one commit is meant to take. It may take 50 ms; the rest is for what comes unforeseen. */
export const COMMIT_MS_AIM = 20;

export class CommitPace {
  #rows = ROWS_MIN;

  /** Rows that the next commit may apply. */
  get rows(): number {
    return this.#rows;
  }

  /** An account that has a little more is not split for the rest: that would be another commit. */
  get rowsMost(): number {
    return Math.ceil(this.#rows * GROWTH);
  }

  /** A commit has applied so many rows, and lasted so long from its first statement to its end. */
  took(rows: number, ms: number): void {
    if (ms > COMMIT_MS_AIM) this.#rows = Math.max(ROWS_MIN, Math.min(this.#rows, Math.floor((rows * COMMIT_MS_AIM) / ms)));
    // One that had little to do says nothing about more.
    else if (rows >= this.#rows) this.#rows = Math.min(ROWS_MAX, Math.ceil(this.#rows * GROWTH));
  }
}
