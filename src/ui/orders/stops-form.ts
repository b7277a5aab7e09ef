/** The edit of an order's stops as data: what is typed, what is wrong with it, what would be sent. Knows no screen and no words. */
import { decimalFromNumber, type Price, parseDecimal, toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import type { OrderField } from '#domain/order-request.ts';
import { NO_STOPS, STOP_NAMES, type StopName, type Stops, wrongStops } from '#domain/stops.ts';
import { type TypedPriceProblem, typedPriceProblem } from '#domain/typed-price.ts';
import { STOP_OFFSETS, stopBesideText } from './stop-beside-text.ts';

type Stop = { readonly isOn: boolean /** As typed. */; readonly text: string };
export type StopsForm = Readonly<Record<StopName, Stop>>;
export type StopProblem = TypedPriceProblem | 'wrong-side';

const padded = (price: number, order: Order): string => (price > 0 ? price.toFixed(order.product.pricePrecision) : '');

export const initialStop = (order: Order, stop: StopName): Stop => ({
  isOn: order[stop] > 0n,
  text: padded(toNumber(order[stop]), order),
});

/** A drag turns a stop on at its price. */
export const draggedStop = (order: Order, price: number): Stop => ({ isOn: true, text: padded(price, order) });

/** Turning a stop on proposes one that the order may have, once, beside the price of that moment; turning it off clears it (decision D9.251). */
export function toggledStop(order: Order, stop: StopName, isOn: boolean, reference: number): Stop {
  const beside = { side: order.side, stop, thousandths: BigInt(STOP_OFFSETS[0]) };
  const text = isOn ? stopBesideText(beside, decimalFromNumber<Price>(reference), order.product.pricePrecision) : undefined;
  return { isOn, text: text ?? '' };
}

const typedPrice = ({ isOn, text }: Stop): Price => (isOn ? (parseDecimal<Price>(text) ?? 0n) : 0n);

export const isChanged = (form: StopsForm, order: Order, stop: StopName): boolean =>
  form[stop].isOn !== order[stop] > 0n || typedPrice(form[stop]) !== order[stop];

/**
 * What is wrong with a stop. `reference`: the newest price of an open position, the order price of a pending one. A stop that is
 * unchanged is not judged: the market may have overtaken it, and the server does not judge it either.
 */
export function stopProblem(form: StopsForm, order: Order, stop: StopName, reference: number): StopProblem | undefined {
  if (!form[stop].isOn) return undefined;
  const typed = typedPriceProblem(form[stop].text, order.product.pricePrecision);
  if (typed) return typed;
  const at = decimalFromNumber<Price>(reference);
  if (!isChanged(form, order, stop) || at === undefined || at <= 0n) return undefined;
  return wrongStops(order.side, at, { ...NO_STOPS, [stop]: typedPrice(form[stop]) }).length > 0 ? 'wrong-side' : undefined;
}

/**
 * Both stops as they shall stand, `0n` for none: what was changed since the order was opened as it was typed, the other as it stands now,
 * even where it was moved elsewhere meanwhile (decision D9.96).
 */
export function sentStops(form: StopsForm, opened: Order, now: Order): Stops {
  const sent = (stop: StopName): Price => (isChanged(form, opened, stop) ? typedPrice(form[stop]) : now[stop]);
  return { stopLoss: sent('stopLoss'), takeProfit: sent('takeProfit') };
}

/** The stops that a refusal belongs to: the field that it names, else those that were changed. */
export function refusedStops(field: OrderField | undefined, form: StopsForm, order: Order): readonly StopName[] {
  const named = STOP_NAMES.filter((stop) => stop === field);
  return named.length > 0 ? named : STOP_NAMES.filter((stop) => form[stop].isOn && isChanged(form, order, stop));
}
