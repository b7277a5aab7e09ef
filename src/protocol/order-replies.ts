/** What the calls about orders answer, in orders and as the wire has it, and the two pushes that tell of them; both ways, once. */
import { decimalFromWire, formatDecimal, type Money, type Price, type Ratio, toNumber } from '#domain/decimal.ts';
import type { Order, OrderState } from '#domain/order.ts';
import { ERROR } from './errors.ts';
import { ORDER_STATUS } from './order-status.ts';
import { OrderRowError, orderFromWire, orderToWire } from './order-wire.ts';
import type { AccountStateReply } from './rest/account-state.ts';
import type { CloseReply, FillReply, ManyReply, MyDealReply, ReverseReply } from './rest/forex.ts';
import type { AccountPush } from './socket.ts';

/** One page of a list. `profit`: of the history what it came to, else what floats. All sums are over the whole list. */
export type OrderPage = {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly profit: Money;
  /** `undefined` from a back end that does not say. */
  readonly charges: OrderCharges | undefined;
};
/** What is charged beside the profit (`src/domain/order-result.ts`). `cancelled`: how many of the total came to nothing. */
export type OrderCharges = { readonly fee: Money; readonly financing: Money; readonly cancelled: number };
/** `order`: the closed one; of a part the part's own, and `rest` is what is still held. */
export type Closed = { readonly order: Order; readonly rest: Order | undefined };
/** `order` is the new position, `closed` the old one. */
export type Reversed = { readonly order: Order; readonly closed: Order };
/** One order of a call for all of them: 1 or the code of why it stayed, the server's message, and the order as it stands afterwards. */
export type ManyResult = { readonly order: Order; readonly code: number; readonly message: string };
export type Many = { readonly done: number; readonly failed: number; readonly profit: Money; readonly results: readonly ManyResult[] };

export const isDone = ({ code }: Pick<ManyResult, 'code'>): boolean => code === ERROR.ok;

// ------------------------------------------------------------------ read
const money = (value: unknown): Money => decimalFromWire<Money>(value) ?? 0n;

/** The orders of a page. A row that is no order is left out, and reported by field, value and what is allowed (decision D9.73). */
export function orderPageFromWire(reply: MyDealReply, warn: (text: string) => void): OrderPage {
  const { data, total, all_fact_profits } = reply;
  const orders = (Array.isArray(data) ? data : []).flatMap((row) => {
    try {
      return orderFromWire(row);
    } catch (error) {
      if (!(error instanceof OrderRowError)) throw error;
      warn(error.message);
      return [];
    }
  });
  return { orders, total: Number(total), profit: money(all_fact_profits), charges: chargesFromWire(reply) };
}

function chargesFromWire({ all_trade_fee, all_financing, all_cancelled }: MyDealReply): OrderCharges | undefined {
  const fee = decimalFromWire<Money>(all_trade_fee);
  return fee === undefined ? undefined : { fee, financing: money(all_financing), cancelled: Number(all_cancelled ?? 0) };
}

export const filledFromWire = ({ Order: row }: FillReply): Order => orderFromWire(row);
export const closedFromWire = ({ Order: row, Rest: rest }: CloseReply): Closed => ({
  order: orderFromWire(row),
  rest: rest && orderFromWire(rest),
});
export const reversedFromWire = ({ Order: row, Closed: closed }: ReverseReply): Reversed => ({
  order: orderFromWire(row),
  closed: orderFromWire(closed),
});
export const manyFromWire = ({ Done, Failed, FactProfits, Results }: ManyReply): Many => ({
  done: Done,
  failed: Failed,
  profit: money(FactProfits),
  results: Results.map(({ Code, Msg, Order: row }) => ({ order: orderFromWire(row), code: Code, message: Msg })),
});

/** The order that a refusal carries (decision D1.4.25), if it does. */
export function refusedOrder(data: unknown): Order | undefined {
  try {
    return orderFromWire((data as Partial<FillReply> | null)?.Order);
  } catch {
    return undefined;
  }
}

// ------------------------------------------------------------------ write
export const orderPageToWire = ({ orders, total, profit, charges }: OrderPage, margin: Money): MyDealReply => ({
  data: orders.map(orderToWire),
  total,
  all_fact_profits: formatDecimal(profit),
  all_caution_money: formatDecimal(margin),
  ...(charges && {
    all_trade_fee: formatDecimal(charges.fee),
    all_financing: formatDecimal(charges.financing),
    all_cancelled: charges.cancelled,
  }),
});

/** Everything live of a person, of one moment. */
export const accountStateToWire = (orders: readonly Order[], outbox: AccountStateReply['outbox']): AccountStateReply => ({
  Orders: orders.map(orderToWire),
  outbox,
});

/** `id`: of the order that was asked about; of a part that was closed not that of its own row. */
export const filledToWire = (order: Order, seq: number, id = order.id): FillReply => ({ Id: id, Seq: seq, Order: orderToWire(order) });
export const closedToWire = ({ order, rest }: Closed, id: number): CloseReply => ({
  ...filledToWire(order, order.closeSeq, id),
  ...(rest ? { Rest: orderToWire(rest) } : {}),
});
export const reversedToWire = ({ order, closed }: Reversed): ReverseReply => ({
  ...filledToWire(order, order.openSeq),
  Closed: orderToWire(closed),
});
export const manyToWire = (results: readonly ManyResult[], seq: number): ManyReply => {
  const done = results.filter(isDone);
  return {
    Done: done.length,
    Failed: results.length - done.length,
    FactProfits: formatDecimal(done.reduce<Money>((sum, { order }) => sum + order.profit, 0n)),
    Seq: seq,
    Results: results.map(({ order, code, message }) => ({ Id: order.id, Code: code, Msg: message, Order: orderToWire(order) })),
  };
};
/** Puts every message into another language. */
export const manyInWords = (reply: ManyReply, textOf: (message: string) => string): ManyReply => ({
  ...reply,
  Results: reply.Results.map((result) => ({ ...result, Msg: textOf(result.Msg) })),
});

/** The ORDER event: an order has a new state. */
export const orderEventToWire = ({ id, state }: { id: number; state: OrderState }): { Id: number; Status: number } => ({
  Id: id,
  Status: ORDER_STATUS[state],
});

/** The FOREX_TRADE push: every open position at its newest price, and the figures of the account; `level` is in percent. */
type AccountFigures = {
  readonly [K in 'balance' | 'equity' | 'margin' | 'usable' | 'pending' | 'deficit' | 'floatingProfit']: Money;
} & {
  readonly level: Ratio | undefined;
  readonly positions: readonly { readonly id: number; readonly price: Price; readonly profit: Money }[];
};

export const accountPushToWire = (figures: AccountFigures): AccountPush => ({
  ProfitsTotal: formatDecimal(figures.floatingProfit),
  HazardRate: figures.level === undefined ? '--' : formatDecimal(figures.level, 2),
  CautionMoneyAll: formatDecimal(figures.margin),
  TransOrder: figures.positions.map(({ id, price, profit }) => ({
    Id: id,
    UpdatePrice: toNumber(price),
    FactProfits: formatDecimal(profit),
  })),
  Balance: formatDecimal(figures.balance),
  Equity: formatDecimal(figures.equity),
  FreeMargin: formatDecimal(figures.usable),
  Pending: formatDecimal(figures.pending),
  Deficit: formatDecimal(figures.deficit),
});
