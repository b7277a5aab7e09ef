import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { moneyText, numberText, priceText, UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { balanceText, usableText } from '../../state/account.ts';
import { type Estimate, estimate } from '../../state/estimate.ts';
import { sessionStatus } from '../../state/session.ts';
import { setting } from '../../state/site.ts';

/** What the order would cost and leave, moving with every tick. '--' for what is not known. */
export function TicketFigures({ product }: { product: ProductRow }) {
  const { PricePrecision: digits, ForexContNum, ShowCode: code } = product;
  const known = (read: (found: Estimate) => string): ReadonlySignal<string> =>
    useComputed(() => (estimate.value ? read(estimate.value) : UNKNOWN));
  const ofAccount = (text: ReadonlySignal<string>): ReadonlySignal<string> =>
    useComputed(() => (sessionStatus.value === 'in' ? text.value : UNKNOWN));
  const money = (value: Money | undefined) => (value === undefined ? UNKNOWN : exactMoneyText(value));
  const stopPrice = (price: number) => (price > 0 ? priceText(price, digits) : UNKNOWN);
  const currency = setting('currency');
  return (
    <dl class="ticket-figures">
      <Figure label={t('ticket:margin-in', { currency })} value={known((found) => money(found.margin))} />
      <Figure label={t('ticket:fee')} value={known((found) => money(found.fee))} />
      <Figure label={t('ticket:available')} value={ofAccount(usableText)} />
      <Figure label={t('ticket:stop-out.buy')} value={known((found) => stopPrice(found.stopOutBuy))} />
      <Figure label={t('ticket:stop-out.sell')} value={known((found) => stopPrice(found.stopOutSell))} />
      <Figure
        label={t('ticket:level-after')}
        value={known((found) => (found.marginLevelAfter === undefined ? UNKNOWN : `${moneyText(found.marginLevelAfter, 2)}%`))}
      />
      <Figure label={t('ticket:balance')} value={ofAccount(balanceText)} />
      <Figure label={t('ticket:unit')} value={t('ticket:unit.value', { number: numberText(ForexContNum), code })} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: ReadonlySignal<string> | string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="num">{value}</dd>
    </div>
  );
}
