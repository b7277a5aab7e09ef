import { decimalFromNumber, type Money, type Price } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { initialMargin } from '#domain/margin.ts';
import type { Order } from '#domain/order.ts';
import { chargesOf } from '#domain/order-result.ts';
import type { Product } from '#domain/product.ts';
import { oldMark } from '../../../freshness/freshness.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { ActionFoot } from '../../../orders/action-foot.tsx';
import { useLiveNumbers } from '../../../orders/live-numbers.ts';
import { LiveQuote, useBlock } from '../../../orders/live-quote.tsx';
import { useMoneyAction } from '../../../orders/money-action.ts';
import type { AskProps } from '../../../orders/order-ask.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { positionOf } from '../../../orders/order-position.ts';
import { chargesLabel, lotsText, sideText } from '../../../orders/order-texts.ts';
import { productMap } from '../../../state/products.ts';
import { setting } from '../../../state/site.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { shortMoneyText } from '../../../text/short-amount.ts';
import { reversePosition } from './order-calls.ts';

/** Asks before a position is closed and the opposite one opened at the same tick (decision D9.05). */
export function ReverseQuestion({ order, onDone }: AskProps) {
  const action = useMoneyAction();
  const live = useLiveNumbers(order);
  const block = useBlock(order);
  const cost = costOf(order, productMap.value.get(order.product.id), live.price.value);
  const opposite = sideText({ ...order, side: order.side === 'buy' ? 'sell' : 'buy' });
  const send = async () => {
    if (await action.run((onChecking) => reversePosition(order, live.price.peek(), onChecking))) onDone();
  };
  return (
    <>
      <LiveQuote order={order} />
      <dl class="order-fields" {...oldMark(order.product.id)}>
        <OrderField label={t('orders:reverse.booked')}>
          <LiveText class="num" text={live.profitMoney} />
        </OrderField>
        <OrderField label={chargesLabel(order)}>{moneyText(chargesOf(order), { sign: true })}</OrderField>
        <OrderField label={t('orders:net')}>
          <PriceText text={live.netMoney} tone={live.tone} />
        </OrderField>
        <OrderField label={t('orders:reverse.opens')}>{`${opposite} ${lotsText(order)}`}</OrderField>
        <OrderField label={t('orders:reverse.margin')}>{cost ? shortMoneyText(cost.margin) : UNKNOWN}</OrderField>
        <OrderField label={t('orders:reverse.fee')}>{cost ? shortMoneyText(cost.fee) : UNKNOWN}</OrderField>
      </dl>
      <p class="ask-note">{t('orders:reverse.note')}</p>
      <ActionFoot
        action={action}
        block={block}
        no={t('orders:keep')}
        onNo={onDone}
        yes={t('orders:reverse')}
        busy={t('orders:reversing')}
        onYes={send}
      />
    </>
  );
}

/** Margin and fee of the opposite position at a price; `undefined` when they cannot be known. */
function costOf(order: Order, product: Product | undefined, at: number): { margin: Money; fee: Money } | undefined {
  const price = decimalFromNumber<Price>(at);
  if (price === undefined || price <= 0n || !product) return undefined;
  try {
    const position = positionOf(order);
    const margin = initialMargin({ ...position, price, leverage: order.leverage });
    return { margin, fee: tradeFee({ feeType: setting('trade_fee_type'), lots: order.lots, margin, rate: product.feeRate }) };
  } catch {
    return undefined;
  }
}
