import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { toneOf } from '../../format.ts';
import { t } from '../../i18n.ts';
import { CardFigure, OrderCard } from './order-card.tsx';
import { endText, orderPriceText, recordProfitText, stampText } from './order-texts.ts';

/** An order that is over: read-only. */
export function DoneCard({ row, onOpen }: { row: OrderRow; onOpen: () => void }) {
  const profit = decimal<Money>(row.FactProfits);
  const isCancelled = row.Status === 4;
  return (
    <OrderCard
      row={row}
      onOpen={onOpen}
      aside={
        <span class="num" data-tone={toneOf(profit)}>
          {recordProfitText(profit)}
        </span>
      }
      foot={
        <div class="order-card-end">
          <small class="num">{stampText(row.CompleteTimeHandler)}</small>
          <small>{endText(row)}</small>
        </div>
      }
    >
      <CardFigure label={isCancelled ? t('orders:asked-price') : t('orders:open-price')}>
        {orderPriceText(row, isCancelled ? row.OriginPrice : row.Price)}
      </CardFigure>
      <CardFigure label={t('orders:close-price')}>{orderPriceText(row, isCancelled ? 0 : row.UpdatePrice)}</CardFigure>
      <CardFigure label={t('orders:fee')}>{exactMoneyText(decimal<Money>(row.TradeFee))}</CardFigure>
    </OrderCard>
  );
}
