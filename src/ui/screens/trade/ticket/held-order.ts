/**
 * An order that was begun before its person had an account. The page of the visitor goes when they enter, and its ticket with it: what was
 * filled in waits here for the ticket of the new page, which takes it up once. It is sent only for the session that came of it, and only at
 * once, so that no other account and no later visit to the page ever sends it (decision D9.108).
 */
import { signal } from '@preact/signals';
import type { Side } from '#domain/contract.ts';
import type { Ticket } from './ticket.ts';

/** Who enters waits for the new page no longer than this; later they have turned to something else, and nothing is sent behind their back. */
const SENT_WITHIN_MS = 10_000;

/** `seenPrice`: what stood on the button; `session`: the one to send it for; `atMs`: when that began, by the page's monotonic count. */
type Sending = { readonly side: Side; readonly seenPrice: number; readonly session: number; readonly atMs: number };
type HeldOrder = { readonly ticket: Ticket; readonly sending: Sending | undefined };

const held = signal<HeldOrder | undefined>(undefined);

/** Keeps a ticket for the page after a login; with `sending` it is also sent there. A later one takes the place of an earlier one. */
export function holdOrder(ticket: Ticket, sending?: Sending): void {
  held.value = { ticket, sending };
}

/** What is held, for the ticket of a session; gone then. Reads a signal. `sending` is left only where it may still be sent. */
export function takeHeldOrder(session: number, nowMs: number): HeldOrder | undefined {
  const order = held.value;
  if (!order) return undefined;
  held.value = undefined;
  const { ticket, sending } = order;
  const isDue = sending?.session === session && nowMs - sending.atMs <= SENT_WITHIN_MS;
  return { ticket, sending: isDue ? sending : undefined };
}
