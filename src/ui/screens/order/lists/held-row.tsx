import type { Order } from '#domain/order.ts';
import { useWatchRow } from '../../../engine/watch.ts';
import { freshnessOf, isOldPrice } from '../../../freshness/freshness.tsx';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { useLiveNumbers } from '../../../orders/live-numbers.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import { orderPriceText, shortStampText } from '../../../orders/order-texts.ts';
import { shortAmountText } from '../../../text/short-amount.ts';
import { PartButton } from '../questions/part-button.tsx';
import { Charges } from './charges.tsx';
import { FromTo, OrderRow, RowFigure } from './order-row.tsx';
import type { RowOpening } from './row-opening.ts';
import { StopMarks } from './stop-marks.tsx';

type HeldRowProps = { order: Order; opening: RowOpening; onAsk: (ask: OrderAsk) => void };

/** An open position: price now, net and profit move with every tick. */
export function HeldRow({ order, opening, onAsk }: HeldRowProps) {
  const ref = useWatchRow<HTMLDivElement>(order.product.id);
  const live = useLiveNumbers(order);
  const freshness = freshnessOf(order.product.id);
  return (
    <div ref={ref}>
      <OrderRow
        order={order}
        opening={opening}
        isOld={isOldPrice(freshness)}
        underMark={<StopMarks order={order} />}
        note={freshness === 'closed' ? t('orders:market-closed') : undefined}
        prices={<FromTo from={orderPriceText(order, order.openPrice)} to={<PriceText text={live.priceText} />} />}
        result={
          <>
            <small class="num live">{live.returnText}</small>
            <span class="sr-only">{t('orders:net')}</span>
            <b class="order-row-net">
              <PriceText text={live.netText} tone={live.tone} />
            </b>
          </>
        }
        below={
          <>
            <span class="sr-only">{t('orders:profit')}</span>
            <LiveText class="num" text={live.profitText} />
            <Charges order={order} isNamed />
          </>
        }
      >
        <HeldFigures order={order} />
        <div class="order-row-actions">
          <Button onClick={() => onAsk('stops')}>{t('orders:edit-stops')}</Button>
          <PartButton order={order} onClick={() => onAsk('part')} />
          <Button onClick={() => onAsk('reverse')}>{t('orders:reverse')}</Button>
          <Button onClick={() => onAsk('detail')}>{t('orders:details')}</Button>
          <Button kind="strong" onClick={() => onAsk('close')}>
            {t('orders:close-position')}
          </Button>
        </div>
      </OrderRow>
    </div>
  );
}

const HeldFigures = ({ order }: { order: Order }) => (
  <dl class="order-row-figures">
    <RowFigure label={t('orders:margin')}>{shortAmountText(order.margin)}</RowFigure>
    <RowFigure label={t('orders:stop-loss')}>{orderPriceText(order, order.stopLoss)}</RowFigure>
    <RowFigure label={t('orders:take-profit')}>{orderPriceText(order, order.takeProfit)}</RowFigure>
    <RowFigure label={t('orders:fee')}>{shortAmountText(order.fee)}</RowFigure>
    {order.financing !== 0n && <RowFigure label={t('orders:financing-short')}>{shortAmountText(order.financing)}</RowFigure>}
    <RowFigure label={t('orders:opened')}>{shortStampText(order.createdAtMs)}</RowFigure>
    <RowFigure label={t('orders:number-short')}>{order.id}</RowFigure>
  </dl>
);
