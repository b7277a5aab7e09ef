import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { freshnessOf } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { useWatchRow } from '../../watch.ts';
import { useLiveNumbers } from './live-numbers.ts';
import { CardFigure, OrderCard } from './order-card.tsx';
import { orderPriceText, stampText } from './order-texts.ts';

/** An open position: price now and profit move with every tick. */
export function HeldCard({ row, onOpen, onClose }: { row: OrderRow; onOpen: () => void; onClose: () => void }) {
  const ref = useWatchRow<HTMLDivElement>(row.ForexTradeLists.Id);
  const live = useLiveNumbers(row);
  const isClosed = freshnessOf(row.ForexTradeLists.Id) === 'closed';
  return (
    <div ref={ref}>
      <OrderCard
        row={row}
        onOpen={onOpen}
        aside={<PriceText text={live.profitText} tone={live.tone} />}
        foot={
          <div class="order-card-foot">
            <small class="num">{isClosed ? t('orders:market-closed') : stampText(row.CreateTimeHandler)}</small>
            <Button size="short" onClick={onClose}>
              {t('orders:close')}
            </Button>
          </div>
        }
      >
        <CardFigure label={t('orders:open-price')}>{orderPriceText(row, row.Price)}</CardFigure>
        <CardFigure label={t('orders:now')}>{live.priceText}</CardFigure>
        <CardFigure label={t('orders:margin')}>{exactMoneyText(decimal<Money>(row.CautionMoney))}</CardFigure>
      </OrderCard>
    </div>
  );
}
