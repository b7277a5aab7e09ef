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
  /** Such as 'MA 5' or 'BOLL ↑'. */
  readonly name: string;
};
export type DrawnPane = { readonly kind: 'macd' | 'rsi'; readonly title: string };

/** Colours by kind: averages have three each, so that no two lines upon the prices look alike. */
const EMA_COLOUR = 3;
const BOLL_COLOUR = 6;

/** The lines in the order of the columns, and the panes that they need, top first. */
export function drawnLines(choices: readonly IndicatorChoice[]): { lines: DrawnLine[]; panes: DrawnPane[] } {
  const lines: DrawnLine[] = [];
  const panes: DrawnPane[] = [];
  const add = (name: string, colour: number, pane?: number, shape: DrawnLine['shape'] = 'line') =>
    lines.push({ column: lines.length, colour, shape, pane, name });
  for (const { kind, numbers } of choices) {
    if (kind === 'ma') for (const [at, period] of numbers.entries()) add(`MA ${period}`, at);
    else if (kind === 'ema') for (const [at, period] of numbers.entries()) add(`EMA ${period}`, EMA_COLOUR + at);
    else if (kind === 'boll') for (const name of ['BOLL ↑', 'BOLL', 'BOLL ↓']) add(name, BOLL_COLOUR);
    else {
      const pane = panes.push({ kind, title: `${kind.toUpperCase()} ${numbers.join(' ')}` }) - 1;
      if (kind === 'rsi') add('RSI', 2, pane);
      else {
        add('MACD', 1, pane);
        add('SIG', 0, pane);
        add('HIST', BOLL_COLOUR, pane, 'histogram');
      }
    }
  }
  return { lines, panes };
}
