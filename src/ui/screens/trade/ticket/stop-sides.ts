/** Whose stop a stop of the ticket is: of the side that its person put it on. The market alone never gives it to another (decision D9.470). */
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Price, parseDecimal } from '#domain/decimal.ts';
import { isTooNear, STOP_NAMES, type StopName, standsBelow } from '#domain/stops.ts';

/** 'unset': it lies where it was filled in, or at the price itself, so that nobody has said yet whose it is. */
export type StopOwner = Side | 'unset';
export type StopOwners = Readonly<Partial<Record<StopName, StopOwner>>>;

/** What of a ticket its stops depend on. */
export type StopTicket = Readonly<Record<StopName, string | undefined>> & {
  readonly mode: 'market' | 'pending';
  readonly orderPrice: string;
  readonly owners?: StopOwners;
};

/** What stops are compared with: the price now, or the order price. */
export const referenceOf = (ticket: StopTicket, now: Price | undefined): Price | undefined =>
  ticket.mode === 'pending' ? parseDecimal<Price>(ticket.orderPrice) : now;

/** The price of a stop as typed, `0n` for none. */
export const typedStop = (ticket: StopTicket, stop: StopName): Price => parseDecimal<Price>(ticket[stop] ?? '') ?? 0n;

function ownerAt(stop: StopName, price: Price, reference: Price | undefined): StopOwner | undefined {
  if (price <= 0n || reference === undefined) return undefined;
  if (price === reference) return 'unset';
  return price < reference === standsBelow('buy', stop) ? 'buy' : 'sell';
}

/** A ticket whose stops were just put somewhere, with whose they are by the price of that moment. */
export function withOwners<T extends StopTicket>(ticket: T, stops: readonly StopName[], close: number | undefined): T {
  const reference = referenceOf(ticket, close === undefined ? undefined : decimalFromNumber<Price>(close));
  const owners = Object.fromEntries(stops.map((stop) => [stop, ownerAt(stop, typedStop(ticket, stop), reference)]));
  return { ...ticket, owners: { ...ticket.owners, ...owners } };
}

/** The stop that still lies where it was filled in, if any. */
export const unsetStop = (ticket: StopTicket): StopName | undefined =>
  STOP_NAMES.find((stop) => ticket[stop] !== undefined && ticket.owners?.[stop] === 'unset');

/** The stop that lies so near the price that it would be hit at once, if any. */
export function nearStop(ticket: StopTicket, now: Price | undefined): StopName | undefined {
  const reference = referenceOf(ticket, now);
  return reference === undefined ? undefined : STOP_NAMES.find((stop) => isTooNear(typedStop(ticket, stop), reference));
}
