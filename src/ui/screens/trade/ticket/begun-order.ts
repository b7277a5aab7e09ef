/** A contract order that was begun before its person had an account: the ticket, and with which press it is to be sent. */
import type { Side } from '#domain/contract.ts';
import { begun, type Sending } from '../visit/begun.ts';
import type { Ticket } from './ticket.ts';

/** `seenPrice`: what stood on the button. */
export const begunOrder = begun<Ticket, Sending & { readonly side: Side; readonly seenPrice: number }>();
