/** The deals of a person as the server signs them: a note each. */
import type { ReceiptReplyRows } from './rest/receipt-endpoints.ts';

export const dealNotesToWire = (notes: readonly { readonly deal: number; readonly note: string }[]): ReceiptReplyRows => ({
  list: notes.map(({ deal, note }) => ({ Deal: deal, Note: note })),
});
