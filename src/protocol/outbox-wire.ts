/**
 * What a server that numbers its events says beside orders (extended profile, decision D9.79), read: the whole live state of a person, and
 * the orders and balances of an answer to a money call, each with the number of the event after which it was so.
 */
import type { OwnBalance } from '#domain/account.ts';
import { isLive, type Order } from '#domain/order.ts';
import { balancesFromWire } from './balance-wire.ts';
import { orderFromWire } from './order-wire.ts';
import { isObject, type WireObject } from './wire-value.ts';

/** `epoch` names the history that `seq` counts. */
export type AccountState = {
  readonly epoch: string;
  readonly seq: number;
  readonly orders: readonly Order[];
  readonly balances: readonly OwnBalance[];
};

/** The reply of account_state; `undefined` where it says no number. Throws an `OrderRowError` for a row that is no order. */
export function accountStateFromWire(reply: unknown): AccountState | undefined {
  if (!isObject(reply) || !Array.isArray(reply.Orders)) return undefined;
  const state = stateOf(reply, reply.Orders);
  return state && { ...state, orders: state.orders.filter(isLive) };
}

/** The data of a money call's answer; `undefined` where nothing can be read, or where it says no number. */
export function replyStateFromWire(data: unknown): AccountState | undefined {
  if (!isObject(data)) return undefined;
  const results = Array.isArray(data.Results) ? data.Results.map((result) => (isObject(result) ? result.Order : undefined)) : [];
  const rows = [data.Order, data.Rest, data.Closed, ...results].filter((row) => row !== undefined);
  try {
    return stateOf(data, rows);
  } catch {
    return undefined;
  }
}

function stateOf({ outbox }: WireObject, rows: readonly unknown[]): AccountState | undefined {
  if (!isObject(outbox) || typeof outbox.epoch !== 'string' || typeof outbox.seq !== 'number') return undefined;
  return { epoch: outbox.epoch, seq: outbox.seq, orders: rows.map(orderFromWire), balances: balancesFromWire(outbox.balances) };
}
