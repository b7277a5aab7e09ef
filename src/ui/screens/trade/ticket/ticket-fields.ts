/** What every part of the form is given. */
import type { Product } from '#domain/product.ts';
import type { TicketField } from './ticket.ts';
import type { TicketState } from './ticket-state.ts';

export type TicketFormProps = { product: Product; state: TicketState };
/** A part that shows what is wrong with its fields: by our own rules, or as the server refused it. */
export type TicketFieldsProps = TicketFormProps & { problemOf: (field: TicketField) => string | undefined };
