import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StopReason } from '#domain/close-reasons.ts';
import type { Order } from '#domain/order.ts';
import { netOf } from '#domain/order-result.ts';
import { Badge } from '../../../kit/badge.tsx';
import { type Key, t } from '../../../language/i18n.ts';
import { endedOrder } from '../../../orders/ended-orders.ts';
import { endText, netText, orderPriceText, sideLotsText } from '../../../orders/order-texts.ts';
import { ProductMark } from '../../../products/product-mark.tsx';
import { openOrders } from '../../../state/orders.ts';
import { amountTone } from '../../../text/format.ts';
import { endOf } from './order-ends.ts';
import type { Place } from './places-of.ts';
import './ended-row.css';

type RowPlaceProps = Place & { children: () => ComponentChildren };

/** The row of an order; once that is over what became of it, in a place as high as the row was. */
export function RowPlace({ order, isEnded, children }: RowPlaceProps) {
  const ref = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  // Before the row is drawn anew.
  if (isEnded) height.current ||= ref.current?.getBoundingClientRect().height ?? 0;
  const hadFocus = isEnded && ref.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    // The buttons are gone: who goes by keys stays where they are.
    if (hadFocus) ref.current?.focus({ preventScroll: true });
  }, [isEnded]);
  return (
    <div
      ref={ref}
      class="order-place"
      tabIndex={isEnded ? -1 : undefined}
      style={isEnded ? { minBlockSize: `${height.current}px` } : undefined}
    >
      {isEnded ? <EndedRow order={order} /> : children()}
    </div>
  );
}

const STOPPED = { sl: 'orders:ended.sl', tp: 'orders:ended.tp', stopout: 'orders:ended.stopout' } as const satisfies Record<
  StopReason,
  Key
>;

/** Said aloud by its toast alone. Nothing of it can be pressed. */
function EndedRow({ order }: { order: Order }) {
  const end = endedOrder(order.id);
  const isClosed = end?.state === 'closed';
  return (
    <div class="order-row order-ended">
      <span class="order-row-mark">
        <ProductMark code={order.product.code} />
      </span>
      <span>
        <span class="order-row-line">
          <b>{order.product.showCode}</b>
          <Badge>{sideLotsText(order)}</Badge>
          <span class="order-row-end">
            {isClosed && (
              <>
                <span class="sr-only">{t('orders:net')}</span>
                <b class="order-row-net num" data-tone={amountTone(netOf(end), 2)}>
                  {netText(netOf(end))}
                </b>
              </>
            )}
          </span>
        </span>
        <span class="order-row-line">
          <span>{endedText(order)}</span>
          {isClosed && <span class="order-row-end num">{orderPriceText(end, end.price)}</span>}
        </span>
      </span>
    </div>
  );
}

function endedText(order: Order): string {
  const filled = openOrders.value?.find(({ id, state }) => id === order.id && state === 'holding');
  if (filled) return t('orders:ended.filled', { price: orderPriceText(filled, filled.openPrice) });
  const end = endedOrder(order.id);
  if (end?.state === 'cancelled') return endText(end);
  const how = endOf(order.id);
  if (how === 'cancelled') return t('orders:end.cancelled');
  return t(how && how in STOPPED ? STOPPED[how as StopReason] : 'orders:ended');
}
