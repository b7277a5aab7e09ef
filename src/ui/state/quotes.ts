/**
 * Live quotes: one signal per field and product, made when first asked for. Put `priceText` and `changeText` into JSX as they are:
 * a tick then changes one text node and no component renders.
 *   const q = quoteOf(product.id);  <b data-symbol={code}>{q.priceText}</b>  <span data-tone={q.tone}>{q.changeText}</span>
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { arrowOf, percentText, priceText, toneOf } from '../text/format.ts';
import { type Flash, flashOf, startFlash } from './price-flash.ts';

type QuoteState = (typeof QUOTE_STATE)[keyof typeof QUOTE_STATE];
type Quote = {
  readonly close: Signal<number>;
  readonly open: Signal<number>;
  readonly high: Signal<number>;
  readonly low: Signal<number>;
  /** Percent of the day's open, 2 decimals. */
  readonly change: Signal<number>;
  /** Time of the last tick, ms. */
  readonly timeMs: Signal<number>;
  /** `QUOTE_STATE`: 0 live, 1 stale, 2 closed, 3 no price yet. */
  readonly state: Signal<QuoteState>;
  /** `performance.now()` when the price was last known to be good, as the newest row said; -Infinity: never. True while the price is not live. */
  heardAt: number;
  /** Fraction digits of the product. */
  readonly precision: Signal<number>;
  /** Padded to the precision; '--' before there is a price. */
  readonly priceText: ReadonlySignal<string>;
  /** '+0.12%'. */
  readonly changeText: ReadonlySignal<string>;
  /** '▲ +0.12%', for cards without a colour-blind reader's second hint. */
  readonly changeArrowText: ReadonlySignal<string>;
  /** 'up', 'down' or '' by the sign of the change. Written, not computed: who follows it is not asked again at each tick. */
  readonly tone: Signal<'' | 'up' | 'down'>;
  /** 'up' or 'down' for 150 to 250 ms after a move, else ''. */
  readonly flash: Signal<Flash>;
};

/** One entry per product that a screen ever showed; a catalogue has at most some thousands. */
const quotes = new Map<number, Quote>();

/** The quote of a product; the same object for the same id, for ever. */
export function quoteOf(productId: number): Quote {
  let quote = quotes.get(productId);
  if (!quote) {
    quote = createQuote();
    quotes.set(productId, quote);
  }
  return quote;
}

function createQuote(): Quote {
  const close = signal(Number.NaN);
  const change = signal(Number.NaN);
  const precision = signal(2);
  return {
    close,
    open: signal(Number.NaN),
    high: signal(Number.NaN),
    low: signal(Number.NaN),
    change,
    timeMs: signal(0),
    state: signal<QuoteState>(QUOTE_STATE.none),
    heardAt: Number.NEGATIVE_INFINITY,
    precision,
    priceText: computed(() => priceText(close.value, precision.value)),
    changeText: computed(() => percentText(change.value)),
    changeArrowText: computed(() => `${arrowOf(change.value)} ${percentText(change.value)}`.trim()),
    tone: signal<'' | 'up' | 'down'>(''),
    flash: signal<Flash>(''),
  };
}

/** The change of a product's day at this moment, in percent; NaN while there is none. */
export const changeNow = (productId: number): number => quoteOf(productId).change.peek();

type QuoteValues = Record<'close' | 'open' | 'high' | 'low' | 'change' | 'timeMs' | 'state' | 'heardAt', number>;

/** Takes the newest values of a product; only called inside a batch. Prices of a product without price stay '--'. */
export function writeQuote(productId: number, values: QuoteValues): void {
  const quote = quoteOf(productId);
  const isKnown = values.state !== QUOTE_STATE.none;
  const previous = quote.close.peek();
  quote.heardAt = values.heardAt;
  if (isKnown) {
    if (quote.timeMs.peek() > 0) startFlash(quote.flash, flashOf(previous, values.close, quote.precision.peek()));
    quote.close.value = values.close;
    quote.open.value = values.open;
    quote.high.value = values.high;
    quote.low.value = values.low;
    quote.change.value = values.change;
    quote.tone.value = toneOf(values.change);
    quote.timeMs.value = values.timeMs;
  }
  quote.state.value = values.state as QuoteState;
}
