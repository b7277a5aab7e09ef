/** The order ticket as data: what is chosen, what is wrong with it, what would be sent. Knows no screen and no words. */
import type { Side } from '#domain/contract.ts';
import { decimal, type Lots, type Price, parseDecimal } from '#domain/decimal.ts';
import { UNTIL_CANCELLED } from '#domain/good-till.ts';
import { type LotsProblem, lotsInSteps, lotsProblem, smallestLots } from '#domain/lots.ts';
import type { NewOrder } from '#domain/order-request.ts';
import type { Product } from '#domain/product.ts';
import { STOP_NAMES, type StopName, type Stops, wrongStops } from '#domain/stops.ts';
import { cutPrice, type TypedPriceProblem, typedPriceProblem } from '#domain/typed-price.ts';
import { slippageBound } from '../../../orders/slippage.ts';
import { referenceOf, type StopOwner, type StopOwners, typedStop, withOwners } from './stop-sides.ts';

export type TicketMode = 'market' | 'pending';
export type PriceField = 'orderPrice' | StopName;
export type Ticket = {
  readonly productId: number;
  readonly mode: TicketMode;
  /** Text of the field, as typed. */
  readonly lots: string;
  /** 0: none is configured. In MarginMode 1 it is 1 and is not shown (decision D1.2.24). */
  readonly leverage: number;
  /** Text of the field; asked for by a pending order only, and kept while the mode is another. */
  readonly orderPrice: string;
  /** Text of the field; `undefined`: off. */
  readonly stopLoss: string | undefined;
  readonly takeProfit: string | undefined;
  /** Whose stop each is, by where its person put it. */
  readonly owners?: StopOwners;
  /** How long a pending order waits, as it is sent: until 'cancelled', to the end of the trading 'day', to a unix second; '' before one is chosen. */
  readonly goodTill: string;
};
/** `close`: the price on the screen, for what is filled in once (decisions D1.2.25 and D1.2.26); NaN before there is one. */
export type TicketAction =
  | { type: 'product'; product: Product; close: number }
  | { type: 'mode'; mode: TicketMode; product: Product; close: number }
  | { type: 'lots'; lots: string }
  | { type: 'leverage'; leverage: number }
  | { type: 'goodTill'; goodTill: string }
  | { type: 'toggle'; stop: StopName; isOn: boolean; product: Product; close: number }
  /** Of a stop, `close` tells whose it is. */
  | { type: 'price'; field: PriceField; text: string; close?: number }
  /** The field was left: digits beyond the product's precision go. */
  | { type: 'leave'; field: PriceField; product: Product; close?: number }
  /** The risk sheet's answer: so many lots, and the stop loss that they were computed for. */
  | { type: 'risk'; lots: string; stopLoss: string; close?: number }
  /** An order was taken, as the ticket was when it was sent. */
  | { type: 'taken'; sent: Ticket }
  /** A ticket that was filled in before its person had an account. */
  | { type: 'restore'; ticket: Ticket };

export const isLeverageShown = (product: Product): boolean => product.marginMode !== 1;

/** The leverage a product opens with: the default entry, else the first, else 0; 1 in MarginMode 1. */
function defaultLeverage(product: Product): number {
  if (!isLeverageShown(product)) return 1;
  const offers = product.leverages;
  return (offers.find((offer) => offer.isDefault) ?? offers[0])?.value ?? 0;
}

/** The current price as a field shows it. Tape prices may be finer than what may be typed: cut, as leaving the field would. */
const prefilled = (close: number, product: Product): string =>
  Number.isFinite(close) && close > 0 ? cutPrice(close.toFixed(8), product.pricePrecision) : '';

/** A fresh ticket for a product: its smallest order at the market, no stops. */
export const initial = (product: Product): Ticket => ({
  productId: product.id,
  mode: 'market',
  lots: lotsInSteps(smallestLots(product.lots), product.lots.pip),
  leverage: defaultLeverage(product),
  orderPrice: '',
  stopLoss: undefined,
  takeProfit: undefined,
  goodTill: UNTIL_CANCELLED,
});

export function reduce(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.type) {
    case 'product':
      return ofProduct(ticket, action.product, action.close);
    case 'mode':
      return withSetOwners(inMode(ticket, action.mode, prefilled(action.close, action.product)), action.close);
    case 'lots':
      return { ...ticket, lots: action.lots };
    case 'leverage':
      return { ...ticket, leverage: action.leverage };
    case 'goodTill':
      return { ...ticket, goodTill: action.goodTill };
    case 'toggle':
      return toggled(ticket, action.stop, action.isOn ? prefilled(action.close, action.product) : undefined);
    case 'price':
      return withPrice(ticket, action.field, action.text, action.close);
    case 'leave':
      return withPrice(ticket, action.field, cutPrice(ticket[action.field] ?? '', action.product.pricePrecision), action.close);
    case 'risk':
      return withOwners({ ...ticket, lots: action.lots, stopLoss: action.stopLoss }, ['stopLoss'], action.close);
    case 'taken':
      return withoutSentStops(ticket, action.sent);
    case 'restore':
      return action.ticket;
  }
}

/** A stop that is off stays off. */
function withPrice(ticket: Ticket, field: PriceField, text: string, close: number | undefined): Ticket {
  if (ticket[field] === undefined || ticket[field] === text) return ticket;
  const next = { ...ticket, [field]: text };
  return field === 'orderPrice' ? next : withOwners(next, [field], close);
}

/** What was filled in is nobody's yet, wherever the price goes from there. */
const toggled = (ticket: Ticket, stop: StopName, text: string | undefined): Ticket => ({
  ...ticket,
  [stop]: text,
  owners: { ...ticket.owners, [stop]: text ? 'unset' : undefined },
});

