/**
 * Cash and locks of the trading account. Pushes and REST rule; between an order's reply and the push that follows it, the figures are
 * carried on by what the order itself says, so that the screen never shows money twice or not at all.
 */
import { type AccountFunds, equity, marginLevelPercent, type OwnBalance, usable } from '#domain/account.ts';
import { type Money, maxDecimal } from '#domain/decimal.ts';

export type FundsState = { balance: Money; locked: Money; deficit: Money };

export class Funds {
  #state: FundsState | undefined;
  /** Locked for other things than the margins of the known orders, as of the last report that named both. */
  #pending: Money = 0n;

  get state(): Readonly<FundsState> | undefined {
    return this.#state;
  }

  clear(): void {
    this.#state = undefined;
    this.#pending = 0n;
  }

  /** A report of the server: balance and all locks. `margin`: what the known orders hold of the locks. */
  report(state: FundsState, margin: Money): void {
    this.#state = { ...state };
    this.#pending = maxDecimal<Money>(0n, state.locked - margin);
  }

  /** A balance push, which may come before or after the order it belongs to: the share of pending orders stays as it was. */
  push(state: FundsState): void {
    this.#state = { ...state };
  }

  /** An order appeared: its margin and fee leave the balance unless a push has said so already. `heldBefore`: margin held without it. */
  opened(order: { margin: Money; fee: Money }, heldBefore: Money): void {
    const state = this.#state;
    if (!state || state.locked - heldBefore - this.#pending >= order.margin) return;
    state.balance -= order.margin + order.fee;
    state.locked += order.margin;
    this.#repay(state);
  }

  /** An order was closed or cancelled: margin and profit come back unless a push has said so already. `heldAfter`: margin held without it. */
  closed(order: { margin: Money; profit: Money }, heldAfter: Money): void {
    const state = this.#state;
    if (!state || order.margin <= 0n || state.locked - heldAfter - this.#pending < order.margin) return;
    state.balance += order.margin + order.profit;
    state.locked -= order.margin;
    this.#repay(state);
  }

  /** A person's balance is never below zero: the rest is a deficit, and a deficit is repaid first (decision D1.4.04). */
  #repay(state: FundsState): void {
    const cash = state.balance - state.deficit;
    state.balance = maxDecimal<Money>(0n, cash);
    state.deficit = maxDecimal<Money>(0n, -cash);
  }
}

/** The account that trades: the demo account of a demo user, else 'forex', else the only one (decision D1.3.15); before anything is known the usual one. */
export function tradingType(rows: readonly OwnBalance[], realm: 'demo' | 'real'): string {
  if (realm === 'demo') return realm;
  const isUsual = !rows[0] || rows.some((it) => it.type === 'forex');
  return isUsual ? 'forex' : 'change';
}

export function tradingFunds(rows: readonly OwnBalance[], realm: 'demo' | 'real'): Readonly<FundsState> | undefined {
  const type = tradingType(rows, realm);
  return rows.find((it) => it.type === type);
}

/** The account section of a frame, in its order; -1 for no margin level. */
export function accountSection(funds: AccountFunds): bigint[] {
  const level = marginLevelPercent(funds);
  return [funds.balance, equity(funds), funds.margin, usable(funds), funds.floatingProfit, level ?? -1n, funds.deficit, funds.pending];
}
