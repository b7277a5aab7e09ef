import { useComputed } from '@preact/signals';
import type { Order } from '#domain/order.ts';
import { lockedBy } from '#domain/order-result.ts';
import { useWatchRow } from '../../../engine/watch.ts';
import { freshnessOf, isOldPrice } from '../../../freshness/freshness.tsx';
import { Button } from '../../../kit/button.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { useMarketPrice } from '../../../orders/live-numbers.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import { distanceText, orderPriceText, shortGoodTillText, shortStampText } from '../../../orders/order-texts.ts';
import { shortAmountText } from '../../../text/short-amount.ts';
import { OrderRow, RowFigure } from './order-row.tsx';
import type { RowOpening } from './row-opening.ts';
import { StopMarks } from './stop-marks.tsx';

type PendingRowProps = { order: Order; opening: RowOpening; onAsk: (ask: OrderAsk) => void };

/** An order that waits for its price: how far the market is from it, and what is locked meanwhile. */
export function PendingRow({ order, opening, onAsk }: PendingRowProps) {
  const ref = useWatchRow<HTMLDivElement>(order.product.id);
  const market = useMarketPrice(order);
  const freshness = freshnessOf(order.product.id);
  const distance = useComputed(() => distanceText(order, market.price.value));
  return (
    <div ref={ref}>
      <OrderRow
        order={order}
        opening={opening}
        isOld={isOldPrice(freshness)}
        underMark={<StopMarks order={order} />}
        note={freshness === 'closed' ? t('orders:market-closed') : undefined}
        prices={<small>{t('orders:locked', { money: shortAmountText(lockedBy([order])) })}</small>}
        result={
          <>
            <span class="sr-only">{t('orders:asked-price')}</span>
            <b class="order-row-net num">{orderPriceText(order, order.askedPrice)}</b>
          </>
        }
        below={
          <>
            <PriceText text={distance} />
            <small>{t('orders:away')}</small>
          </>
        }
      >
        <dl class="order-row-figures">
          <RowFigure label={t('orders:now')}>
            <PriceText text={market.text} />
          </RowFigure>
          <RowFigure label={t('orders:locked-margin')}>{shortAmountText(order.margin)}</RowFigure>
          <RowFigure label={t('orders:locked-fee')}>{shortAmountText(order.fee)}</RowFigure>
          <RowFigure label={t('orders:stop-loss')}>{orderPriceText(order, order.stopLoss)}</RowFigure>
          <RowFigure label={t('orders:take-profit')}>{orderPriceText(order, order.takeProfit)}</RowFigure>
          <RowFigure label={t('orders:good-till')}>{shortGoodTillText(order)}</RowFigure>
          <RowFigure label={t('orders:placed')}>{shortStampText(order.createdAtMs)}</RowFigure>
          <RowFigure label={t('orders:number-short')}>{order.id}</RowFigure>
        </dl>
        <div class="order-row-actions" data-columns="2">
          <Button onClick={() => onAsk('detail')}>{t('orders:details')}</Button>
          <Button onClick={() => onAsk('amend')}>{t('orders:amend')}</Button>
          <Button onClick={() => onAsk('stops')}>{t('orders:edit-stops')}</Button>
          <Button onClick={() => onAsk('cancel')}>{t('orders:cancel')}</Button>
        </div>
      </OrderRow>
    </div>
  );
}
