/**
 * Lines through the bars of a chart: columns beside those of `BarSeries`, which keeps them in step. A value that nobody has told is NaN,
 * and nothing is drawn there. No lines, no cost.
 */
const CAPACITY_MIN = 512;

export class BarLines {
  columns: Float64Array[] = [];

  /** Replaces all lines by the values from `skip` on. */
  reset(lines: readonly ArrayLike<number>[], skip: number, count: number): void {
    this.columns = lines.map(() => new Float64Array(capacityFor(count)));
    this.replace(lines, skip, count);
  }

  /** Values of all bars; as many lines as there are. Others belong to a choice that is gone or not yet here. */
  replace(lines: readonly ArrayLike<number>[], skip: number, count: number): void {
    if (lines.length !== this.columns.length) return;
    for (const [line, values] of lines.entries()) {
      const column = this.columns[line] as Float64Array;
      for (let bar = 0; bar < count; bar++) column[bar] = values[skip + bar] ?? Number.NaN;
    }
  }

  /** Bars were put in front: their values are not known yet. */
  shift(by: number, count: number): void {
    this.#reserve(count);
    for (const column of this.columns) column.copyWithin(by, 0, count - by).fill(Number.NaN, 0, by);
  }

  /** The oldest bars went. */
  drop(by: number, count: number): void {
    for (const column of this.columns) column.copyWithin(0, by, by + count);
  }

  /** The values of one bar. */
  put(bar: number, values: ArrayLike<number>): void {
    if (this.columns.length === 0) return;
    this.#reserve(bar + 1);
    const isKnown = values.length === this.columns.length;
    for (const [line, column] of this.columns.entries()) column[bar] = isKnown ? (values[line] as number) : Number.NaN;
  }

  #reserve(count: number): void {
    if (this.columns.length === 0 || count <= (this.columns[0] as Float64Array).length) return;
    this.columns = this.columns.map((column) => {
      const grown = new Float64Array(capacityFor(count));
      grown.set(column);
      return grown;
    });
  }
}

function capacityFor(count: number): number {
  let capacity = CAPACITY_MIN;
  while (capacity < count) capacity *= 2;
  return capacity;
}
