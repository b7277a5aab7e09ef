import type { ReceiptDeal } from '#protocol/receipts.ts';
import { t } from '../language/i18n.ts';
import { claimRows } from './claim-texts.ts';
import { ReceiptField } from './receipt-field.tsx';
import './claims.css';

/** One line that opens: what the operator says of the deal and no check can prove. */
export function Claims({ deal }: { deal: ReceiptDeal }) {
  const rows = claimRows(deal);
  if (rows.length === 0) return null;
  return (
    <details class="receipt-claims">
      <summary>{t('receipt:claims')}</summary>
      <p>{t('receipt:claims.detail')}</p>
      <dl class="receipt-fields">
        {rows.map(([name, value]) => (
          <ReceiptField key={name} label={t(name)}>
            {value}
          </ReceiptField>
        ))}
      </dl>
    </details>
  );
}
