/** The numbers that the specification gives to a market's states (decision D1.4.18), both ways. */
import type { MarketStatus } from '#domain/market-hours.ts';
import { asNumber, orElse } from './wire-value.ts';

export const MARKET_STATUS = { open: 1, closed: 2, holiday: 3 } as const satisfies Record<MarketStatus, number>;
const STATES: readonly (MarketStatus | undefined)[] = [undefined, 'open', 'closed', 'holiday'];

/** A back end that says nothing trades; any other number than these is closed (specification S1 section 4). */
export const marketStatusFromWire = (status: unknown): MarketStatus => STATES[orElse(asNumber(status), 1)] ?? 'closed';
