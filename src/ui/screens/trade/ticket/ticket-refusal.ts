/** On which field of the ticket a refusal of the server belongs, by its code and the field that it names; never by its text. */
import type { Side } from '#domain/contract.ts';
import type { Price } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { refusedFieldFromWire } from '#protocol/order-requests.ts';
import { impossibleStops, type Ticket, type TicketField } from './ticket.ts';

/** `undefined`: it concerns the order as a whole. `now`: the price on the button, against which the stops were meant. */
export function refusedField(
  { code, data }: { code: number | string; data: unknown },
  { ticket, side, now }: { ticket: Ticket; side: Side; now: Price | undefined },
): TicketField | undefined {
  switch (code) {
    case ERROR.invalidField:
      return refusedFieldFromWire(data);
    case ERROR.leverageInvalid:
      return 'leverage';
    case ERROR.lotsInvalid:
      return 'lots';
    case ERROR.stopInvalid:
      // The price may have moved past the stop since: then the first one that is on.
      return impossibleStops(ticket, side, now)[0] ?? (ticket.stopLoss === undefined ? 'takeProfit' : 'stopLoss');
    default:
      return undefined;
  }
}
