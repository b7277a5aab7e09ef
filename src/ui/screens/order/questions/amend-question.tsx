import { useSignal } from '@preact/signals';
import { decimal, decimalFromNumber, type Price, parseDecimal, toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { triggerSideOf, wrongStops } from '#domain/stops.ts';
import { cutPrice, PRICE_BELOW, priceStep, typedPriceProblem } from '#domain/typed-price.ts';
import { Stepper } from '../../../kit/stepper.tsx';
import { t } from '../../../language/i18n.ts';
import { ActionFoot } from '../../../orders/action-foot.tsx';
import { useMarketPrice } from '../../../orders/live-numbers.ts';
import { LiveQuote } from '../../../orders/live-quote.tsx';
import { useMoneyAction } from '../../../orders/money-action.ts';
import type { AskProps } from '../../../orders/order-ask.ts';
import { farPrice } from '../../../text/far-price.ts';
import { numberText } from '../../../text/format.ts';
import { amendPending } from './order-calls.ts';

/** Another price for a pending order, by the rules that it was placed by; allowed while its market rests, too. */
export function AmendQuestion({ order, onDone }: AskProps) {
  const { pricePrecision } = order.product;
  const price = useSignal(toNumber(order.askedPrice).toFixed(pricePrecision));
  const action = useMoneyAction();
  const market = useMarketPrice(order).price.value;
  const problem = problemOf(order, price.value);
  const send = async () => {
    if (problemOf(order, price.peek())) return;
    const wanted = decimal<Price>(price.peek());
    if (wanted === order.askedPrice || (await action.run((onChecking) => amendPending(order, wanted, onChecking)))) onDone();
  };
  const far = problem === undefined ? farPrice(price.value, market, pricePrecision) : undefined;
  return (
    <>
      <LiveQuote order={order} />
      <Stepper
        label={t('orders:asked-price')}
        value={price}
        step={priceStep(pricePrecision, market)}
        lessLabel={t('orders:less')}
        moreLabel={t('orders:more')}
        problem={problem}
        warning={far && t(far.isAbove ? 'orders:stops.far-above' : 'orders:stops.far-below', far.values)}
        hint={hintOf(price.value, market)}
        onLeave={() => (price.value = cutPrice(price.peek(), pricePrecision))}
      />
      <p class="ask-note">{t('orders:amend.note')}</p>
      <ActionFoot
        action={action}
        no={t('orders:back')}
        onNo={onDone}
        yes={t('orders:amend.save')}
        busy={t('orders:saving')}
        kind="primary"
        onYes={send}
      />
    </>
  );
}

function problemOf({ product, side, stopLoss, takeProfit }: Order, text: string): string | undefined {
  switch (typedPriceProblem(text, product.pricePrecision)) {
    case 'missing':
      return t('orders:amend.missing');
    case 'too-fine':
      return t('orders:stops.digits', { count: product.pricePrecision });
    case 'too-large':
      return t('orders:stops.too-large', { below: numberText(PRICE_BELOW) });
    case undefined:
      return wrongStops(side, decimal<Price>(text), { stopLoss, takeProfit }).length > 0 ? t('orders:amend.stops') : undefined;
  }
}

/** On which side of the market the price lies, as the ticket says it. */
function hintOf(text: string, market: number): string {
  const [price, now] = [parseDecimal<Price>(text), decimalFromNumber<Price>(market)];
  if (price === undefined || now === undefined) return '';
  const side = triggerSideOf(price, now);
  return t(side === 'down' ? 'orders:amend.falls' : side === 'up' ? 'orders:amend.rises' : 'orders:amend.now');
}
