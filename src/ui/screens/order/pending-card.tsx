import { useComputed } from '@preact/signals';
import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { freshnessOf } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { useWatchRow } from '../../watch.ts';
import { useMarketPrice } from './live-numbers.ts';
import type { OrderAsk } from './order-ask.ts';
import { CardFigure, OrderCard } from './order-card.tsx';
import { distanceText, orderPriceText } from './order-texts.ts';

/** An order that waits for its price: how far the market is from it, and what is locked meanwhile. */
export function PendingCard({ row, onAsk }: { row: OrderRow; onAsk: (ask: OrderAsk) => void }) {
  const ref = useWatchRow<HTMLDivElement>(row.ForexTradeLists.Id);
  const market = useMarketPrice(row);
  const isClosed = freshnessOf(row.ForexTradeLists.Id) === 'closed';
  const distance = useComputed(() => distanceText(row, market.price.value));
  return (
    <div ref={ref}>
      <OrderCard
        row={row}
        onOpen={() => onAsk('detail')}
        aside={<span class="num">{orderPriceText(row, row.OriginPrice)}</span>}
        note={isClosed ? t('orders:market-closed') : undefined}
        foot={
          <div class="order-card-foot" data-columns="2">
            <Button size="short" onClick={() => onAsk('stops')}>
              {t('orders:edit-stops')}
            </Button>
            <Button size="short" onClick={() => onAsk('cancel')}>
              {t('orders:cancel')}
            </Button>
          </div>
        }
      >
        <CardFigure label={t('orders:now')}>{market.text}</CardFigure>
        <span class="order-card-wide">
          <small>{t('orders:distance')}</small>
          <b class="num">{distance}</b>
        </span>
        <CardFigure label={t('orders:locked-margin')}>{exactMoneyText(decimal<Money>(row.CautionMoney))}</CardFigure>
        <CardFigure label={t('orders:locked-fee')}>{exactMoneyText(decimal<Money>(row.TradeFee))}</CardFigure>
        <CardFigure label={t('orders:stops-short')}>
          {`${orderPriceText(row, row.TargetLossPrice)} / ${orderPriceText(row, row.TargetProfitPrice)}`}
        </CardFigure>
      </OrderCard>
    </div>
  );
}
