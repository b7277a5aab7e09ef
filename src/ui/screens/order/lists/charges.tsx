import type { Order } from '#domain/order.ts';
import { chargesOf } from '#domain/order-result.ts';
import { chargesLabel } from '../../../orders/order-texts.ts';
import { shortAmountText } from '../../../text/short-amount.ts';

/** What was charged beside the profit, in two digits: fee and nights together. Nothing where nothing was. `isNamed`: there is room for its name. */
export function Charges({ order, isNamed = false }: { order: Order; isNamed?: boolean }) {
  const charges = chargesOf(order);
  if (charges === 0n) return null;
  return (
    <span class="order-row-charges num">
      {/* Of two figures beside each other the second says what it is; with nights its name would take a line. */}
      <span class={isNamed && order.financing === 0n ? 'order-row-name' : 'sr-only'}>{chargesLabel(order)}</span>
      {shortAmountText(charges, { sign: true })}
    </span>
  );
}
