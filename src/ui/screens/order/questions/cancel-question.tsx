import { lockedBy } from '#domain/order-result.ts';
import { t } from '../../../language/i18n.ts';
import { ActionFoot } from '../../../orders/action-foot.tsx';
import { useMoneyAction } from '../../../orders/money-action.ts';
import type { AskProps } from '../../../orders/order-ask.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { orderPriceText } from '../../../orders/order-texts.ts';
import { shortMoneyText } from '../../../text/short-amount.ts';
import { cancelPending } from './order-calls.ts';

/** Asks before a pending order is cancelled; allowed at any hour. */
export function CancelQuestion({ order, onDone }: AskProps) {
  const action = useMoneyAction();
  const locked = lockedBy([order]);
  const send = async () => {
    if (await action.run((onChecking) => cancelPending(order, onChecking))) onDone();
  };
  return (
    <>
      <dl class="order-fields">
        <OrderField label={t('orders:asked-price')}>{orderPriceText(order, order.askedPrice)}</OrderField>
        <OrderField label={t('orders:cancel.freed')}>{shortMoneyText(locked)}</OrderField>
      </dl>
      <p class="ask-note">{t('orders:cancel.note')}</p>
      <ActionFoot action={action} no={t('orders:keep')} onNo={onDone} yes={t('orders:cancel')} busy={t('orders:cancelling')} onYes={send} />
    </>
  );
}
