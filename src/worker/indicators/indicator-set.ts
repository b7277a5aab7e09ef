/**
 * The chosen indicators of one chart, kept up to its newest bar. A tick of the forming bar, and a bar that begins, cost the same however
 * long the history is; only a change further back is computed from the beginning, by the caller's `whole`. Loaded when one is chosen.
 */
import type { Indicator } from '#domain/indicators/indicator.ts';
import { type IndicatorChoice, linesOf, soundChoices } from '#domain/indicators/indicator-choice.ts';
import { indicatorsOf } from '#domain/indicators/indicators-of.ts';

export class IndicatorSet {
  /** Those of the asked that make sense, in the order of their lines. */
  readonly choices: readonly IndicatorChoice[];
  #indicators: readonly Indicator[] = [];
  /** The newest bar, which the indicators have read and not kept. */
  #timeMs = Number.NaN;
  #close = Number.NaN;

  /** `asked` comes over a thread boundary and out of a browser's storage. */
  constructor(asked: unknown) {
    this.choices = soundChoices(asked);
  }

  /** Lines per bar. */
  get lines(): number {
    return this.choices.reduce((sum, choice) => sum + linesOf(choice), 0);
  }

  /** Lines of all bars, from the first: one column each, NaN where there are too few bars. */
  whole(time: Float64Array, close: Float64Array): Float64Array<ArrayBuffer>[] {
    this.#indicators = this.choices.flatMap(indicatorsOf);
    this.#timeMs = Number.NaN;
    const count = this.#indicators.reduce((sum, { lines }) => sum + lines, 0);
    const columns = Array.from({ length: count }, () => new Float64Array(close.length));
    const row = new Float64Array(count);
    for (let bar = 0; bar < close.length; bar++) {
      this.#next(time[bar] as number, close[bar] as number, row, 0);
      for (let line = 0; line < count; line++) (columns[line] as Float64Array)[bar] = row[line] as number;
    }
    return columns;
  }

  /**
   * Writes the lines of changed bars, `stride` slots apart; the bars reach to the newest. False, and nothing written, when a bar that is
   * kept already is among them: then all must be computed anew.
   */
  tail(time: Float64Array, close: Float64Array, out: Float64Array, at: number, stride: number): boolean {
    if (!((time[0] as number) >= this.#timeMs)) return false;
    for (let bar = 0; bar < close.length; bar++) this.#next(time[bar] as number, close[bar] as number, out, at + bar * stride);
    return true;
  }

  #next(timeMs: number, close: number, out: Float64Array, at: number): void {
    const isNew = timeMs > this.#timeMs;
    let slot = at;
    for (const indicator of this.#indicators) {
      if (isNew) indicator.keep(this.#close);
      indicator.read(close, out, slot);
      slot += indicator.lines;
    }
    this.#timeMs = timeMs;
    this.#close = close;
  }
}
