import { type Signal, useComputed, useSignal } from '@preact/signals';
import { cutPrice, priceStep } from '#domain/typed-price.ts';
import { type StopName, standsBelow } from '#domain/wrong-stops.ts';
import { ERROR } from '#protocol/errors.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { editStops } from '../../edit-stops.ts';
import { signedMoneyText, toneOf } from '../../format.ts';
import { t } from '../../i18n.ts';
import { SwitchedNumber } from '../../kit/switched-number.tsx';
import type { Refusal } from '../../money-refusal.ts';
import { setting } from '../../state/site.ts';
import { ActionFoot } from './action-foot.tsx';
import { profitAt, useMarketPrice } from './live-numbers.ts';
import { LiveQuote } from './live-quote.tsx';
import { useMoneyAction } from './money-action.ts';
import type { AskProps } from './order-ask.ts';
import { orderPriceText } from './order-texts.ts';
import {
  initialStop,
  isChanged,
  refusedStops,
  STOP_NAMES,
  type StopProblem,
  type StopsForm,
  sentStops,
  sideOf,
  stopProblem,
  toggledStop,
} from './stops-form.ts';

/** Edits stop loss and take profit of a position or a pending order, at any hour. What was typed stays until it is saved. */
export function StopsQuestion({ row, onDone }: AskProps) {
  const stops = { stopLoss: useStop(row, 'stopLoss'), takeProfit: useStop(row, 'takeProfit') };
  const form = useComputed<StopsForm>(() => ({ stopLoss: stopOf(stops.stopLoss), takeProfit: stopOf(stops.takeProfit) }));
  const wasTried = useSignal(false);
  const action = useMoneyAction();
  const market = useMarketPrice(row);
  const newest = market.price.value;
  const reference = row.Status === 0 ? row.OriginPrice : newest;
  const refused = refusedIn(action.refusal.value, form.value, row);
  const save = async () => {
    wasTried.value = true;
    if (STOP_NAMES.some((stop) => stopProblem(form.peek(), row, stop, reference))) return;
    const isSame = !STOP_NAMES.some((stop) => isChanged(form.peek(), row, stop));
    if (isSame || (await action.run((onChecking) => editStops(row.Id, sentStops(form.peek()), onChecking)))) onDone();
  };
  return (
    <>
      <LiveQuote row={row} />
      {STOP_NAMES.map((stop) => {
        const found = wasTried.value ? stopProblem(form.value, row, stop, reference) : undefined;
        const problem = found ? problemText(found, row, stop, reference) : refused.includes(stop) ? action.refusal.value?.text : undefined;
        return <StopField key={stop} {...{ row, stop, reference, newest, problem }} signals={stops[stop]} />;
      })}
      <p class="ask-note">{row.Status === 0 ? t('orders:stops.note-pending') : t('orders:stops.note')}</p>
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

function useStop(row: OrderRow, stop: StopName): StopSignals {
  const standing = initialStop(row, stop);
  return { isOn: useSignal(standing.isOn), text: useSignal(standing.text) };
}

/** The fields at which a refusal of the server is said; none: it is said at the end. */
function refusedIn(refusal: Refusal | undefined, form: StopsForm, row: OrderRow): readonly StopName[] {
  if (refusal?.code !== ERROR.stopInvalid && refusal?.code !== ERROR.invalidField) return [];
  return refusedStops(refusal.field, form, row);
}

type StopFieldProps = {
  row: OrderRow;
  stop: StopName;
  signals: StopSignals;
  /** The price that decides the allowed side. */
  reference: number;
  /** The newest price, which a stop that is turned on starts with. */
  newest: number;
  problem: string | undefined;
};

function StopField({ row, stop, signals, reference, newest, problem }: StopFieldProps) {
  const { isOn, text } = signals;
  const precision = row.ForexTradeLists.PricePrecision;
  const money = isOn.value ? profitAt(row, Number(text.value)) : undefined;
  const onSwitch = (next: boolean) => {
    const value = toggledStop(row, next, newest);
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
        hint={sideText(row, stop, reference)}
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

/** 'Below 1.08342': where this stop may stand. */
const sideText = (row: OrderRow, stop: StopName, reference: number): string =>
  t(standsBelow(sideOf(row), stop) ? 'orders:stops.below' : 'orders:stops.above', { price: orderPriceText(row, reference) });
const wrongSideText = (row: OrderRow, stop: StopName, reference: number): string =>
  t(standsBelow(sideOf(row), stop) ? 'orders:stops.must-be-below' : 'orders:stops.must-be-above', {
    price: orderPriceText(row, reference),
  });

function problemText(found: StopProblem, row: OrderRow, stop: StopName, reference: number): string {
  switch (found) {
    case 'missing':
      return t('orders:stops.missing');
    case 'too-fine':
      return t('orders:stops.digits', { count: row.ForexTradeLists.PricePrecision });
    case 'wrong-side':
      return wrongSideText(row, stop, reference);
  }
}
