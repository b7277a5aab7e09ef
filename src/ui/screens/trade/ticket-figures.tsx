import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { moneyText, numberText, priceText, UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { balanceText, usableText } from '../../state/account.ts';
import { type Estimate, estimate } from '../../state/estimate.ts';
import { sessionStatus } from '../../state/session.ts';
import { setting } from '../../state/site.ts';

/** What the order would cost and leave, moving with every tick. '--' for what is not known. */
export function TicketFigures({ product }: { product: ProductRow }) {
  const { PricePrecision: digits } = product;
  const known = (read: (found: Estimate) => string): ReadonlySignal<string> =>
    useComputed(() => (estimate.value ? read(estimate.value) : UNKNOWN));
  const ofAccount = (text: ReadonlySignal<string>): ReadonlySignal<string> =>
    useComputed(() => (sessionStatus.value === 'in' ? text.value : UNKNOWN));
  const stopPrice = (price: number) => (price > 0 ? priceText(price, digits) : UNKNOWN);
  const margin = known((found) => moneyText(found.margin, 2));
  const fee = known((found) => moneyText(found.fee, 2));
  const level = known((found) => (found.marginLevelAfter === undefined ? UNKNOWN : `${moneyText(found.marginLevelAfter, 2)}%`));
  const stopBuy = known((found) => stopPrice(found.stopOutBuy));
  const stopSell = known((found) => stopPrice(found.stopOutSell));
  const currency = setting('currency');
  return (
    <dl class="figures">
      <Figure label={`${t('trade:margin')} · ${currency}`} value={margin} />
      <Figure label={t('trade:fee')} value={fee} />
      <Figure label={t('trade:available')} value={ofAccount(usableText)} />
      <Figure label={t('trade:balance')} value={ofAccount(balanceText)} />
      <Figure label={t('trade:level-after')} value={level} />
      <div class="figure">
        <dt>{t('trade:stop-out')}</dt>
        <dd class="num">
          <small>{t('trade:buy')}</small> {stopBuy} <small>{t('trade:sell')}</small> {stopSell}
        </dd>
      </div>
      <div class="figure">
        <dt>{t('trade:unit')}</dt>
        <dd class="num">{t('trade:unit.value', { number: numberText(product.ForexContNum), code: product.ShowCode })}</dd>
      </div>
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: ReadonlySignal<string> }) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd class="num">{value}</dd>
    </div>
  );
}
