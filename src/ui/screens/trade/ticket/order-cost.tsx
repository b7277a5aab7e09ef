import type { ReadonlySignal } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import { t } from '../../../language/i18n.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { shortMoneyText } from '../../../text/short-amount.ts';
import { Figure, useEstimated } from './figure.tsx';

/** As many digits for every amount, so that nothing jumps while lots are typed. */
const cost = (value: Money | undefined): string => (value === undefined ? UNKNOWN : shortMoneyText(value));

/** Margin and fee of the ticket as it is now, moving with every tick. */
export const useCost = (): { readonly margin: ReadonlySignal<string>; readonly fee: ReadonlySignal<string> } => ({
  margin: useEstimated((found) => cost(found.margin)),
  fee: useEstimated((found) => cost(found.fee)),
});

/** What the order would take from the account, in one line beside the buttons that send it: two digits after the point (decision D9.182). */
export function OrderCost() {
  const { margin, fee } = useCost();
  return (
    <dl class="live">
      <Figure label={t('ticket:margin-in')} value={margin} />
      <Figure label={t('ticket:fee-short')} value={fee} />
    </dl>
  );
}
