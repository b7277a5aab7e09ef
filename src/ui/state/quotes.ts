/**
 * Live quotes: one signal per field and product, made when first asked for. Put `priceText` and `changeText` into JSX as they are:
 * a tick then changes one text node and no component renders.
 *   const q = quoteOf(product.Id);  <b data-symbol={code}>{q.priceText}</b>  <span data-tone={q.tone}>{q.changeText}</span>
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { arrowOf, percentText, priceText, toneOf, UNKNOWN } from '../format.ts';

/** How long a moved price keeps the colour of its move, at least. */
const FLASH_MS = 150;
/** In a busy market the next frame ends it, together with what it brings; in a quiet one nothing else would be painted, so a timer does. */
const FLASH_MAX_MS = 250;

export type QuoteState = (typeof QUOTE_STATE)[keyof typeof QUOTE_STATE];
export type Quote = {
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
  /** 'up', 'down' or '' by the sign of the change. */
  readonly tone: ReadonlySignal<'' | 'up' | 'down'>;
  /** 'up' or 'down' for 150 to 250 ms after a move, else ''. */
  readonly flash: Signal<'' | 'up' | 'down'>;
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
    changeArrowText: computed(() => {
      const text = percentText(change.value);
      return text === UNKNOWN ? text : `${arrowOf(change.value)} ${text}`.trim();
    }),
    tone: computed(() => toneOf(change.value)),
    flash: signal<'' | 'up' | 'down'>(''),
  };
}

export type QuoteValues = Record<'close' | 'open' | 'high' | 'low' | 'change' | 'timeMs' | 'state' | 'heardAt', number>;

/** Takes the newest values of a product; only called inside a batch. Prices of a product without price stay '--'. */
export function writeQuote(productId: number, values: QuoteValues): void {
  const quote = quoteOf(productId);
  const isKnown = values.state !== QUOTE_STATE.none;
  const previous = quote.close.peek();
  quote.heardAt = values.heardAt;
  if (isKnown) {
    if (values.close !== previous && quote.timeMs.peek() > 0) flash(quote, values.close > previous ? 'up' : 'down');
    quote.close.value = values.close;
    quote.open.value = values.open;
    quote.high.value = values.high;
    quote.low.value = values.low;
    quote.change.value = values.change;
    quote.timeMs.value = values.timeMs;
  }
  quote.state.value = values.state as QuoteState;
}

/** Quotes that now carry a colour and `performance.now()` of their move, the oldest first; no more than there are quotes. */
const flashing = new Map<Quote, number>();
let isFlashTimed = false;

function flash(quote: Quote, direction: 'up' | 'down'): void {
  quote.flash.value = direction;
  // Behind the others, since it moved last.
  flashing.delete(quote);
  flashing.set(quote, performance.now());
  if (!isFlashTimed) setTimeout(flashTimedOut, FLASH_MAX_MS);
  isFlashTimed = true;
}

/** Takes the colour off prices that have had it long enough; only called inside a batch. A display frame of its own would cost a third more. */
export function endFlashes(): void {
  const before = performance.now() - FLASH_MS;
  for (const [quote, movedAt] of flashing) {
    if (movedAt > before) return;
    quote.flash.value = '';
    flashing.delete(quote);
  }
}

function flashTimedOut(): void {
  batch(endFlashes);
  const [oldest] = flashing.values();
  isFlashTimed = oldest !== undefined;
  if (oldest !== undefined) setTimeout(flashTimedOut, oldest + FLASH_MAX_MS - performance.now());
}
