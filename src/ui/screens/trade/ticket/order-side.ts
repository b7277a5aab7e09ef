/** What a side of the ticket shows: the price that a press would send, and why its stops rule it out. Follows every tick. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import { decimal, decimalFromNumber, type Price } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { pendingKindOf } from '#domain/stops.ts';
import { typedPriceProblem } from '#domain/typed-price.ts';
import { useAgeS } from '../../../freshness/freshness.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { priceText, UNKNOWN } from '../../../text/format.ts';
import { comparedWith } from './stop-block.ts';
import { impossibleStops } from './ticket.ts';
import { ticketBlock } from './ticket-block.ts';
import type { TicketState } from './ticket-state.ts';
import { impossibleText } from './ticket-texts.ts';

/** Why this side cannot be, at the price now or at the order price; changes only when the reason does. */
export const impossibleOf = (side: Side, product: Product, state: TicketState): ReadonlySignal<string | undefined> =>
  computed(() => {
    const ticket = state.ticket.value;
    return ticket && impossibleText(impossibleStops(ticket, side, comparedWith(ticket, product)), side);
  });

/** The price that a press sends: of the market, or the one that was typed, while it can be sent. */
export const priceOf = (product: Product, state: TicketState): ReadonlySignal<string> =>
  computed(() => {
    const ticket = state.ticket.value;
    if (ticket?.mode !== 'pending') return quoteOf(product.id).priceText.value;
    const { pricePrecision } = product;
    return typedPriceProblem(ticket.orderPrice, pricePrecision) ? UNKNOWN : priceText(Number(ticket.orderPrice), pricePrecision);
  });

/** What traders call the order that a press places, 'Buy limit'; `undefined` of a market order, and of a pending one at the price now. */
export const pendingNameOf = (side: Side, product: Product, state: TicketState): ReadonlySignal<string | undefined> =>
  computed(() => {
    const ticket = state.ticket.value;
    if (ticket?.mode !== 'pending' || typedPriceProblem(ticket.orderPrice, product.pricePrecision)) return undefined;
    const now = decimalFromNumber<Price>(quoteOf(product.id).close.value);
    const kind = now === undefined ? undefined : pendingKindOf(side, decimal<Price>(ticket.orderPrice), now);
    return kind && t(`ticket:${side}-${kind}`);
  });

/** Why nothing can be sent now, if so. Read through a signal: a tick that changes no reason draws nothing anew. */
export function useTicketBlock(product: Product, state: TicketState): string | undefined {
  const ageS = useAgeS(product.id);
  const ticket = state.ticket.value;
  return useMemo(() => computed(() => ticket && ticketBlock(ticket, product, ageS)), [ticket, product, ageS]).value;
}
