/**
 * The evaluator's memory: every account with positions or pending orders, found by the prices at which a tick can matter to it. Stops and
 * triggers wait at their own prices; the margin of the account is guarded by a pair of prices per product between which neither a
 * call nor a stop-out can be due. Doubles only say where to look; whatever they cannot rule out is judged exactly.
 */
import { sideSign } from '#domain/contract.ts';
import type { Price, Ratio } from '#domain/decimal.ts';
import type { AccountType, Realm } from '../database/schema.ts';
import type { OrderRecord } from '../repositories/order-repository.ts';
import type { PriceBook } from '../tape/price-book.ts';
import type { Holdings } from './judgement.ts';
import { type MetLevels, type Owner, Thresholds } from './thresholds.ts';

export type AccountRef = { readonly userId: number; readonly realm: Realm; readonly type: AccountType };
export type IndexedAccount = AccountRef &
  Holdings & {
    /** It had its margin call and is not re-armed. */
    readonly isCalled: boolean;
    /** Every tick up to here has had its effects; it may be ahead of the evaluator. */
    readonly judgedSeq: number;
    /** Pre-check: equity = base + sum of exposure x price, in site currency. */
    readonly base: number;
    readonly exposures: ReadonlyMap<number, number>;
  };
/** An account with the marks under which its levels wait. */
type Entry = { readonly account: IndexedAccount; readonly stops: Owner; guard: Owner };

const UNIT = 1e-8;
/** Below this share of the margin a call is due, above that one an account is re-armed. */
const CALL_SHARE = 1;
const REARM_SHARE = 1.1;
/** Each of at most 200 profits is rounded by half a millionth; doubles add far less. */
const ROUNDING = 1e-3;
const RELATIVE_ERROR = 1e-8;

export const accountKey = (userId: number, type: AccountType): string => `${userId}:${type}`;

/** An account as the index keeps it. */
export function indexedAccount(
  ref: AccountRef,
  holdings: Holdings,
  standing: Pick<IndexedAccount, 'isCalled' | 'judgedSeq'>,
): IndexedAccount {
  const { balance, margin, pending, deficit, positions } = holdings;
  let base = Number(balance + margin + pending - deficit) * UNIT;
  const exposures = new Map<number, number>();
  for (const order of positions) {
    const units = Number(order.lots) * UNIT * Number(order.contract_number) * UNIT * Number(order.quote_rate) * UNIT;
    const exposure = units * Number(sideSign(order.side));
    base -= exposure * Number(order.open_price) * UNIT;
    exposures.set(order.product_id, (exposures.get(order.product_id) ?? 0) + exposure);
  }
  return { ...ref, ...holdings, ...standing, base, exposures };
}

/** By how much the account's equity may move from where the book stands before anything can be due; below zero: it may be due now. */
function slackOf(account: IndexedAccount, book: PriceBook, stopOutLevel: Ratio): number {
  let equity = account.base;
  let scale = Math.abs(account.base);
  for (const [productId, exposure] of account.exposures) {
    const quote = book.at(productId);
    if (quote === undefined) return -1;
    const worth = exposure * Number(quote.price) * UNIT;
    equity += worth;
    scale += Math.abs(worth);
  }
  const margin = Number(account.margin) * UNIT;
  const stopOutShare = (Number(stopOutLevel) * UNIT) / 100;
  const room = account.isCalled
    ? Math.min(equity - margin * stopOutShare, margin * REARM_SHARE - equity)
    : equity - margin * Math.max(CALL_SHARE, stopOutShare);
  return room - ROUNDING - scale * RELATIVE_ERROR;
}

export class AccountIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #products = new Map<number, Thresholds>();

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): IndexedAccount | undefined {
    return this.#entries.get(key)?.account;
  }

  /** Replaces what is known of an account; one without orders is forgotten. `seq`: the tick at which the book stands. */
  put(account: IndexedAccount, book: PriceBook, seq: number, stopOutLevel: Ratio): void {
    const key = accountKey(account.userId, account.type);
    this.remove(key);
    if (account.positions.length === 0 && account.pendings.length === 0) return;
    const stops: Owner = { key, isLive: true };
    const guard: Owner = { key, isLive: true };
    this.#entries.set(key, { account, stops, guard });
    for (const order of account.positions) this.#addStops(order, stops);
    for (const order of account.pendings) this.#addTrigger(order, stops);
    this.#addGuards(account, guard, book, seq, stopOutLevel);
  }

  remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.stops.isLive = false;
    entry.guard.isLive = false;
    this.#entries.delete(key);
  }

  /** Takes out the levels that a price of a product meets. */
  meet(productId: number, price: Price): MetLevels | undefined {
    return this.#products.get(productId)?.meet(Number(price));
  }

  /** Puts new guards around an account that was looked at and left as it is. */
  guardAnew(key: string, book: PriceBook, seq: number, stopOutLevel: Ratio): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.guard.isLive = false;
    entry.guard = { key, isLive: true };
    this.#addGuards(entry.account, entry.guard, book, seq, stopOutLevel);
  }

  guardAllAnew(book: PriceBook, seq: number, stopOutLevel: Ratio): void {
    for (const key of this.#entries.keys()) this.guardAnew(key, book, seq, stopOutLevel);
  }

  clear(): void {
    this.#entries.clear();
    this.#products.clear();
  }

  #of(productId: number): Thresholds {
    const known = this.#products.get(productId);
    if (known) return known;
    const made = new Thresholds();
    this.#products.set(productId, made);
    return made;
  }

  #addStops({ product_id, side, stop_loss, take_profit }: OrderRecord, owner: Owner): void {
    const [low, high] = side === 'buy' ? [stop_loss, take_profit] : [take_profit, stop_loss];
    if (low > 0n) this.#of(product_id).below(Number(low), owner);
    if (high > 0n) this.#of(product_id).above(Number(high), owner);
  }

  #addTrigger({ product_id, trigger_side, asked_price }: OrderRecord, owner: Owner): void {
    const at = this.#of(product_id);
    if (trigger_side === 'down') at.below(Number(asked_price), owner);
    else if (trigger_side === 'up') at.above(Number(asked_price), owner);
    else at.always(owner);
  }

  #addGuards(account: IndexedAccount, owner: Owner, book: PriceBook, seq: number, stopOutLevel: Ratio): void {
    if (account.positions.length === 0) return;
    // What it will hold later says nothing about a tick that it is ahead of.
    const slack = account.judgedSeq > seq ? -1 : slackOf(account, book, stopOutLevel);
    const share = slack / account.exposures.size;
    for (const [productId, exposure] of account.exposures) {
      const at = this.#of(productId);
      const quote = book.at(productId);
      if (slack <= 0 || quote === undefined) at.always(owner);
      else if (exposure !== 0) {
        const price = Number(quote.price);
        const distance = share / Math.abs(exposure) / UNIT;
        at.below(price - distance, owner);
        at.above(price + distance, owner);
      }
    }
  }
}
