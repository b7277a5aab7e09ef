import type { ReceiptDeal } from '#protocol/receipts.ts';
import { t } from '../language/i18n.ts';
import { ReceiptField } from './receipt-field.tsx';
import { unprovedRows } from './unproved-texts.ts';
import './unproved.css';

/** One line that opens: what the operator says of the deal and no check can prove. */
export function Unproved({ deal }: { deal: ReceiptDeal }) {
  const rows = unprovedRows(deal);
  if (rows.length === 0) return null;
  return (
    <details class="receipt-unproved">
      <summary>{t('receipt:unproved')}</summary>
      <p>{t('receipt:unproved.detail')}</p>
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
