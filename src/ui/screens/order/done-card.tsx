import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { toneOf } from '../../format.ts';
import { t } from '../../i18n.ts';
import { CardFigure, OrderCard } from './order-card.tsx';
import { endText, orderPriceText, recordProfitText, stampText } from './order-texts.ts';

/** An order that does not move any more, or has not begun to. */
export function DoneCard({ row, onOpen }: { row: OrderRow; onOpen: () => void }) {
  const profit = decimal<Money>(row.FactProfits);
  const isPending = row.Status === 0;
  return (
    <OrderCard
      row={row}
      onOpen={onOpen}
      aside={
        isPending ? (
          <span class="num">{orderPriceText(row, row.OriginPrice)}</span>
        ) : (
          <span class="num" data-tone={toneOf(profit)}>
            {recordProfitText(profit)}
          </span>
        )
      }
      foot={
        <div class="order-card-foot">
          <small class="num">{stampText(isPending ? row.CreateTimeHandler : row.CompleteTimeHandler)}</small>
          <small>{isPending ? t('orders:waiting') : endText(row)}</small>
        </div>
      }
    >
      <CardFigure label={isPending ? t('orders:asked-price') : t('orders:open-price')}>
        {orderPriceText(row, isPending ? row.OriginPrice : row.Price)}
      </CardFigure>
      <CardFigure label={isPending ? t('orders:margin') : t('orders:close-price')}>
        {isPending ? exactMoneyText(decimal<Money>(row.CautionMoney)) : orderPriceText(row, row.Status === 4 ? 0 : row.UpdatePrice)}
      </CardFigure>
      <CardFigure label={t('orders:fee')}>{exactMoneyText(decimal<Money>(row.TradeFee))}</CardFigure>
    </OrderCard>
  );
}
