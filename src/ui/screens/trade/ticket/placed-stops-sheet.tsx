import type { Signal } from '@preact/signals';
import type { Order } from '#domain/order.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { lotsText, sideText } from '../../../orders/order-texts.ts';
import { StopsQuestion } from '../../../orders/stops-question.tsx';

/** Stop loss and take profit of the order that was just taken. */
export function PlacedStopsSheet({ open, order }: { open: Signal<boolean>; order: Order }) {
  const title = t('orders:stops.title', { side: sideText(order), lots: lotsText(order), code: order.product.showCode });
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      <StopsQuestion key={order.id} order={order} begins="stopLoss" onDone={() => (open.value = false)} />
    </Sheet>
  );
}
