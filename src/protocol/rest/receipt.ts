/** Receipts: the deals of a person, signed (specification of the call: decision D9.294). */
import * as v from 'valibot';
import { AskedId, written } from './fields.ts';

/** By `id` of an order, or of a micro trade with `source` 1; or all `after` the number of a deal. */
export const ReceiptQuery = v.object({
  id: v.optional(AskedId),
  after: v.optional(written(/^(0|[1-9]\d{0,14})$/, 'a whole number from 0, of at most 15 digits')),
  source: v.optional(v.picklist(['0', '1']), '0'),
});
/** `Note`: a signed note over the text `outcry-deal/v1`. */
export const DealNotesReply = v.object({ list: v.array(v.object({ Deal: v.number(), Note: v.string() })) });
