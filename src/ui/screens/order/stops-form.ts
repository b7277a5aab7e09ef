/** The edit of an order's stops as data: what is typed, what is wrong with it, what would be sent. Knows no screen and no words. */
import { decimalFromNumber, formatDecimal, type Price, parseDecimal } from '#domain/decimal.ts';
import { type TypedPriceProblem, typedPriceProblem } from '#domain/typed-price.ts';
import { type StopName, wrongStops } from '#domain/wrong-stops.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { SetStopFields } from '#rest/forex.ts';

export type Stop = { readonly isOn: boolean /** As typed. */; readonly text: string };
export type StopsForm = Readonly<Record<StopName, Stop>>;
export type StopProblem = TypedPriceProblem | 'wrong-side';

export const STOP_NAMES = ['stopLoss', 'takeProfit'] as const satisfies readonly StopName[];
const WIRE: Record<StopName, 'stop_loss_price' | 'target_profit_price'> = {
  stopLoss: 'stop_loss_price',
  takeProfit: 'target_profit_price',
};
const standing = (row: OrderRow, stop: StopName): number => (stop === 'stopLoss' ? row.TargetLossPrice : row.TargetProfitPrice);
const padded = (price: number, row: OrderRow): string => (price > 0 ? price.toFixed(row.ForexTradeLists.PricePrecision) : '');
export const sideOf = (row: OrderRow) => (row.OrderType === 1 ? ('buy' as const) : ('sell' as const));

export const initialStop = (row: OrderRow, stop: StopName): Stop => ({
  isOn: standing(row, stop) > 0,
  text: padded(standing(row, stop), row),
});

/** Turning a stop on fills in the price of that moment, once; turning it off clears it (decisions D1.2.25, D1.2.26). */
export const toggledStop = (row: OrderRow, isOn: boolean, price: number): Stop => ({ isOn, text: isOn ? padded(price, row) : '' });

const typedPrice = ({ isOn, text }: Stop): Price | undefined => (isOn ? parseDecimal<Price>(text) : undefined);
/** The wire's text of a stop: '0' for none. */
const sentPrice = (stop: Stop): string => formatDecimal(typedPrice(stop) ?? 0n);

export const isChanged = (form: StopsForm, row: OrderRow, stop: StopName): boolean =>
  form[stop].isOn !== standing(row, stop) > 0 ||
  sentPrice(form[stop]) !== formatDecimal(decimalFromNumber<Price>(standing(row, stop)) ?? 0n);

/**
 * What is wrong with a stop. `reference`: the newest price of an open position, the order price of a pending one. A stop that stands
 * unchanged is not judged: the market may have overtaken it, and the server does not judge it either.
 */
export function stopProblem(form: StopsForm, row: OrderRow, stop: StopName, reference: number): StopProblem | undefined {
  if (!form[stop].isOn) return undefined;
  const typed = typedPriceProblem(form[stop].text, row.ForexTradeLists.PricePrecision);
  if (typed) return typed;
  const at = decimalFromNumber<Price>(reference);
  if (!isChanged(form, row, stop) || at === undefined || at <= 0n) return undefined;
  const none = { stopLoss: undefined, takeProfit: undefined };
  return wrongStops(sideOf(row), at, { ...none, [stop]: typedPrice(form[stop]) }).length > 0 ? 'wrong-side' : undefined;
}

/** Both stops as they shall stand; 0 removes one. */
export const sentStops = (form: StopsForm): Required<Pick<SetStopFields, 'stop_loss_price' | 'target_profit_price'>> => ({
  stop_loss_price: sentPrice(form.stopLoss),
  target_profit_price: sentPrice(form.takeProfit),
});

/** The stops that a refusal belongs to: the field that it names, else those that were changed. */
export function refusedStops(field: string, form: StopsForm, row: OrderRow): readonly StopName[] {
  const named = STOP_NAMES.filter((stop) => WIRE[stop] === field);
  return named.length > 0 ? named : STOP_NAMES.filter((stop) => form[stop].isOn && isChanged(form, row, stop));
}
