import { chargesOf } from '#domain/order-result.ts';
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
import { chargesLabel, orderPriceText } from '../../../orders/order-texts.ts';
import { moneyText } from '../../../text/money.ts';
import { sendClose } from './order-calls.ts';

/** Asks before a position is closed: at which price, how old that price is, and what it would come to. */
export function CloseQuestion({ order, onDone }: AskProps) {
  const action = useMoneyAction();
  const live = useLiveNumbers(order);
  const block = useBlock(order);
  const send = async () => {
    if (await action.run((onChecking) => sendClose(order, live.price.peek(), onChecking))) onDone();
  };
  return (
    <>
      <LiveQuote order={order} />
      <dl class="order-fields" {...oldMark(order.product.id)}>
        <OrderField label={t('orders:open-price')}>{orderPriceText(order, order.openPrice)}</OrderField>
        <OrderField label={t('orders:profit')}>
          <LiveText class="num" text={live.profitMoney} />
        </OrderField>
        <OrderField label={chargesLabel(order)}>{moneyText(chargesOf(order), { sign: true })}</OrderField>
        <OrderField label={t('orders:net')}>
          <PriceText text={live.netMoney} tone={live.tone} />
        </OrderField>
      </dl>
      <p class="ask-note">{t('orders:close.note')}</p>
      <ActionFoot
        action={action}
        block={block}
        no={t('orders:keep')}
        onNo={onDone}
        yes={t('orders:close-position')}
        busy={t('orders:closing')}
        onYes={send}
      />
    </>
  );
}
