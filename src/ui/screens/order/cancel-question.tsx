import { decimal, type Money } from '#domain/decimal.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { t } from '../../i18n.ts';
import { setting } from '../../state/site.ts';
import { ActionFoot } from './action-foot.tsx';
import { useMoneyAction } from './money-action.ts';
import type { AskProps } from './order-ask.ts';
import { cancelPending } from './order-calls.ts';
import { OrderField } from './order-field.tsx';
import { orderPriceText } from './order-texts.ts';

/** Asks before a pending order is cancelled; allowed at any hour. */
export function CancelQuestion({ row, onDone }: AskProps) {
  const action = useMoneyAction();
  const locked = decimal<Money>(row.CautionMoney) + decimal<Money>(row.TradeFee);
  const send = async () => {
    if (await action.run((onChecking) => cancelPending(row, onChecking))) onDone();
  };
  return (
    <>
      <dl class="order-fields">
        <OrderField label={t('orders:asked-price')}>{orderPriceText(row, row.OriginPrice)}</OrderField>
        <OrderField label={t('orders:cancel.freed', { currency: setting('currency') })}>{exactMoneyText(locked)}</OrderField>
      </dl>
      <p class="ask-note">{t('orders:cancel.note')}</p>
      <ActionFoot action={action} no={t('orders:keep')} onNo={onDone} yes={t('orders:cancel')} busy={t('orders:cancelling')} onYes={send} />
    </>
  );
}
