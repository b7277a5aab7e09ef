import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { freshnessOf } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { useWatchRow } from '../../watch.ts';
import { useLiveNumbers } from './live-numbers.ts';
import type { OrderAsk } from './order-ask.ts';
import { CardFigure, OrderCard } from './order-card.tsx';
import { orderPriceText, shortStampText } from './order-texts.ts';

/** An open position: price now and profit move with every tick. */
export function HeldCard({ row, onAsk }: { row: OrderRow; onAsk: (ask: OrderAsk) => void }) {
  const ref = useWatchRow<HTMLDivElement>(row.ForexTradeLists.Id);
  const live = useLiveNumbers(row);
  const isClosed = freshnessOf(row.ForexTradeLists.Id) === 'closed';
  return (
    <div ref={ref}>
      <OrderCard
        row={row}
        onOpen={() => onAsk('detail')}
        aside={<PriceText text={live.profitText} tone={live.tone} />}
        note={isClosed ? t('orders:market-closed') : undefined}
        foot={
          <div class="order-card-foot" data-columns="3">
            <Button size="short" onClick={() => onAsk('stops')}>
              {t('orders:edit-stops')}
            </Button>
            <Button size="short" onClick={() => onAsk('part')}>
              {t('orders:part')}
            </Button>
            <Button size="short" kind="primary" onClick={() => onAsk('close')}>
              {t('orders:close')}
            </Button>
          </div>
        }
      >
        <CardFigure label={t('orders:open-price')}>{orderPriceText(row, row.Price)}</CardFigure>
        <CardFigure label={t('orders:now')}>{live.priceText}</CardFigure>
        <CardFigure label={t('orders:margin')}>{exactMoneyText(decimal<Money>(row.CautionMoney))}</CardFigure>
        <CardFigure label={t('orders:stop-loss')}>{orderPriceText(row, row.TargetLossPrice)}</CardFigure>
        <CardFigure label={t('orders:take-profit')}>{orderPriceText(row, row.TargetProfitPrice)}</CardFigure>
        <CardFigure label={t('orders:opened')}>{shortStampText(row.CreateTimeHandler)}</CardFigure>
      </OrderCard>
    </div>
  );
}
