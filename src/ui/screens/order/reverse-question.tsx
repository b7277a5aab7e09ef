import { decimal, decimalFromNumber, type Money, type Price, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { initialMargin } from '#domain/margin.ts';
import type { OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { PriceText } from '../../kit/price-text.tsx';
import { productMap } from '../../state/products.ts';
import { setting } from '../../state/site.ts';
import { ActionFoot } from './action-foot.tsx';
import { useLiveNumbers } from './live-numbers.ts';
import { LiveQuote, useBlock } from './live-quote.tsx';
import { useMoneyAction } from './money-action.ts';
import type { AskProps } from './order-ask.ts';
import { reversePosition } from './order-calls.ts';
import { OrderField } from './order-field.tsx';
import { positionOf } from './order-position.ts';
import { lotsText, sideText } from './order-texts.ts';

/** Asks before a position is closed and the opposite one opened at the same tick (decision D9.05). */
export function ReverseQuestion({ row, onDone }: AskProps) {
  const action = useMoneyAction();
  const live = useLiveNumbers(row);
  const block = useBlock(row);
  const cost = costOf(row, productMap.value.get(row.ForexTradeLists.Id), live.price.value);
  const opposite = sideText({ ...row, OrderType: row.OrderType === 1 ? 2 : 1 });
  const send = async () => {
    if (await action.run((onChecking) => reversePosition(row, live.price.peek(), onChecking))) onDone();
  };
  return (
    <>
      <LiveQuote row={row} />
      <dl class="order-fields">
        <OrderField label={t('orders:reverse.booked', { currency: setting('currency') })}>
          <PriceText text={live.profitText} tone={live.tone} />
        </OrderField>
        <OrderField label={t('orders:reverse.opens')}>{`${opposite} ${lotsText(row)}`}</OrderField>
        <OrderField label={t('orders:reverse.margin')}>{cost ? exactMoneyText(cost.margin) : UNKNOWN}</OrderField>
        <OrderField label={t('orders:fee')}>{cost ? exactMoneyText(cost.fee) : UNKNOWN}</OrderField>
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
function costOf(row: OrderRow, product: ProductRow | undefined, at: number): { margin: Money; fee: Money } | undefined {
  const price = decimalFromNumber<Price>(at);
  const rate = parseDecimal<Ratio>(product?.ForexFeeRate ?? '');
  if (price === undefined || price <= 0n || rate === undefined) return undefined;
  try {
    const position = positionOf(row);
    const margin = initialMargin({ ...position, price, leverage: row.Multiple });
    return { margin, fee: tradeFee({ feeType: setting('trade_fee_type'), lots: decimal(row.Quantity), margin, rate }) };
  } catch {
    return undefined;
  }
}
