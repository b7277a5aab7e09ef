/** The signed deals of a person, and what the call answers. Apart, since the first price list needs neither. */
import { read } from './endpoint.ts';

/** Asks by `id` (of an order, or of a micro trade with `source` 1) or for all `after` the number of a deal. */
export const receiptEndpoint = read('/v2/api/order/receipt');

/** `Note`: the deal as a signed note. */
export type DealNoteRows = { list: { Deal: number; Note: string }[] };
