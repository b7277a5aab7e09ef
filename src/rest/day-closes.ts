/** The closes of the last day of many products, for the small charts of a list. */
import { type DayCloses, dayClosesFromWire } from '#protocol/day-closes.ts';
import { shortKlineEndpoint } from '#protocol/rest/endpoints.ts';
import type { CallOptions, Request } from './request.ts';

/** A day in hours. */
const HOURS = 24;

/**
 * Hourly closes of the last 24 hours of trade, oldest first, by product. One call; a back end of the base specification knows only one
 * product a call and gives none for several.
 */
export async function dayCloses(request: Request, productIds: readonly number[], options?: CallOptions): Promise<DayCloses> {
  const asked = { forex_id: productIds.join(','), period: '60min', limit: HOURS };
  return dayClosesFromWire(await request.call<unknown>(shortKlineEndpoint, asked, options), productIds, HOURS);
}
