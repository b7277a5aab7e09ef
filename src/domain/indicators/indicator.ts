/** What every indicator does: it keeps the closes of finished bars and says its values with the forming bar's close on top. */

/**
 * Each step costs the same however many bars went before. `read` changes nothing: the forming bar may be read with every tick, and is
 * kept once the next bar has begun. NaN is where there are too few bars.
 */
export type Indicator = {
  /** Values per bar. */
  readonly lines: number;
  /** Writes the values of a bar that closes at `close` after those kept, at `out[at]` and behind. */
  read(close: number, out: Float64Array, at: number): void;
  /** Keeps a finished bar. */
  keep(close: number): void;
};
