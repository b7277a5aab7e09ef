import type { ReadonlySignal } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import { t } from '../../../language/i18n.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { Figure, useEstimated } from './figure.tsx';

const exact = (value: Money | undefined): string => (value === undefined ? UNKNOWN : moneyText(value, { digits: 'exact' }));

/** Margin and fee of the ticket as it is now, every digit that counts, moving with every tick. */
export const useCost = (): { readonly margin: ReadonlySignal<string>; readonly fee: ReadonlySignal<string> } => ({
  margin: useEstimated((found) => exact(found.margin)),
  fee: useEstimated((found) => exact(found.fee)),
});

/** What the order would take from the account, beside the buttons that send it. */
export function OrderCost() {
  const { margin, fee } = useCost();
  return (
    <dl>
      <Figure label={t('ticket:margin-in')} value={margin} />
      <Figure label={t('ticket:fee')} value={fee} />
    </dl>
  );
}
