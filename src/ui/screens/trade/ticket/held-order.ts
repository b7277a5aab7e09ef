/** A contract order that was begun before its person had an account: the ticket, and with which press it is to be sent. */
import type { Side } from '#domain/contract.ts';
import { held, type Sending } from '../visit/held.ts';
import type { Ticket } from './ticket.ts';

/** `seenPrice`: what stood on the button. */
export const heldOrder = held<Ticket, Sending & { readonly side: Side; readonly seenPrice: number }>();
