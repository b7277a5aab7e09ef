/**
 * What the address of the records asks for (decision D1.2.30): source 0 contract, 1 micro; type 1 holding or in transaction, 0 pending, 3 history
 * or closed; anything else is the default.
 */
import type { OrderList } from '#domain/order.ts';

type RecordQuery = { readonly source: 0 | 1; readonly list: OrderList };

/** Of each list its number in the address. */
const TYPES: Readonly<Record<OrderList, string>> = { holding: '1', pending: '0', closed: '3' };
const LISTS = Object.keys(TYPES) as OrderList[];

/** Reads the query. Of micro trades none waits. Without micro trades on the site every source is the contract tab. */
export function recordQuery(query: Readonly<Record<string, string | undefined>>, hasMicro: boolean): RecordQuery {
  const list = LISTS.find((known) => TYPES[known] === query.type) ?? 'holding';
  if (query.source !== '1' || !hasMicro) return { source: 0, list };
  return { source: 1, list: list === 'pending' ? 'holding' : list };
}

/** The address of a tab; changing a tab replaces the query. */
export const recordPath = (path: string, { source, list }: RecordQuery): string => `${path}?source=${source}&type=${TYPES[list]}`;
