/** The numbers that the specification gives to a market's states (decision D1.4.18), both ways. */
import type { MarketStatus } from '#domain/market-hours.ts';
import { asNumber } from './wire-value.ts';

export const MARKET_STATUS = { open: 1, closed: 2, holiday: 3 } as const satisfies Record<MarketStatus, number>;

/** A back end that says nothing trades; any other number than these is closed (specification S1 section 4). */
export function marketStatusFromWire(status: unknown): MarketStatus {
  const number = asNumber(status);
  if (number === MARKET_STATUS.holiday) return 'holiday';
  return number === MARKET_STATUS.open || Number.isNaN(number) ? 'open' : 'closed';
}
