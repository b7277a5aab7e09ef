/** The order ticket as data: what is chosen, what is wrong with it, what would be sent. Knows no screen and no words. */
import type { Side } from '#domain/contract.ts';
import { decimal, formatDecimal, type Lots, parseDecimal } from '#domain/decimal.ts';
import { type LotsProblem, lotsProblem } from '#domain/lots.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import type { SubmitFields } from '#rest/forex.ts';
import { slippageFields } from '../../slippage.ts';

export type Ticket = {
  readonly productId: number;
  /** Text of the field, as typed. */
  readonly lots: string;
  /** 0: none is configured. In MarginMode 1 it is 1 and is not shown (decision D1.2.24). */
  readonly leverage: number;
};
export type TicketAction =
  | { type: 'product'; product: ProductRow }
  | { type: 'lots'; lots: string }
  | { type: 'leverage'; leverage: number };

/** The first thing that stops the ticket, in the order of decision D1.5.15: leverage, then lots. */
export type TicketProblem = 'no-leverage' | LotsProblem;

export const isLeverageShown = (product: ProductRow): boolean => product.MarginMode !== 1;

/** The leverage a product opens with: the default entry, else the first, else 0; 1 in MarginMode 1. */
export function defaultLeverage(product: ProductRow): number {
  if (!isLeverageShown(product)) return 1;
  const entries = product.HasForexMultiple;
  return (entries.find((entry) => entry.Default === 1) ?? entries[0])?.Value ?? 0;
}

/** An empty ticket for a product: its smallest order, written with the digits of its step. */
export const initial = (product: ProductRow): Ticket => ({
  productId: product.Id,
  lots: formatDecimal(decimal<Lots>(product.ForexMinCont), product.Pip.split('.')[1]?.length ?? 0),
  leverage: defaultLeverage(product),
});

export function reduce(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.type) {
    case 'lots':
      return { ...ticket, lots: action.lots };
    case 'leverage':
      return { ...ticket, leverage: action.leverage };
    case 'product':
      return ofProduct(ticket, action.product);
  }
}

/** A new row of the same product keeps what was typed; a leverage that it no longer offers goes back to the default. */
function ofProduct(ticket: Ticket, product: ProductRow): Ticket {
  if (ticket.productId !== product.Id) return initial(product);
  const isOffered = isLeverageShown(product) && product.HasForexMultiple.some((entry) => entry.Value === ticket.leverage);
  return isOffered ? ticket : { ...ticket, leverage: defaultLeverage(product) };
}

export function problems(ticket: Ticket, product: ProductRow): TicketProblem | undefined {
  if (isLeverageShown(product) && ticket.leverage === 0) return 'no-leverage';
  return lotsProblem(parseDecimal<Lots>(ticket.lots), {
    pip: decimal<Lots>(product.Pip),
    min: decimal<Lots>(product.ForexMinCont),
    max: decimal<Lots>(product.ForexMaxCont),
  });
}

/** What an order of this ticket sends: the specification's eight fields, the price on the button and how far the fill may lie from it. */
export function summary(ticket: Ticket, side: Side, seenPrice: number): SubmitFields {
  return {
    type: side === 'buy' ? '1' : '2',
    cont: formatDecimal(decimal<Lots>(ticket.lots)),
    forex_id: String(ticket.productId),
    status: '1',
    target_price: '0',
    stop_loss_price: '0',
    target_profit_price: '0',
    multiple: String(ticket.leverage),
    ...slippageFields(seenPrice),
  };
}
