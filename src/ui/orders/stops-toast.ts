/** The words for stops that were just set: of each that changed what became of it, and nothing of the other. */
import { toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { NO_STOPS, STOP_NAMES, type StopName, type Stops } from '#domain/stops.ts';
import { needTexts, t } from '../language/i18n.ts';
import { priceText } from '../text/format.ts';
import { toastAbout } from './result-toast.ts';

/** `before`: as far as it is known; `order`: as it is now. */
export async function toastStops(before: Stops | undefined, order: Order): Promise<void> {
  await needTexts('orders').catch(() => undefined);
  const changed = STOP_NAMES.filter((stop) => (before ?? NO_STOPS)[stop] !== order[stop]);
  if (changed.length > 0) toastAbout(order.id, changed.map((stop) => textOf(order, stop)).join(' · '), 'good');
}

const SET = { stopLoss: 'orders:stops.loss-set', takeProfit: 'orders:stops.profit-set' } as const;
const REMOVED = { stopLoss: 'orders:stops.loss-removed', takeProfit: 'orders:stops.profit-removed' } as const;

function textOf(order: Order, stop: StopName): string {
  if (order[stop] === 0n) return t(REMOVED[stop]);
  return t(SET[stop], { price: priceText(toNumber(order[stop]), order.product.pricePrecision) });
}
