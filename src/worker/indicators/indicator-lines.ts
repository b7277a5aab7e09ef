/**
 * The lines of the open chart: which indicators are chosen, and their values beside the bars that go up. The maths is loaded when the
 * first indicator is chosen; until then, and should it fail to load, the chart goes on without lines.
 */
import type { BarColumns, IndicatorColumns } from '#protocol/engine-api.ts';
import { LINE } from '#protocol/frame.ts';
import { lateImport } from '#protocol/late-import.ts';
import type { IndicatorSet } from './indicator-set.ts';

type LoadIndicators = () => Promise<typeof IndicatorSet>;
/** The engine's own; a part of its own in the build. */
export const loadIndicators: LoadIndicators = async () => (await lateImport(() => import('./indicator-set.ts'))).IndicatorSet;

const NOTHING = '[]';

export class IndicatorLines {
  readonly #load: LoadIndicators;
  readonly #onReady: () => void;
  /** What the page asked for, as text. */
  #asked = NOTHING;
  #set: IndicatorSet | undefined;

  /** `onReady`: the lines changed as a whole, the bars should go up anew. */
  constructor(load: LoadIndicators, onReady: () => void) {
    this.#load = load;
    this.#onReady = onReady;
  }

  /** Lines per bar; 0 while none are chosen or the maths is on its way. */
  get count(): number {
    return this.#set?.lines ?? 0;
  }

  /** Takes what the page asks for; choices that make no sense are left out. */
  choose(input: unknown): void {
    const asked = JSON.stringify(input ?? []);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#set = undefined;
    if (asked === NOTHING) this.#onReady();
    else void this.#open(asked);
  }

  /** The lines of all bars, for a chart that goes up whole. */
  whole(bars: Pick<BarColumns, 'time' | 'close'>): IndicatorColumns | undefined {
    return this.#set && { choices: this.#set.choices, columns: this.#set.whole(bars.time, bars.close) };
  }

  /** Writes the lines of the changed bars as rows of a frame. `all` brings every bar, for the rare change of an older one. */
  write(bars: Pick<BarColumns, 'time' | 'close'>, slots: Float64Array, at: number, all: () => Pick<BarColumns, 'time' | 'close'>): void {
    const set = this.#set;
    if (!set || bars.time.length === 0 || set.tail(bars.time, bars.close, slots, at, LINE.slots)) return;
    const { time, close } = all();
    const columns = set.whole(time, close);
    for (const [line, column] of columns.entries()) {
      const from = column.length - bars.time.length;
      for (let row = 0; row < bars.time.length; row++) slots[at + row * LINE.slots + line] = column[from + row] as number;
    }
  }

  async #open(asked: string): Promise<void> {
    try {
      const Indicators = await this.#load();
      if (asked !== this.#asked) return;
      const set = new Indicators(JSON.parse(asked));
      this.#set = set.lines > 0 ? set : undefined;
    } catch {
      // The next choice, or the next chart, tries again.
      if (asked === this.#asked) this.#asked = NOTHING;
      return;
    }
    this.#onReady();
  }
}
