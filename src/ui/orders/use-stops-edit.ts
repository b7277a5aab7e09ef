/** The edit of an order's stops while its sheet is open: what is typed, what is wrong with it, and the sending. */
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { STOP_NAMES, type StopName, standsBelow } from '#domain/stops.ts';
import { PRICE_BELOW } from '#domain/typed-price.ts';
import { ERROR } from '#protocol/errors.ts';
import { t } from '../language/i18n.ts';
import type { Refusal } from '../requests/money-refusal.ts';
import { numberText } from '../text/format.ts';
import { editStops } from './edit-stops.ts';
import { useMarketPrice } from './live-numbers.ts';
import { type MoneyAction, useMoneyAction } from './money-action.ts';
import { orderPriceText } from './order-texts.ts';
import {
  draggedStop,
  initialStop,
  isChanged,
  refusedStops,
  type StopProblem,
  type StopsForm,
  sentStops,
  stopProblem,
  toggledStop,
} from './stops-form.ts';

/** A stop that was dragged upon the chart, and the price where it was let go. */
export type DraggedStop = { readonly stop: StopName; readonly price: number };
/** `begins`: it is on from the start, beside the price, where the order has none yet. */
export type StopsStart = { readonly dragged?: DraggedStop | undefined; readonly begins?: StopName | undefined };
type StopSignals = { readonly isOn: Signal<boolean>; readonly text: Signal<string> };
export type StopsEdit = {
  readonly fields: Readonly<Record<StopName, StopSignals>>;
  readonly action: MoneyAction;
  /** The price that decides the allowed side: the newest one, of a pending order its own. */
  readonly reference: number;
  /** True when the server's refusal is said at a field. */
  readonly isRefusalAtField: boolean;
  /** True when a stop is not as it was. */
  isMoved(stop: StopName): boolean;
  /** Turns a stop on, beside the reference on the side that it may be on, or off. */
  toggle(stop: StopName, isOn: boolean): void;
  /** A field was left: what is wrong with it is said from now on. */
  leave(stop: StopName): void;
  /** What is to be said at a stop, if anything: a dragged one is judged at once, others once they were left or Save was pressed. */
  problemOf(stop: StopName): string | undefined;
  /** True where a stop may stand as it is typed: elsewhere there is nothing that it would come to. */
  isPossible(stop: StopName): boolean;
  /** What is wrong, typed or not yet left: it holds Save. */
  readonly wrong: { readonly stop: StopName; readonly text: string } | undefined;
  /** True when the stops stand as they are wanted, false when a field or the server has something against it. */
  save(): Promise<boolean>;
};

export function useStopsEdit(order: Order, { dragged, begins }: StopsStart = {}): StopsEdit {
  // What the person set out from: another device may move a stop meanwhile, and what was not touched here is not to undo that.
  const opened = useMemo(() => order, [order.id]);
  const newest = useMarketPrice(order).price.value;
  const reference = order.state === 'pending' ? toNumber(order.askedPrice) : newest;
  const firstOf = (stop: StopName) => {
    if (dragged?.stop === stop) return draggedStop(order, dragged.price);
    return begins === stop && order[stop] === 0n ? toggledStop(order, stop, true, reference) : initialStop(order, stop);
  };
  const fields = { stopLoss: useStop(firstOf('stopLoss')), takeProfit: useStop(firstOf('takeProfit')) };
  const form = useComputed<StopsForm>(() => ({ stopLoss: typedIn(fields.stopLoss), takeProfit: typedIn(fields.takeProfit) }));
  const judged = useSignal<readonly StopName[]>(dragged ? [dragged.stop] : []);
  const action = useMoneyAction();
  const refusal = action.refusal.value;
  const refused = refusedAt(refusal, form.value, opened);
  return {
    fields,
    action,
    reference,
    isRefusalAtField: refused.length > 0,
    isMoved: (stop) => isChanged(form.value, opened, stop),
    toggle(stop, isOn) {
      const next = toggledStop(order, stop, isOn, reference);
      fields[stop].isOn.value = next.isOn;
      fields[stop].text.value = next.text;
    },
    leave(stop) {
      if (!judged.peek().includes(stop)) judged.value = [...judged.peek(), stop];
    },
    isPossible: (stop) => stopProblem(form.value, opened, stop, reference) === undefined,
    get wrong() {
      const stop = STOP_NAMES.find((it) => stopProblem(form.value, opened, it, reference));
      const found = stop && stopProblem(form.value, opened, stop, reference);
      return found && { stop, text: problemText(found, order, stop, reference) };
    },
    problemOf(stop) {
      const found = judged.value.includes(stop) ? stopProblem(form.value, opened, stop, reference) : undefined;
      if (found) return problemText(found, order, stop, reference);
      return refused.includes(stop) ? refusal?.text : undefined;
    },
    async save() {
      judged.value = STOP_NAMES;
      const wanted = form.peek();
      if (STOP_NAMES.some((stop) => stopProblem(wanted, opened, stop, reference))) return false;
      if (!STOP_NAMES.some((stop) => isChanged(wanted, opened, stop))) return true;
      return action.run((onChecking) => editStops(order.id, sentStops(wanted, opened, order), onChecking));
    },
  };
}

const typedIn = ({ isOn, text }: StopSignals) => ({ isOn: isOn.value, text: text.value });

const useStop = (first: { readonly isOn: boolean; readonly text: string }): StopSignals => ({
  isOn: useSignal(first.isOn),
  text: useSignal(first.text),
});

/** The fields at which a refusal of the server is said; none: it is said at the end. */
function refusedAt(refusal: Refusal | undefined, form: StopsForm, opened: Order): readonly StopName[] {
  if (refusal?.code !== ERROR.stopInvalid && refusal?.code !== ERROR.invalidField) return [];
  return refusedStops(refusal.field, form, opened);
}

function problemText(found: StopProblem, order: Order, stop: StopName, reference: number): string {
  switch (found) {
    case 'missing':
      return t('orders:stops.missing');
    case 'too-fine':
      return t('orders:stops.digits', { count: order.product.pricePrecision });
    case 'too-large':
      return t('orders:stops.too-large', { below: numberText(PRICE_BELOW) });
    case 'wrong-side': {
      const values = { price: orderPriceText(order, reference) };
      return t(standsBelow(order.side, stop) ? 'orders:stops.must-be-below' : 'orders:stops.must-be-above', values);
    }
  }
}
