/**
 * The evaluator's memory: every account with positions or pending orders, found by the prices at which a tick can matter to it. Stops and
 * triggers wait at their own prices; the margin of the account is guarded by a pair of prices per product between which neither a
 * call nor a stop-out can be due. Doubles only say where to look; whatever they cannot rule out is judged exactly.
 */
import { sideSign } from '#domain/contract.ts';
import type { Price, Ratio } from '#domain/decimal.ts';
import { type MarginLevels, rearmLevel } from '#domain/margin-call.ts';
import { type Level, stopLevel, triggerLevel } from '#domain/stops.ts';
import type { AccountType, Realm } from '../../database/schema.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { PriceBook } from '../../tape/price-book.ts';
import type { Holdings } from '../judge/tick-rules.ts';
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
/** A margin level as a share of the margin. */
const shareOf = (level: Ratio): number => (Number(level) * UNIT) / 100;
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
    const units = Number(order.lots) * UNIT * Number(order.contractNumber) * UNIT * Number(order.quoteRate) * UNIT;
    const exposure = units * Number(sideSign(order.side));
    base -= exposure * Number(order.openPrice) * UNIT;
    exposures.set(order.productId, (exposures.get(order.productId) ?? 0) + exposure);
  }
  return { ...ref, ...holdings, ...standing, base, exposures };
}

/** By how much the account's equity may move from where the book is before anything can be due; below zero: it may be due now. */
function slackOf(account: IndexedAccount, book: PriceBook, levels: MarginLevels): number {
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
  const stopOutShare = shareOf(levels.stopOutLevel);
  const room = account.isCalled
    ? Math.min(equity - margin * stopOutShare, margin * shareOf(rearmLevel(levels.marginCallLevel)) - equity)
    : equity - margin * Math.max(shareOf(levels.marginCallLevel), stopOutShare);
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

  /** Replaces what is known of an account; one without orders is forgotten. `seq`: the tick at which the book is. */
  put(account: IndexedAccount, book: PriceBook, seq: number, levels: MarginLevels): void {
    const key = accountKey(account.userId, account.type);
    this.remove(key);
    if (account.positions.length === 0 && account.pendings.length === 0) return;
    const stops: Owner = { key, isLive: true };
    const guard: Owner = { key, isLive: true };
    this.#entries.set(key, { account, stops, guard });
    for (const order of account.positions) this.#addStops(order, stops);
    for (const order of account.pendings) this.#addTrigger(order, stops);
    this.#addGuards(account, guard, book, seq, levels);
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
  guardAnew(key: string, book: PriceBook, seq: number, levels: MarginLevels): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.guard.isLive = false;
    entry.guard = { key, isLive: true };
    this.#addGuards(entry.account, entry.guard, book, seq, levels);
  }

  guardAllAnew(book: PriceBook, seq: number, levels: MarginLevels): void {
    for (const key of this.#entries.keys()) this.guardAnew(key, book, seq, levels);
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

  #addStops({ productId, side, stopLoss, takeProfit }: StoredOrder, owner: Owner): void {
    this.#add(productId, stopLevel(side, 'stopLoss', stopLoss), owner);
    this.#add(productId, stopLevel(side, 'takeProfit', takeProfit), owner);
  }

  #addTrigger({ productId, triggerSide, askedPrice }: StoredOrder, owner: Owner): void {
    this.#add(productId, triggerLevel(triggerSide, askedPrice), owner);
  }

  #add(productId: number, level: Level | undefined, owner: Owner): void {
    if (level === undefined) return;
    const at = this.#of(productId);
    if (level.metBy === 'fall') at.below(Number(level.price), owner);
    else if (level.metBy === 'rise') at.above(Number(level.price), owner);
    else at.always(owner);
  }

  #addGuards(account: IndexedAccount, owner: Owner, book: PriceBook, seq: number, levels: MarginLevels): void {
    if (account.positions.length === 0) return;
    // What it will hold later says nothing about a tick that it is ahead of.
    const slack = account.judgedSeq > seq ? -1 : slackOf(account, book, levels);
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
