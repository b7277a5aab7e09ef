/** What the orders that ended in a statement's days came to: the sums of the history, without its rows. */
import type { OrderPage } from '#protocol/order-replies.ts';
import { orderPage } from '#rest/orders.ts';
import { request } from '../../../requests/request.ts';
import { type Query, useQuery } from '../../../state/query.ts';
import type { DayRange } from '../dates/day-range.ts';

/** Asks for nothing while no days are chosen. */
export function useStatementSums(range: DayRange | undefined): Query<OrderPage> {
  return useQuery({
    key: ['records', 'sums', range?.startS ?? 0, range?.endS ?? 0],
    read: (signal) => orderPage(request, { list: 'closed', page: 1, limit: 1, days: range }, { signal, silent: true }),
    enabled: range !== undefined,
  });
}
