/** The bar of one longer period around the open minute. The minute is folded into it now and then; its volume counts anew each time. */
import { VOLUME } from './bar-cell.ts';
import type { BarTable } from './bar-table.ts';
import type { Bucket } from './bucket.ts';

export class LongerBar {
  readonly #bucket: Bucket;
  readonly #table: BarTable;
  /** The bucket that the open minute lies in. */
  #startMs = Number.NaN;
  #endMs = Number.NaN;
  /** Volume of the bar without the open minute's. */
  #baseVolume = 0;

  constructor(bucket: Bucket, table: BarTable) {
    this.#bucket = bucket;
    this.#table = table;
  }

  /** The open minute is another one, at this time. */
  moveTo(timeMs: number): void {
    if (timeMs >= this.#startMs && timeMs < this.#endMs) return;
    const number = this.#bucket.numberAt(timeMs);
    this.#startMs = this.#bucket.startOf(number);
    this.#endMs = this.#bucket.startOf(number + 1);
  }

  /** Notes what the bar holds beside the open minute, as both are now. */
  takeBase(minuteVolume: number): void {
    const row = this.#table.find(this.#startMs);
    this.#baseVolume = row < 0 ? 0 : this.#table.get(row, VOLUME) - minuteVolume;
  }

  /** Brings the bar up to a row of the minutes. */
  fold(minutes: BarTable, minuteRow: number): void {
    const table = this.#table;
    const row = table.find(this.#startMs);
    if (row >= 0) {
      table.absorb(row, minutes, minuteRow, this.#baseVolume + minutes.get(minuteRow, VOLUME));
      table.touch(this.#startMs);
      return;
    }
    const fresh = table.insert(this.#startMs);
    if (fresh >= 0) table.copyRow(fresh, minutes, minuteRow);
  }
}
