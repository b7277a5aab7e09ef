import type { ReadonlySignal } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import { t } from '../../../language/i18n.ts';
import { shortMoneyText } from '../../../orders/short-amount.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { Figure, useEstimated } from './figure.tsx';

const exact = (value: Money | undefined): string => (value === undefined ? UNKNOWN : moneyText(value, { digits: 'exact' }));
/** As many digits for every amount, so that nothing jumps while lots are typed. */
const inLine = (value: Money | undefined): string => (value === undefined ? UNKNOWN : shortMoneyText(value));

/** Margin and fee of the ticket as it is now, every digit that counts, moving with every tick. */
export const useCost = (): { readonly margin: ReadonlySignal<string>; readonly fee: ReadonlySignal<string> } => ({
  margin: useEstimated((found) => exact(found.margin)),
  fee: useEstimated((found) => exact(found.fee)),
});

/** What the order would take from the account, in one line beside the buttons that send it: two digits after the point (decision D9.182). */
export const OrderCost = () => (
  <dl class="live">
    <Figure label={t('ticket:margin-in')} value={useEstimated((found) => inLine(found.margin))} />
    <Figure label={t('ticket:fee-short')} value={useEstimated((found) => inLine(found.fee))} />
  </dl>
);
