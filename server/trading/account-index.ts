/**
 * The evaluator's memory: every account that holds a position, by the products it holds, with doubles that say in a few operations
 * whether a tick can matter to it. Whatever the doubles cannot rule out is judged exactly.
 */
import { sideSign } from '#domain/contract.ts';
import type { Ratio } from '#domain/decimal.ts';
import type { AccountType, Realm } from '../database/schema.ts';
import type { Holdings } from './judgement.ts';
import type { TickBook } from './tick-book.ts';

export type AccountRef = { readonly userId: number; readonly realm: Realm; readonly type: AccountType };
export type IndexedAccount = AccountRef &
  Holdings & {
    /** It had its margin call and is not re-armed. */
    readonly isCalled: boolean;
    /** Pre-check: equity = base + sum of exposure x price, in site currency. */
    readonly base: number;
    readonly exposures: ReadonlyMap<number, number>;
    /** Newest tick that one of its positions is not judged by. */
    readonly evalFromMax: number;
  };

const UNIT = 1e-8;
/** Above this share of the margin nothing is due, below it something may be: the margin call stands at 100 %. */
const CALL_SHARE = 1;
const REARM_SHARE = 1.1;
/** Each of at most 200 profits is rounded by half a millionth; doubles add far less. */
const ROUNDING = 1e-3;
const RELATIVE_ERROR = 1e-9;

export const accountKey = (userId: number, type: AccountType): string => `${userId}:${type}`;

/** An account as the index keeps it. */
export function indexedAccount(ref: AccountRef, holdings: Holdings, isCalled: boolean): IndexedAccount {
  const { balance, margin, pending, deficit, positions } = holdings;
  let base = Number(balance + margin + pending - deficit) * UNIT;
  const exposures = new Map<number, number>();
  let evalFromMax = 0;
  for (const order of positions) {
    const units = Number(order.lots) * UNIT * Number(order.contract_number) * UNIT * Number(order.quote_rate) * UNIT;
    const exposure = units * Number(sideSign(order.side));
    base -= exposure * Number(order.open_price) * UNIT;
    exposures.set(order.product_id, (exposures.get(order.product_id) ?? 0) + exposure);
    evalFromMax = Math.max(evalFromMax, order.eval_from);
  }
  return { ...ref, ...holdings, isCalled, base, exposures, evalFromMax };
}

/** False only when no margin call, re-arming or stop-out can be due at this point of the book. */
export function mayMatter(account: IndexedAccount, book: TickBook, seq: number, stopOutLevel: Ratio): boolean {
  if (account.evalFromMax >= seq) return true;
  let equity = account.base;
  let scale = Math.abs(account.base);
  for (const [productId, exposure] of account.exposures) {
    const quote = book.at(productId);
    if (quote === undefined) return true;
    const worth = exposure * Number(quote.price) * UNIT;
    equity += worth;
    scale += Math.abs(worth);
  }
  const margin = Number(account.margin) * UNIT;
  const slack = ROUNDING + scale * RELATIVE_ERROR;
  const stopOutShare = (Number(stopOutLevel) * UNIT) / 100;
  if (account.isCalled) return equity <= margin * stopOutShare + slack || equity >= margin * REARM_SHARE - slack;
  return equity <= margin * Math.max(CALL_SHARE, stopOutShare) + slack;
}

export class AccountIndex {
  readonly #accounts = new Map<string, IndexedAccount>();
  readonly #byProduct = new Map<number, Map<string, IndexedAccount>>();

  get size(): number {
    return this.#accounts.size;
  }

  get(key: string): IndexedAccount | undefined {
    return this.#accounts.get(key);
  }

  /** Replaces what is known of an account; one without positions is forgotten. */
  put(account: IndexedAccount): void {
    const key = accountKey(account.userId, account.type);
    this.remove(key);
    if (account.positions.length === 0) return;
    this.#accounts.set(key, account);
    for (const productId of account.exposures.keys()) {
      const holders = this.#byProduct.get(productId) ?? new Map<string, IndexedAccount>();
      holders.set(key, account);
      this.#byProduct.set(productId, holders);
    }
  }

  remove(key: string): void {
    const account = this.#accounts.get(key);
    if (!account) return;
    this.#accounts.delete(key);
    for (const productId of account.exposures.keys()) {
      const holders = this.#byProduct.get(productId);
      holders?.delete(key);
      if (holders?.size === 0) this.#byProduct.delete(productId);
    }
  }

  /** Accounts that hold a product. */
  holdersOf(productId: number): Iterable<IndexedAccount> {
    return this.#byProduct.get(productId)?.values() ?? [];
  }

  clear(): void {
    this.#accounts.clear();
    this.#byProduct.clear();
  }
}
