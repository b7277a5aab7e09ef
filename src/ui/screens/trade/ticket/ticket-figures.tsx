import { type ReadonlySignal, useComputed } from '@preact/signals';
import { formatDecimal, type Money } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { balanceText, usableText } from '../../../state/account.ts';
import { type Estimate, estimate } from '../../../state/estimate.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { amountText, numberText, priceText, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { nextNightText, nightText } from './night-texts.ts';

/** What the order would cost and leave, moving with every tick. '--' for what is not known. */
export function TicketFigures({ product }: { product: Product }) {
  const { pricePrecision: digits, showCode: code } = product;
  const known = (read: (found: Estimate) => string): ReadonlySignal<string> =>
    useComputed(() => (estimate.value ? read(estimate.value) : UNKNOWN));
  const ofAccount = (text: ReadonlySignal<string>): ReadonlySignal<string> =>
    useComputed(() => (sessionStatus.value === 'in' ? text.value : UNKNOWN));
  const money = (value: Money | undefined) => (value === undefined ? UNKNOWN : moneyText(value, { digits: 'exact' }));
  const stopPrice = (price: number) => (price > 0 ? priceText(price, digits) : UNKNOWN);
  return (
    <dl class="ticket-figures">
      <Figure label={t('ticket:margin-in')} value={known((found) => money(found.margin))} />
      <Figure label={t('ticket:fee')} value={known((found) => money(found.fee))} />
      <Figure label={t('ticket:available')} value={ofAccount(usableText)} />
      <Figure label={t('ticket:stop-out.buy')} value={known((found) => stopPrice(found.stopOutBuy))} />
      <Figure label={t('ticket:stop-out.sell')} value={known((found) => stopPrice(found.stopOutSell))} />
      <Figure
        label={t('ticket:level-after')}
        value={known((found) => (found.marginLevelAfter === undefined ? UNKNOWN : `${amountText(found.marginLevelAfter, 2)}%`))}
      />
      <Figure label={t('ticket:balance')} value={ofAccount(balanceText)} />
      <NightFigures product={product} />
      <Figure
        label={t('ticket:unit')}
        value={t('ticket:unit.value', { number: numberText(formatDecimal(product.contractNumber)), code })}
      />
    </dl>
  );
}

/** What a night would cost; nothing to compute where it costs nothing. */
function NightFigures({ product }: { product: Product }) {
  const { close } = quoteOf(product.id);
  const long = useComputed(() => nightText(product, 'buy', close.value));
  const short = useComputed(() => nightText(product, 'sell', close.value));
  if (!product.financing) return <Figure label={t('ticket:night')} value={t('ticket:night.none')} />;
  return (
    <>
      <Figure label={t('ticket:night.buy')} value={long} />
      <Figure label={t('ticket:night.sell')} value={short} />
      <Figure label={t('ticket:night.next')} value={nextNightText(product, Date.now())} />
    </>
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
