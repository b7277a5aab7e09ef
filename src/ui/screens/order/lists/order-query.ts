/** What the address of the records asks for (decision D1.2.30): source 0 contract, type 1 holding, 0 pending, 3 history; anything else is the default. */
import type { OrderList } from '#domain/order.ts';

type RecordQuery = { source: 0; list: OrderList };

/** Of each list its number in the address. */
const TYPES: Readonly<Record<OrderList, string>> = { holding: '1', pending: '0', closed: '3' };
const LISTS = Object.keys(TYPES) as OrderList[];

/** Reads the query; the micro tab opens with micro trading, until then every source is the contract tab. */
export function recordQuery(query: Readonly<Record<string, string | undefined>>): RecordQuery {
  const list = LISTS.find((known) => TYPES[known] === query.type);
  return { source: 0, list: list ?? 'holding' };
}

/** The address of a tab; changing a tab replaces the query. */
export const recordPath = (path: string, { source, list }: RecordQuery): string => `${path}?source=${source}&type=${TYPES[list]}`;
