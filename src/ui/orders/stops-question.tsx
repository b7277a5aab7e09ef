import { type Signal, useComputed, useSignal } from '@preact/signals';
import { toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { STOP_NAMES, type StopName, standsBelow } from '#domain/stops.ts';
import { cutPrice, priceStep } from '#domain/typed-price.ts';
import { ERROR } from '#protocol/errors.ts';
import { SwitchedNumber } from '../kit/switched-number.tsx';
import { t } from '../language/i18n.ts';
import type { Refusal } from '../requests/money-refusal.ts';
import { setting } from '../state/site.ts';
import { signedMoneyText, toneOf } from '../text/format.ts';
import { ActionFoot } from './action-foot.tsx';
import { editStops } from './edit-stops.ts';
import { useMarketPrice } from './live-numbers.ts';
import { LiveQuote } from './live-quote.tsx';
import { useMoneyAction } from './money-action.ts';
import type { AskProps } from './order-ask.ts';
import { profitAt } from './order-position.ts';
import { orderPriceText } from './order-texts.ts';
import {
  initialStop,
  isChanged,
  refusedStops,
  type StopProblem,
  type StopsForm,
  sentStops,
  stopProblem,
  toggledStop,
} from './stops-form.ts';

/** Edits stop loss and take profit of a position or a pending order, at any hour. What was typed stays until it is saved. */
export function StopsQuestion({ order, onDone }: AskProps) {
  const stops = { stopLoss: useStop(order, 'stopLoss'), takeProfit: useStop(order, 'takeProfit') };
  const form = useComputed<StopsForm>(() => ({ stopLoss: stopOf(stops.stopLoss), takeProfit: stopOf(stops.takeProfit) }));
  const wasTried = useSignal(false);
  const action = useMoneyAction();
  const market = useMarketPrice(order);
  const newest = market.price.value;
  const reference = order.state === 'pending' ? toNumber(order.askedPrice) : newest;
  const refused = refusedIn(action.refusal.value, form.value, order);
  const save = async () => {
    wasTried.value = true;
    if (STOP_NAMES.some((stop) => stopProblem(form.peek(), order, stop, reference))) return;
    const isSame = !STOP_NAMES.some((stop) => isChanged(form.peek(), order, stop));
    if (isSame || (await action.run((onChecking) => editStops(order.id, sentStops(form.peek()), onChecking)))) onDone();
  };
  return (
    <>
      <LiveQuote order={order} />
      {STOP_NAMES.map((stop) => {
        const found = wasTried.value ? stopProblem(form.value, order, stop, reference) : undefined;
        const problem = found
          ? problemText(found, order, stop, reference)
          : refused.includes(stop)
            ? action.refusal.value?.text
            : undefined;
        return <StopField key={stop} {...{ order, stop, reference, newest, problem }} signals={stops[stop]} />;
      })}
      <p class="ask-note">{order.state === 'pending' ? t('orders:stops.note-pending') : t('orders:stops.note')}</p>
      <ActionFoot
        action={action}
        isRefusalShown={refused.length > 0}
        no={t('orders:back')}
        onNo={onDone}
        yes={t('orders:stops.save')}
        busy={t('orders:saving')}
        onYes={save}
      />
    </>
  );
}

type StopSignals = { isOn: Signal<boolean>; text: Signal<string> };
const stopOf = ({ isOn, text }: StopSignals) => ({ isOn: isOn.value, text: text.value });

function useStop(order: Order, stop: StopName): StopSignals {
  const standing = initialStop(order, stop);
  return { isOn: useSignal(standing.isOn), text: useSignal(standing.text) };
}

/** The fields at which a refusal of the server is said; none: it is said at the end. */
function refusedIn(refusal: Refusal | undefined, form: StopsForm, order: Order): readonly StopName[] {
  if (refusal?.code !== ERROR.stopInvalid && refusal?.code !== ERROR.invalidField) return [];
  return refusedStops(refusal.field, form, order);
}

type StopFieldProps = {
  order: Order;
  stop: StopName;
  signals: StopSignals;
  /** The price that decides the allowed side. */
  reference: number;
  /** The newest price, which a stop that is turned on starts with. */
  newest: number;
  problem: string | undefined;
};

function StopField({ order, stop, signals, reference, newest, problem }: StopFieldProps) {
  const { isOn, text } = signals;
  const precision = order.product.pricePrecision;
  const money = isOn.value ? profitAt(order, Number(text.value)) : undefined;
  const onSwitch = (next: boolean) => {
    const value = toggledStop(order, next, newest);
    isOn.value = value.isOn;
    text.value = value.text;
  };
  return (
    <div class="stop-field">
      <SwitchedNumber
        label={stop === 'stopLoss' ? t('orders:stop-loss') : t('orders:take-profit')}
        isOn={isOn.value}
        onSwitch={onSwitch}
        value={text}
        step={priceStep(precision)}
        offText={t('orders:stops.off')}
        problem={problem}
        hint={sideText(order, stop, reference)}
        onLeave={() => (text.value = cutPrice(text.peek(), precision))}
      >
        {money !== undefined && (
          <p class="stop-money num" data-tone={toneOf(money)}>
            {t('orders:stops.money', { money: signedMoneyText(money, 2), currency: setting('currency') })}
          </p>
        )}
      </SwitchedNumber>
    </div>
  );
}

/** 'Below 1.08342': where this stop may be. */
const sideText = (order: Order, stop: StopName, reference: number): string =>
  t(standsBelow(order.side, stop) ? 'orders:stops.below' : 'orders:stops.above', { price: orderPriceText(order, reference) });
const wrongSideText = (order: Order, stop: StopName, reference: number): string =>
  t(standsBelow(order.side, stop) ? 'orders:stops.must-be-below' : 'orders:stops.must-be-above', {
    price: orderPriceText(order, reference),
  });

function problemText(found: StopProblem, order: Order, stop: StopName, reference: number): string {
  switch (found) {
    case 'missing':
      return t('orders:stops.missing');
    case 'too-fine':
      return t('orders:stops.digits', { count: order.product.pricePrecision });
    case 'wrong-side':
      return wrongSideText(order, stop, reference);
  }
}
