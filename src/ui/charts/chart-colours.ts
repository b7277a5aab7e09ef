/** Colours of the chart, read from the custom properties of its box, so that the page's theme and the server's colours rule here too. */

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

/** Relative luminance (WCAG 2) of `#rgb` or `#rrggbb`; undefined for any other notation. */
export function luminance(hex: string): number | undefined {
  const match = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i.exec(hex);
  if (!match) return undefined;
  const [r, g, b] = [
    match[1] ? match[1] + match[1] : match[4],
    match[2] ? match[2] + match[2] : match[5],
    match[3] ? match[3] + match[3] : match[6],
  ].map((pair) => {
    const share = Number.parseInt(pair as string, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Nearly black or white text, whichever stands out more on the fill. A notation that cannot be read counts as a bright fill. */
export function inkOn(fill: string): '#14180f' | '#ffffff' {
  const light = luminance(fill) ?? 1;
  return (light + 0.05) / 0.0575 >= 1.05 / (light + 0.05) ? '#14180f' : '#ffffff';
}
