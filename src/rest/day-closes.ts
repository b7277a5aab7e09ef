/** The closes of the day of many products, for the small charts of a list. */
import { type DayCloses, dayClosesFromWire } from '#protocol/day-closes.ts';
import { shortKlineEndpoint } from '#protocol/rest/endpoints.ts';
import type { CallOptions, Request } from './request.ts';

/** A day of 25 hours in half hours; the server gives no more than 60. */
const HALF_HOURS = 50;

/**
 * Half-hourly closes of the day that each product's change is of, oldest first, and what that day opened at. One call; a back end of the base
 * specification knows only one product a call and gives none for several, and its closes of one are those of the last 25 hours of trade.
 */
export async function dayCloses(request: Request, productIds: readonly number[], options?: CallOptions): Promise<DayCloses> {
  const asked = { forex_id: productIds.join(','), period: '30min', limit: HALF_HOURS, day: '1' };
  return dayClosesFromWire(await request.call<unknown>(shortKlineEndpoint, asked, options), productIds, HALF_HOURS);
}
