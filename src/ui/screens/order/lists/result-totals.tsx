import { roundDecimal } from '#domain/decimal.ts';
import { chargesOf, netOf } from '#domain/order-result.ts';
import type { OrderPage } from '#protocol/order-replies.ts';
import { t } from '../../../language/i18n.ts';
import { chargesLabel } from '../../../orders/order-texts.ts';
import { amountTone, arrowOf, signedAmountText, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { Total } from './totals-strip.tsx';

export type HistorySums = Pick<OrderPage, 'profit' | 'charges'>;

/** What closed orders came to: net, profit and fees. A back end that does not say its fees has no net: none is made up. */
export function ResultTotals({ sums }: { sums: HistorySums | undefined }) {
  const { profit, charges } = sums ?? {};
  const net = profit !== undefined && charges ? netOf({ ...charges, profit }) : undefined;
  return (
    <dl class="records-result">
      <Total label={t('orders:net')} isMain tone={amountTone(net ?? 0n, 2)}>
        {net === undefined ? UNKNOWN : `${arrowOf(roundDecimal(net, 2))} ${moneyText(net, { sign: true })}`.trim()}
      </Total>
      <Total label={t('orders:profit')} tone={net === undefined ? amountTone(profit ?? 0n, 2) : undefined}>
        {profit === undefined ? UNKNOWN : signedAmountText(profit, 2)}
      </Total>
      <Total label={chargesLabel(charges ?? { financing: 0n })}>{charges ? signedAmountText(chargesOf(charges), 2) : UNKNOWN}</Total>
    </dl>
  );
}