/** Another mode compares with another price. */
const withSetOwners = (ticket: Ticket, close: number): Ticket => {
  const set = STOP_NAMES.filter((stop) => ticket[stop] !== undefined && ticket.owners?.[stop] !== 'unset');
  return set.length > 0 ? withOwners(ticket, set, close) : ticket;
};

/** The stops went with the order that was taken: the next one begins without (decision D9.111). What was typed since then stays. */
function withoutSentStops(ticket: Ticket, sent: Ticket): Ticket {
  const hasStops = ticket.stopLoss !== undefined || ticket.takeProfit !== undefined;
  if (!hasStops || ticket.productId !== sent.productId) return ticket;
  const left = (stop: StopName) => (ticket[stop] === sent[stop] ? undefined : ticket[stop]);
  return { ...ticket, stopLoss: left('stopLoss'), takeProfit: left('takeProfit') };
}

/** The order price is filled in once: what was typed comes back with the mode. */
const inMode = (ticket: Ticket, mode: TicketMode, price: string): Ticket => ({
  ...ticket,
  mode,
  orderPrice: mode === 'pending' && ticket.orderPrice === '' ? price : ticket.orderPrice,
});

/**
 * A new row of the same product keeps what was typed; a leverage that it no longer offers goes back to the default. Another product
 * is reset to the mode that was chosen: a pending order must not become a market order by a look at another product.
 */
function ofProduct(ticket: Ticket, product: Product, close: number): Ticket {
  if (ticket.productId !== product.id) return inMode(initial(product), ticket.mode, prefilled(close, product));
  const isOffered = isLeverageShown(product) && product.leverages.some((offer) => offer.value === ticket.leverage);
  const leverage = isOffered ? ticket.leverage : defaultLeverage(product);
  return leverage === ticket.leverage ? ticket : { ...ticket, leverage };
}

/** What is wrong with each field by itself. */
export type TicketProblems = {
  readonly leverage?: 'none';
  readonly lots?: LotsProblem;
  readonly orderPrice?: TypedPriceProblem;
  readonly stopLoss?: TypedPriceProblem;
  readonly takeProfit?: TypedPriceProblem;
  readonly goodTill?: 'missing';
};
export type TicketField = keyof TicketProblems;
/** The order in which a person is told (decision D1.5.15). */
export const FIELD_ORDER: readonly TicketField[] = ['leverage', 'lots', 'orderPrice', 'goodTill', 'stopLoss', 'takeProfit'];

export function problems(ticket: Ticket, product: Product): TicketProblems {
  const ofPrice = (text: string | undefined) => (text === undefined ? undefined : typedPriceProblem(text, product.pricePrecision));
  const found = {
    leverage: isLeverageShown(product) && ticket.leverage === 0 ? ('none' as const) : undefined,
    lots: lotsProblem(parseDecimal<Lots>(ticket.lots), product.lots),
    orderPrice: ticket.mode === 'pending' ? ofPrice(ticket.orderPrice) : undefined,
    stopLoss: ofPrice(ticket.stopLoss),
    takeProfit: ofPrice(ticket.takeProfit),
    goodTill: ticket.mode === 'pending' && ticket.goodTill === '' ? ('missing' as const) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** Stops that this side cannot have at the price now, or at the order price. Nothing while a price is not there to compare with. */
export function impossibleStops(ticket: Ticket, side: Side, now: Price | undefined): StopName[] {
  const reference = referenceOf(ticket, now);
  if (reference === undefined) return [];
  const typed = (stop: StopName) => (ticket.owners?.[stop] === 'unset' ? 0n : typedStop(ticket, stop));
  const stops: Stops = { stopLoss: typed('stopLoss'), takeProfit: typed('takeProfit') };
  const wrong = wrongStops(side, reference, stops);
  return STOP_NAMES.filter((stop) => wrong.includes(stop) || (stops[stop] > 0n && isOthers(ticket, stop, side)));
}

/** Of a market order a stop stays with the side that it was put on; of a pending one nothing but its person moves what it is compared with. */
const setOwner = (ticket: Ticket, stop: StopName): StopOwner | undefined => (ticket.mode === 'market' ? ticket.owners?.[stop] : undefined);
const isOthers = (ticket: Ticket, stop: StopName, side: Side): boolean => {
  const owner = setOwner(ticket, stop);
  return owner !== undefined && owner !== side;
};

/** Whose stop it is: of one side, or, at the price itself, of neither; `undefined` when it is off or there is nothing to compare it with. */
export function sideOfStop(ticket: Ticket, stop: StopName, now: Price | undefined): Side | 'neither' | undefined {
  if (ticket[stop] !== undefined && ticket.owners?.[stop] === 'unset') return 'neither';
  const owner = setOwner(ticket, stop);
  if (ticket[stop] !== undefined && owner && owner !== 'unset') return owner;
  const fits = (['buy', 'sell'] as const).filter((side) => !impossibleStops(ticket, side, now).includes(stop));
  return fits.length > 1 ? undefined : (fits[0] ?? 'neither');
}

/** What is sent: of a market order with the price on the button and how far the fill may lie from it. */
export function summary(ticket: Ticket, side: Side, seenPrice: number): NewOrder {
  const isPending = ticket.mode === 'pending';
  return {
    productId: ticket.productId,
    side,
    lots: decimal<Lots>(ticket.lots),
    leverage: ticket.leverage,
    orderPrice: isPending ? decimal<Price>(ticket.orderPrice) : undefined,
    stopLoss: decimal<Price>(ticket.stopLoss ?? '0'),
    takeProfit: decimal<Price>(ticket.takeProfit ?? '0'),
    goodTill: ticket.goodTill,
    bound: isPending ? undefined : slippageBound(seenPrice),
  };
}
