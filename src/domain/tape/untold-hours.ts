/** The trading hours of a deal that has more halts than one may name. */
import type { DealHours } from './deal-terms.ts';

/** A calendar that nobody knows, so that Rule cannot tell (`hours-unknown`) unless something else of the deal is a no. */
export const UNTOLD_HOURS: DealHours = { calendar: 'untold', halts: [] };
