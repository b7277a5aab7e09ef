import type { Order } from '#domain/order.ts';
import { chargesOf } from '#domain/order-result.ts';
import { chargesLabel, netText } from '../../../orders/order-texts.ts';

/** What was charged beside the profit, in two digits: fee and nights together. Nothing where nothing was. */
export function Charges({ order }: { order: Order }) {
  const charges = chargesOf(order);
  if (charges === 0n) return null;
  return (
    <span class="order-row-charges num">
      <span class="sr-only">{chargesLabel(order)}</span>
      {netText(charges)}
    </span>
  );
}
