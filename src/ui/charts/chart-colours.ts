/** Colours of the chart, read from the custom properties of its box, so that the page's theme and the server's colours rule here too. */
import { inkOn } from '../kit/contrast.ts';

export type ChartColours = {
  up: string;
  down: string;
  /** Text on a tag filled with `up` or `down`. */
  onUp: string;
  onDown: string;
  grid: string;
  ink: string;
  /** Crosshair lines, and the tags at their ends. */
  cross: string;
  crossTag: string;
  onCrossTag: string;
  /** Of the lines of indicators. */
  lines: readonly string[];
};
/** How many line colours `candle-chart.css` names. */
const LINE_COLOURS = 7;

/** Reads the colours that `candle-chart.css` names on the box. */
export function chartColours(box: Element): ChartColours {
  const style = getComputedStyle(box);
  const read = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  const up = read('--chart-up', '#85bd00');
  const down = read('--chart-down', '#f6543e');
  return {
    up,
    down,
    onUp: inkOn(up),
    onDown: inkOn(down),
    grid: read('--chart-grid', '#e6e8e1'),
    ink: read('--chart-ink', '#5d6557'),
    cross: read('--chart-cross', '#5d6557'),
    crossTag: read('--chart-cross-tag', '#14180f'),
    onCrossTag: read('--chart-on-cross-tag', '#ffffff'),
    lines: Array.from({ length: LINE_COLOURS }, (_, at) => read(`--chart-line-${at + 1}`, '#946200')),
  };
}

/** Calls back when the page changes its theme, which it does by attributes of the root element. */
export function listenToTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  return () => observer.disconnect();
}
