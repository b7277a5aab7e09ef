import { chargesOf, netOf, type OrderResult } from '#domain/order-result.ts';
import { t } from '../language/i18n.ts';
import { amountTone } from '../text/format.ts';
import { moneyText } from '../text/money.ts';
import { OrderField } from './order-field.tsx';
import { chargesLabel } from './order-texts.ts';

/** Profit, fees and net of several orders as lines of a sheet; the net alone has a colour. */
export function ResultFields({ result }: { result: OrderResult }) {
  const net = netOf(result);
  return (
    <>
      <OrderField label={t('orders:profit')}>{moneyText(result.profit, { sign: true })}</OrderField>
      <OrderField label={chargesLabel(result)}>{moneyText(chargesOf(result), { sign: true })}</OrderField>
      <OrderField label={t('orders:net')}>
        <span data-tone={amountTone(net, 2)}>{moneyText(net, { sign: true })}</span>
      </OrderField>
    </>
  );
}
