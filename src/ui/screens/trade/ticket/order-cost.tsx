import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import { t } from '../../../language/i18n.ts';
import { estimate } from '../../../state/estimate.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { Figure, useEstimated } from './figure.tsx';

/** Signs of both amounts together that have room in one line on a phone of 320 px. */
const LINE_SIGNS_MAX = 28;

const exact = (value: Money | undefined): string => (value === undefined ? UNKNOWN : moneyText(value, { digits: 'exact' }));

/** Margin and fee of the ticket as it is now, every digit that counts, moving with every tick. */
export const useCost = (): { readonly margin: ReadonlySignal<string>; readonly fee: ReadonlySignal<string> } => ({
  margin: useEstimated((found) => exact(found.margin)),
  fee: useEstimated((found) => exact(found.fee)),
});

/** What the order would take from the account, in one line beside the buttons that send it: of large amounts two digits after the point. */
export function OrderCost() {
  const { margin, fee } = useCost();
  const isLong = useComputed(() => margin.value.length + fee.value.length > LINE_SIGNS_MAX);
  const inLine = (all: ReadonlySignal<string>, name: 'margin' | 'fee') =>
    useComputed(() => {
      const value = estimate.value?.[name];
      return isLong.value && value !== undefined ? moneyText(value) : all.value;
    });
  return (
    <dl>
      <Figure label={t('ticket:margin-in')} value={inLine(margin, 'margin')} />
      <Figure label={t('ticket:fee-short')} value={inLine(fee, 'fee')} />
    </dl>
  );
}
