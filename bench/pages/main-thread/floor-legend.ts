/** The line of figures above the chart of the floor page: the newest bar in the product's words, its text nodes written by hand. */
import type { Bar } from '../../../src/ui/charts/bar-series.ts';

const DIGITS = 5;
const NAMES = ['O', 'H', 'L', 'C', '', 'Vol'];
const volumeFormat = new Intl.NumberFormat('en-US');

export class FloorLegend {
  readonly #line: HTMLElement;
  readonly #texts: readonly Text[];
  #tone = '';

  /** `chart`: the box that the plot lies in. */
  constructor(chart: HTMLElement) {
    const legend = document.createElement('div');
    legend.className = 'candle-chart-legend num';
    this.#line = legend.appendChild(document.createElement('p'));
    this.#texts = NAMES.map((name) => {
      const figure = this.#line.appendChild(document.createElement('span'));
      figure.append(`${name} `);
      return figure.appendChild(document.createElement('b')).appendChild(document.createTextNode(''));
    });
    chart.append(legend);
  }

  /** `before`: the close of the bar before it. */
  put({ open, high, low, close, volume }: Bar, before: number): void {
    const percent = (close / before - 1) * 100;
    const size = Math.abs(percent).toFixed(2);
    const sign = size === '0.00' ? '' : percent > 0 ? '+' : '\u2212';
    const prices = [open, high, low, close].map((price) => price.toFixed(DIGITS));
    const texts = [...prices, `${sign}${size}%`, volumeFormat.format(volume)];
    for (const [at, text] of texts.entries()) if ((this.#texts[at] as Text).data !== text) (this.#texts[at] as Text).data = text;
    const tone = close === before ? '' : close > before ? 'up' : 'down';
    if (tone !== this.#tone) this.#line.setAttribute('data-tone', tone);
    this.#tone = tone;
  }
}
