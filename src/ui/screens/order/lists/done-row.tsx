import type { Order } from '#domain/order.ts';
import { netOf } from '#domain/order-result.ts';
import { Button } from '../../../kit/button.tsx';
import { t } from '../../../language/i18n.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import { endText, netText, orderPriceText, returnText, shortEndText, stampText, tinyStampText } from '../../../orders/order-texts.ts';
import { RecordMoney } from '../../../orders/record-money.tsx';
import { amountTone, NONE } from '../../../text/format.ts';
import { shortAmountText } from '../../../text/short-amount.ts';
import { Charges } from './charges.tsx';
import { FromTo, OrderRow, RowFigure } from './order-row.tsx';
import type { RowOpening } from './row-opening.ts';

type DoneRowProps = { order: Order; opening: RowOpening; onAsk: (ask: OrderAsk) => void };

/** An order that is over: read-only. One that was cancelled has come to nothing, and says so instead of a zero. */
export function DoneRow({ order, opening, onAsk }: DoneRowProps) {
  const isCancelled = order.state === 'cancelled';
  return (
    <OrderRow
      order={order}
      opening={opening}
      underMark={<small class="num">{tinyStampText(order.completedAtMs)}</small>}
      prices={
        <>
          {isCancelled ? (
            <small class="num">{orderPriceText(order, order.askedPrice)}</small>
          ) : (
            <FromTo from={orderPriceText(order, order.openPrice)} to={orderPriceText(order, order.price)} />
          )}
          {!isCancelled && <End order={order} />}
        </>
      }
      result={isCancelled ? <span class="order-row-net">{NONE}</span> : <Net order={order} />}
      below={isCancelled ? <small>{endText(order)}</small> : <Parts order={order} />}
    >
      <dl class="order-row-figures">
        <RowFigure label={t('orders:fee')}>{isCancelled ? NONE : shortAmountText(order.fee)}</RowFigure>
        {order.financing !== 0n && <RowFigure label={t('orders:financing-short')}>{shortAmountText(order.financing)}</RowFigure>}
        <RowFigure label={t('orders:number-short')}>{order.id}</RowFigure>
        <RowFigure label={t('orders:end')}>{endText(order)}</RowFigure>
        <RowFigure label={isCancelled ? t('orders:placed') : t('orders:opened')}>{stampText(order.createdAtMs)}</RowFigure>
        <RowFigure label={t('orders:completed')}>{stampText(order.completedAtMs)}</RowFigure>
      </dl>
      <div class="order-row-actions" data-columns={isCancelled ? '1' : '2'}>
        <Button onClick={() => onAsk('detail')}>{t('orders:details')}</Button>
        {!isCancelled && <Button onClick={() => onAsk('receipt')}>{t('orders:receipt')}</Button>}
      </div>
    </OrderRow>
  );
}

/** Why it ended, in two letters where it ended by itself; read out in words. */
function End({ order }: { order: Order }) {
  const short = shortEndText(order);
  return short === '' ? null : (
    <small>
      <span aria-hidden="true">{short}</span>
      <span class="sr-only">{endText(order)}</span>
    </small>
  );
}

function Net({ order }: { order: Order }) {
  const net = netOf(order);
  return (
    <>
      <small class="num">{returnText(net, order)}</small>
      <span class="sr-only">{t('orders:net')}</span>
      <b class="order-row-net num" data-tone={amountTone(net, 2)}>
        {netText(net)}
      </b>
    </>
  );
}

const Parts = ({ order }: { order: Order }) => (
  <>
    <span class="sr-only">{t('orders:profit')}</span>
    <RecordMoney profit={order.profit} />
    <Charges order={order} />
  </>
);
