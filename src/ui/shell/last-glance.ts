/**
 * A moment before a screen is drawn for the first time, which takes a slow phone a third of a second, its live prices stand in its ghost:
 * sixteen texts cost it a tenth of that.
 */
import type { Product } from '#domain/product.ts';
import type { GlanceRow } from '#protocol/engine-api.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import type { Route } from '../routes.ts';
import { quoteOf } from '../state/quotes.ts';
import { glancePainted, hasGlance, showGlance } from './glance.ts';

/** A screen that is not drawn by then has prices that nobody looks after. */
const DRAWN_WITHIN_MS = 1_000;

/** Resolves once they have been painted; at once where they have been told before, or nothing is live. */
export async function glanceAhead(route: Route | undefined, query: string | undefined): Promise<void> {
  const rows = hasGlance() ? [] : (route?.priced?.(new URLSearchParams(query)) ?? []).flatMap(rowOf);
  if (rows.length === 0 || document.hidden) return;
  showGlance(rows);
  await glancePainted();
}

function rowOf({ id, code, showCode: name, pricePrecision: digits }: Product): GlanceRow[] {
  const { state, close } = quoteOf(id);
  return state.peek() === QUOTE_STATE.live ? [{ code, name, digits, price: close.peek(), liveMs: DRAWN_WITHIN_MS }] : [];
}
