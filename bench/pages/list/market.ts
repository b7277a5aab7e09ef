/** A market of 1,000 symbols whose every price and change is another one after each update. What a row must then say is computed separately. */

export const SYMBOLS = 1_000;
export const VISIBLE = 20;
const PRECISION = 5;
const MINUS = '\u2212';

export type ListQuote = {
  readonly id: number;
  readonly symbol: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly change: number;
  readonly timeMs: number;
};

export const symbolOf = (id: number): string => `S${String(id).padStart(4, '0')}`;
const START_MS = Date.UTC(2026, 10, 20, 10, 0, 0);

/** Quotes after update number `step`, of the first `count` symbols; ids count from 1. Steps 20 ms apart. */
export function quotesAt(step: number, count: number): ListQuote[] {
  return Array.from({ length: count }, (_, index) => {
    const close = Number((800 + index + (step % 100_000) * 1e-5).toFixed(PRECISION));
    // Walks by one hundredth a step and through zero, so that text and tone both change.
    const change = (((step + index) % 400) - 200) / 100;
    return {
      id: index + 1,
      symbol: symbolOf(index + 1),
      open: 800 + index,
      high: close,
      low: 800,
      close,
      change,
      timeMs: START_MS + step * 20,
    };
  });
}

const priceFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: PRECISION, maximumFractionDigits: PRECISION });

/** What the rows on screen must say after these quotes: price, change and tone of each. */
export const wantedRows = (quotes: readonly ListQuote[]): string[] =>
  quotes.slice(0, VISIBLE).map(({ close, change }) => {
    const sign = change > 0 ? '+' : change < 0 ? MINUS : '';
    const tone = change > 0 ? 'up' : change < 0 ? 'down' : '';
    return `${priceFormat.format(close)} ${sign}${Math.abs(change).toFixed(2)}% ${tone}`;
  });

/** What a list says that it must not, naming the row; `undefined` when every visible row is right. */
export function wrongRow(root: Element, wanted: readonly string[]): string | undefined {
  const prices = root.querySelectorAll('.price');
  const changes = root.querySelectorAll('.product-link-change');
  if (prices.length !== VISIBLE || changes.length !== VISIBLE) return `${prices.length} prices and ${changes.length} changes are shown`;
  for (const [index, text] of wanted.entries()) {
    const shown = `${prices[index]?.textContent} ${changes[index]?.textContent} ${changes[index]?.getAttribute('data-tone') ?? ''}`;
    if (shown !== text) return `row ${index + 1} shows ${shown} and not ${text}`;
  }
  return undefined;
}
