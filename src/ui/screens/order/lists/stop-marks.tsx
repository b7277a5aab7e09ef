import type { Order } from '#domain/order.ts';
import { STOP_NAMES, type StopName } from '#domain/stops.ts';
import { type Key, t } from '../../../language/i18n.ts';
import { orderPriceText } from '../../../orders/order-texts.ts';

const WORDS: Readonly<Record<StopName, readonly [short: Key, long: Key]>> = {
  stopLoss: ['orders:end-short.sl', 'orders:stop-loss'],
  takeProfit: ['orders:end-short.tp', 'orders:take-profit'],
};

/** Which stops an order has, in two letters each; read out in words, with their prices. Nothing where it has none (decision D9.432). */
export function StopMarks({ order }: { order: Order }) {
  const stops = STOP_NAMES.filter((stop) => order[stop] > 0n);
  if (stops.length === 0) return null;
  return (
    <small class="order-row-stops">
      {stops.map((stop) => (
        <span key={stop}>
          <span aria-hidden="true">{t(WORDS[stop][0])}</span>
          <span class="sr-only">{`${t(WORDS[stop][1])} ${orderPriceText(order, order[stop])}, `}</span>
        </span>
      ))}
    </small>
  );
}
