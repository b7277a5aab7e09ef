/**
 * A moment before a screen is drawn for the first time, which takes a slow phone a third of a second, its live prices stand in its ghost:
 * sixteen texts cost it a tenth of that. Until it is drawn they follow the newest quotes.
 */
import type { Product } from '#domain/product.ts';
import type { GlanceRow } from '#protocol/engine-api.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import type { Route } from '../routes.ts';
import { quoteOf } from '../state/quotes.ts';
import { glancePainted, hasGlance, showGlance } from './glance.ts';

/** A screen that is not drawn by then has prices that nobody looks after. */
const DRAWN_WITHIN_MS = 2_000;

/** Resolves once they stand there: painted, where none were told before. What it gives ends their following of the newest quotes. */
export async function glanceAhead(route: Route | undefined, query: string | undefined): Promise<() => void> {
  let isLive = true;
  // What comes behind would stand where another will.
  const rows = (route?.priced?.(new URLSearchParams(query)) ?? []).filter(
    ({ id }) => (isLive &&= quoteOf(id).state.peek() === QUOTE_STATE.live),
  );
  if (rows.length === 0 || document.hidden) return () => undefined;
  const isFirst = !hasGlance();
  showGlance(rows.map(rowOf));
  const stops = [...document.querySelectorAll('[data-glance]')].map((price, at) => {
    const { priceText } = quoteOf((rows[at] as Product).id);
    return priceText.subscribe((text) => {
      price.textContent = text;
    });
  });
  if (isFirst) await glancePainted();
  return () => {
    for (const stop of stops) stop();
  };
}

const rowOf = ({ id, code, showCode: name, pricePrecision: digits }: Product): GlanceRow => ({
  ...{ code, name, digits, price: quoteOf(id).close.peek(), liveMs: DRAWN_WITHIN_MS },
});
