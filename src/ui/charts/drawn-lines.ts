/** Which lines a choice of indicators draws: in which colour, upon the prices or in a pane, and under which name. */
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';

export type DrawnLine = {
  /** Position among the columns of the series. */
  readonly column: number;
  /** Position in the palette. */
  readonly colour: number;
  readonly shape: 'line' | 'histogram';
  /** Undefined: upon the prices. */
  readonly pane: number | undefined;
  /** Such as 'MA 5', or of the first line of several 'BOLL 20 2'. */
  readonly name: string;
  /** Its name is read out and not seen: what is before it in the legend has the name of all. */
  readonly isNext: boolean;
};
type PaneKind = 'macd' | 'rsi';

/** Colours by kind: averages have three each, so that no two lines upon the prices look alike. */
const EMA_COLOUR = 3;
const BOLL_COLOUR = 6;

/** The lines in the order of the columns, and the panes that they need, top first. */
export function drawnLines(choices: readonly IndicatorChoice[]): { lines: DrawnLine[]; panes: PaneKind[] } {
  const lines: DrawnLine[] = [];
  const panes: PaneKind[] = [];
  const add = (name: string, colour: number, more: Partial<DrawnLine> = {}) =>
    lines.push({ column: lines.length, colour, shape: 'line', pane: undefined, name, isNext: false, ...more });
  for (const { kind, numbers } of choices) {
    const title = `${kind.toUpperCase()} ${numbers.join(' ')}`;
    if (kind === 'ma') for (const [at, period] of numbers.entries()) add(`MA ${period}`, at);
    else if (kind === 'ema') for (const [at, period] of numbers.entries()) add(`EMA ${period}`, EMA_COLOUR + at);
    else if (kind === 'boll') {
      add(title, BOLL_COLOUR);
      for (const name of ['BOLL', 'BOLL ↓']) add(name, BOLL_COLOUR, { isNext: true });
    } else {
      const pane = panes.push(kind) - 1;
      add(title, kind === 'rsi' ? 2 : 1, { pane });
      if (kind === 'rsi') continue;
      add('SIG', 0, { pane, isNext: true });
      add('HIST', BOLL_COLOUR, { pane, isNext: true, shape: 'histogram' });
    }
  }
  return { lines, panes };
}
