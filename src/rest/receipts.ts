/** The deals of an order as the server signs them for their owner. */
import { dealNotesFromWire } from '#protocol/receipt-wire.ts';
import { type DealNoteRows, receiptEndpoint } from '#protocol/rest/receipt-endpoints.ts';
import type { CallOptions, Request } from './request.ts';

/** A signed note each, oldest first. `source`: 1 for a micro trade, `id` then its number. */
export const dealNotes = async (request: Request, order: { source: 0 | 1; id: number }, options?: CallOptions): Promise<string[]> =>
  dealNotesFromWire(await request.call<DealNoteRows | null>(receiptEndpoint, order, options), request.warn);
