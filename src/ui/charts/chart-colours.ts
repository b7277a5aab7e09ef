/** Colours of the chart and the size of its text, read from its box, so that the page's theme, its text size and the server's colours rule here too. */
import { inkOn } from '../kit/contrast.ts';

export type ChartColours = {
  up: string;
  down: string;
  /** Text on a tag filled with `up` or `down`. */
  onUp: string;
  onDown: string;
  grid: string;
  ink: string;
  /** Behind all. */
  ground: string;
  /** Crosshair lines, and the tags at their ends. */
  cross: string;
  crossTag: string;
  onCrossTag: string;
  /** Of the lines of indicators. */
  lines: readonly string[];
  /** Size of the text in CSS pixels. */
  fontPx: number;
};
/** How many line colours `candle-chart.css` names. */
const LINE_COLOURS = 7;
/** Where the page does not say. */
const FONT_PX = 12;

/** Reads the colours that `candle-chart.css` names on the box. */
export function chartColours(box: Element): ChartColours {
  const style = getComputedStyle(box);
  const read = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  const up = read('--chart-up', '#85bd00');
  const down = read('--chart-down', '#f6543e');
  let lines: readonly string[] | undefined;
  return {
    up,
    down,
    onUp: inkOn(up),
    onDown: inkOn(down),
    grid: read('--chart-grid', '#e6e8e1'),
    ink: read('--chart-ink', '#5d6557'),
    ground: read('--chart-ground', '#ffffff'),
    cross: read('--chart-cross', '#5d6557'),
    crossTag: read('--chart-cross-tag', '#14180f'),
    onCrossTag: read('--chart-on-cross-tag', '#ffffff'),
    // Most charts have none: read when one is drawn.
    get lines() {
      lines ??= Array.from({ length: LINE_COLOURS }, (_, at) => read(`--chart-line-${at + 1}`, '#946200'));
      return lines;
    },
    fontPx: Number.parseFloat(style.fontSize) || FONT_PX,
  };
}

/** Calls back when the page changes its theme, which it does by attributes of the root element. */
export function listenToTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  return () => observer.disconnect();
}
