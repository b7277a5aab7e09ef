/** The signed deals of a person, for checking them against the log of the tape. */
import { dealNotesToWire } from '#protocol/receipt-wire.ts';
import { DealNotesReply, ReceiptQuery } from '#protocol/rest/receipt.ts';
import { receiptEndpoint } from '#protocol/rest/receipt-endpoints.ts';
import { done, invalidField, refused } from '../outcome.ts';
import type { Receipts } from '../trading/receipts/signed-deals.ts';
import { OWN, ownRoute, type Route } from './route.ts';

export const receiptRoutes = ({ receipts }: { readonly receipts: Receipts }): Route[] => [
  ownRoute({
    endpoint: receiptEndpoint,
    summary: 'Own deals of an order or a micro trade, or all after one, each signed; oldest first, at most 50',
    access: OWN,
    rate: 'list',
    input: ReceiptQuery,
    reply: DealNotesReply,
    async handle({ trader, input: { id, after, source } }) {
      if ((id === undefined) === (after === undefined))
        return invalidField({ field: id === undefined ? 'id' : 'after', value: after ?? '', allowed: 'id or after, one of them' });
      const asked = id === undefined ? { after: Number(after) } : { id: Number(id) };
      const notes = await receipts.of(trader, source === '1', asked);
      if (!notes && id !== undefined) return refused('notFound');
      if (!notes) return invalidField({ field: 'after', value: after ?? '', allowed: '0, or the number of a deal of your micro trades' });
      return done(dealNotesToWire(notes));
    },
  }),
];
