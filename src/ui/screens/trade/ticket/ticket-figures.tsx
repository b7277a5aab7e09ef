import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Side } from '#domain/contract.ts';
import { formatDecimal, type Money } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { isStopOutNear } from '#domain/stop-out-price.ts';
import { t } from '../../../language/i18n.ts';
import { baseCode } from '../../../orders/base-code.ts';
import { balanceText, usableText } from '../../../state/account.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { numberText, priceText, UNKNOWN } from '../../../text/format.ts';
import { levelText } from '../../../text/level-text.ts';
import { shortAmountText } from '../../../text/short-amount.ts';
import { Figure, useEstimated } from './figure.tsx';
import { nextNightText, nightOrder, nightText } from './night-texts.ts';
import type { TicketFormProps } from './ticket-fields.ts';
import type { TicketState } from './ticket-state.ts';
import { lotsRangeText } from './ticket-texts.ts';

/** What the order would leave, moving with every tick, and what is fixed about it. '--' for what is not known. */
export function TicketFigures({ product, state }: TicketFormProps) {
  const { pricePrecision: digits } = product;
  const ofAccount = (text: ReadonlySignal<string>): ReadonlySignal<string> =>
    useComputed(() => (sessionStatus.value === 'in' ? text.value : UNKNOWN));
  const stopPrice = (stopOut: number, price: number) =>
    stopOut <= 0 ? UNKNOWN : isStopOutNear(stopOut, price) ? priceText(stopOut, digits) : t('ticket:stop-out.far');
  const cost = (value: Money | undefined) => (value === undefined ? UNKNOWN : shortAmountText(value));
  return (
    <dl class="ticket-figures live">
      <Figure label={t('ticket:available')} value={ofAccount(usableText)} />
      <Figure label={t('ticket:stop-out.buy')} value={useEstimated((found) => stopPrice(found.stopOutBuy, found.price))} />
      <Figure label={t('ticket:stop-out.sell')} value={useEstimated((found) => stopPrice(found.stopOutSell, found.price))} />
      <Figure
        label={t('ticket:level-after')}
        value={useEstimated((found) => (found.marginLevelAfter === undefined ? UNKNOWN : levelText(found.marginLevelAfter)))}
      />
      <Figure label={t('ticket:balance')} value={ofAccount(balanceText)} />
      <Figure label={t('ticket:margin-needed')} value={useEstimated((found) => cost(found.margin))} />
      <Figure label={t('ticket:fee')} value={useEstimated((found) => cost(found.fee))} />
      <NightFigures product={product} state={state} />
      <Figure label={t('ticket:size')} value={lotsRangeText(product)} />
      <Figure
        label={t('ticket:unit')}
        value={t('ticket:unit.value', { number: numberText(formatDecimal(product.contractNumber)), code: baseCode(product.showCode) })}
      />
    </dl>
  );
}

/** What a night of the chosen lots would cost; nothing to compute where it costs nothing. */
function NightFigures({ product, state }: TicketFormProps) {
  const long = useNight(product, state, 'buy');
  const short = useNight(product, state, 'sell');
  if (!product.financing) return <Figure label={t('ticket:night')} value={t('ticket:night.none')} />;
  return (
    <>
      <Figure label={t('ticket:night.buy')} value={long} />
      <Figure label={t('ticket:night.sell')} value={short} />
      <Figure label={t('ticket:night.next')} value={nextNightText(product, Date.now())} />
    </>
  );
}

const useNight = (product: Product, state: TicketState, side: Side): ReadonlySignal<string> =>
  useComputed(() => nightText(nightOrder(state.ticket.value, product, side, quoteOf(product.id).close.value)));
