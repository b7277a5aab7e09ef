import { formatDecimal } from '#domain/decimal.ts';
import type { ReceiptDeal } from '#protocol/receipts.ts';
import { t } from '../language/i18n.ts';
import { numberText } from '../text/format.ts';
import { shortMoneyText } from '../text/short-amount.ts';
import { fillPriceText, ruleText, timeText } from './fill-texts.ts';
import { ReceiptField } from './receipt-field.tsx';

/** Of a stop-out the level is a percent. */
const levelText = ({ rule, level = 0n, product }: ReceiptDeal): string =>
  rule === 'stopout' ? `${numberText(formatDecimal(level))}%` : fillPriceText(product, level);

/** What the operator has signed, in the words of trading. */
export function FillFields({ deal }: { deal: ReceiptDeal }) {
  const { price, level, lots, fee, margin, tickSeq } = deal;
  const isOpening = deal.kind === 'open' || deal.kind === 'micro-open';
  return (
    <dl class="receipt-fields">
      {price !== undefined && <ReceiptField label={t('receipt:price-of-fill')}>{fillPriceText(deal.product, price)}</ReceiptField>}
      <ReceiptField label={t('receipt:rule-name')}>{ruleText(deal)}</ReceiptField>
      {level !== undefined && <ReceiptField label={t('receipt:level')}>{levelText(deal)}</ReceiptField>}
      {lots !== undefined && <ReceiptField label={t('receipt:size')}>{formatDecimal(lots, 2)}</ReceiptField>}
      {!isOpening && <ReceiptField label={t('receipt:profit')}>{shortMoneyText(deal.profit, { sign: true })}</ReceiptField>}
      {isOpening && fee !== undefined && <ReceiptField label={t('receipt:fee')}>{shortMoneyText(fee)}</ReceiptField>}
      {margin !== undefined && <ReceiptField label={t('receipt:margin')}>{shortMoneyText(margin)}</ReceiptField>}
      <ReceiptField label={t('receipt:time')}>{timeText(deal.timeMs)}</ReceiptField>
      {tickSeq !== undefined && <ReceiptField label={t('receipt:tick')}>{tickSeq}</ReceiptField>}
    </dl>
  );
}
