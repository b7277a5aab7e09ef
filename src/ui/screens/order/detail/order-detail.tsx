import type { ComponentChildren } from 'preact';
import { formatDecimal, type Price, toNumber } from '#domain/decimal.ts';
import { isLive, type Order } from '#domain/order.ts';
import { netOf } from '#domain/order-result.ts';
import { oldMark } from '../../../freshness/freshness.tsx';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { baseCode } from '../../../orders/base-code.ts';
import { useLiveNumbers, useMarketPrice } from '../../../orders/live-numbers.ts';
import type { AskProps, OrderAsk } from '../../../orders/order-ask.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { netAt } from '../../../orders/order-position.ts';
import { distanceText, endText, goodTillText, lotsText, orderPriceText, returnText, stampText } from '../../../orders/order-texts.ts';
import { RecordMoney } from '../../../orders/record-money.tsx';
import { ReceiptButton } from '../../../receipts/receipt-button.tsx';
import { amountTone, NONE, numberText, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { exactMoneyText, shortMoneyText } from '../../../text/short-amount.ts';
import { PartButton } from '../questions/part-button.tsx';

/** Everything that is known of an order, and all that can be done with it. */
export function OrderDetail({ order, show }: AskProps) {
  return (
    <>
      {order.state === 'holding' && <LiveNet order={order} />}
      {order.state === 'pending' && <Awaited order={order} />}
      {!isLive(order) && <FinalNet order={order} />}
      <Fields order={order} />
      <ExactAmounts order={order} />
      {hasFill(order) && <ReceiptButton text={t('orders:receipt.check')} onClick={() => show('receipt')} />}
      <Actions order={order} show={show} />
    </>
  );
}

/** What only waited was filled by nobody. */
const hasFill = ({ state }: Order): boolean => state === 'holding' || state === 'closed';

function LiveNet({ order }: { order: Order }) {
  const { netMoney, returnText: percent, tone } = useLiveNumbers(order);
  return (
    <Headline label={t('orders:net')} old={oldMark(order.product.id)}>
      <PriceText text={netMoney} tone={tone} /> <small class="num">{percent}</small>
    </Headline>
  );
}

function Awaited({ order }: { order: Order }) {
  return (
    <Headline label={t('orders:asked-price')}>
      <span class="num">{orderPriceText(order, order.askedPrice)}</span>
    </Headline>
  );
}

function FinalNet({ order }: { order: Order }) {
  const net = netOf(order);
  const isCancelled = order.state === 'cancelled';
  return (
    <Headline label={t('orders:net')}>
      <span class="num" data-tone={isCancelled ? '' : amountTone(net, 2)}>
        {isCancelled ? NONE : moneyText(net, { sign: true })}
      </span>{' '}
      {!isCancelled && <small class="num">{returnText(net, order)}</small>}
    </Headline>
  );
}

/** The profit alone, of a record with its six digits. */
function Profit({ order }: { order: Order }) {
  const { profitMoney } = useLiveNumbers(order);
  if (order.state === 'holding') return <LiveText class="num" text={profitMoney} />;
  if (order.state === 'cancelled') return <>{NONE}</>;
  return <RecordMoney profit={order.profit} withCode />;
}

type HeadlineProps = { label: string; old?: ReturnType<typeof oldMark>; children: ComponentChildren };

const Headline = ({ label, old, children }: HeadlineProps) => (
  <p class="detail-headline" {...old}>
    <small>{label}</small>
    <b>{children}</b>
  </p>
);

function Fields({ order }: { order: Order }) {
  const market = useMarketPrice(order);
  const isPending = order.state === 'pending';
  const isOver = !isLive(order);
  return (
    <dl class="order-fields" {...oldMark(order.product.id)}>
      <OrderField label={t('orders:number')}>{order.id}</OrderField>
      {order.parentId > 0 && <OrderField label={t('orders:part-of')}>{order.parentId}</OrderField>}
      {order.originId > 0 && <OrderField label={t('orders:copy-of')}>{order.originId}</OrderField>}
      <OrderField label={t('orders:size')}>{lotsText(order)}</OrderField>
      {order.marginMode !== 1 && <OrderField label={t('orders:leverage')}>{`${order.leverage}×`}</OrderField>}
      {!isPending && <OrderField label={t('orders:asked-price')}>{orderPriceText(order, order.askedPrice)}</OrderField>}
      {!isPending && <OrderField label={t('orders:open-price')}>{orderPriceText(order, order.openPrice)}</OrderField>}
      {!isOver && (
        <OrderField label={t('orders:now')}>
          <PriceText text={market.text} />
        </OrderField>
      )}
      {isPending && <OrderField label={t('orders:distance')}>{distanceText(order, market.price.value)}</OrderField>}
      {isOver && (
        <OrderField label={t('orders:close-price')}>{orderPriceText(order, order.state === 'closed' ? order.price : 0)}</OrderField>
      )}
      <OrderField label={isPending ? t('orders:locked-margin') : t('orders:margin')}>{shortMoneyText(order.margin)}</OrderField>
      {!isPending && (
        <OrderField label={t('orders:profit')}>
          <Profit order={order} />
        </OrderField>
      )}
      <OrderField label={isPending ? t('orders:locked-fee') : t('orders:fee')}>{shortMoneyText(order.fee)}</OrderField>
      {order.financing !== 0n && <OrderField label={t('orders:financing')}>{shortMoneyText(order.financing, { sign: true })}</OrderField>}
      <OrderField label={t('orders:stop-loss')}>{stopText(order, order.stopLoss)}</OrderField>
      <OrderField label={t('orders:take-profit')}>{stopText(order, order.takeProfit)}</OrderField>
      <OrderField label={isPending ? t('orders:placed') : t('orders:opened')}>{stampText(order.createdAtMs)}</OrderField>
      {(isPending || order.goodTillMs > 0) && <OrderField label={t('orders:good-till')}>{goodTillText(order)}</OrderField>}
      {isOver && <OrderField label={t('orders:completed')}>{stampText(order.completedAtMs)}</OrderField>}
      {isOver && <OrderField label={t('orders:end')}>{endText(order)}</OrderField>}
      <OrderField label={t('orders:unit')}>{unitText(order)}</OrderField>
      {order.openSeq > 0 && (
        <OrderField label={t('orders:tape')}>{order.closeSeq > 0 ? `${order.openSeq} / ${order.closeSeq}` : order.openSeq}</OrderField>
      )}
    </dl>
  );
}

/** Every digit of what the order took and what its nights came to, for whoever wants to reckon it. */
function ExactAmounts({ order }: { order: Order }) {
  const isPending = order.state === 'pending';
  return (
    <details class="exact-amounts">
      <summary>{t('orders:exact')}</summary>
      <dl class="order-fields">
        <OrderField label={isPending ? t('orders:locked-margin') : t('orders:margin')}>{exactMoneyText(order.margin)}</OrderField>
        <OrderField label={isPending ? t('orders:locked-fee') : t('orders:fee')}>{exactMoneyText(order.fee)}</OrderField>
        {order.financing !== 0n && <OrderField label={t('orders:financing')}>{exactMoneyText(order.financing, { sign: true })}</OrderField>}
      </dl>
    </details>
  );
}

const unitText = ({ contractNumber, product }: Order): string =>
  t('orders:unit.value', {
    size: contractNumber === undefined ? UNKNOWN : numberText(formatDecimal(contractNumber)),
    code: baseCode(product.showCode),
  });

/** A stop, and what it would come to: '1.08000 · −34.20 USD'. */
function stopText(order: Order, price: Price): string {
  const money = isLive(order) ? netAt(order, toNumber(price)) : undefined;
  const text = orderPriceText(order, price);
  return money === undefined ? text : `${text} · ${moneyText(money, { sign: true })}`;
}

function Actions({ order, show }: { order: Order; show: (ask: OrderAsk) => void }) {
  if (order.state === 'pending') {
    return (
      <div class="detail-actions" data-columns="3">
        <Button onClick={() => show('amend')}>{t('orders:amend')}</Button>
        <Button onClick={() => show('stops')}>{t('orders:edit-stops')}</Button>
        <Button kind="strong" onClick={() => show('cancel')}>
          {t('orders:cancel')}
        </Button>
      </div>
    );
  }
  if (order.state !== 'holding') return null;
  return (
    <div class="detail-actions" data-columns="3">
      <Button onClick={() => show('stops')}>{t('orders:edit-stops')}</Button>
      <PartButton order={order} onClick={() => show('part')} />
      <Button onClick={() => show('reverse')}>{t('orders:reverse')}</Button>
      <Button kind="strong" size="tall" onClick={() => show('close')}>
        {t('orders:close-position')}
      </Button>
    </div>
  );
}
