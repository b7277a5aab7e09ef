/**
 * The books of the independent model, on big.js: accounts, orders, formulas and how money moves. Imports nothing of ours. Written from the
 * formulas of the specification (S1 section 9) and decisions D1.4.01 to D1.4.04.
 */
import Big from 'big.js';

Big.RM = 1; // half away from zero
Big.DP = 40;

const STALE_MS = 5_000;
const SECOND_MS = 1_000;
export const ORDERS_MAX = 200;
export const ZERO = new Big(0);
export const smaller = (a: Big, b: Big): Big => (a.lt(b) ? a : b);
export const sum = (values: readonly Big[]): Big => values.reduce((total, value) => total.plus(value), ZERO);

export type ModelProduct = {
  id: number;
  contract: Big;
  rate: Big;
  feePerLot: Big;
  feeOfMargin: Big;
  digits: number;
  pricedByMode1: boolean;
  multiples: readonly number[];
  isOpen: boolean;
  /** Open when its source was last heard. */
  wasOpen: boolean;
  price: Big;
  /** Number of the newest tick, and when the source was last alive. */
  seq: number;
  aliveMs: number;
};
/** `feeType` '1': the fee is so much per lot; otherwise a share of the margin. */
export type ModelRules = { readonly stopOutLevel: number; readonly callLevel: number; readonly feeType: string };
export type ModelOrder = {
  id: number;
  product: ModelProduct;
  status: 0 | 1 | 3 | 4;
  sign: 1 | -1;
  lots: Big;
  leverage: number;
  target: Big;
  trigger: 'down' | 'up' | 'now' | '';
  open: Big;
  close: Big;
  margin: Big;
  fee: Big;
  profit: Big;
  stopLoss: Big;
  takeProfit: Big;
  evalFrom: number;
  openSeq: number;
  closeSeq: number;
  reason: string;
  parent: number;
  /** Ms; 0: until it is cancelled. `noted`: which of the ends of one moment comes first. */
  goodTill: number;
  noted: number;
};
export class ModelAccount {
  balance: Big;
  margin = ZERO;
  pending = ZERO;
  deficit = ZERO;
  orders: ModelOrder[] = [];
  /** It had its margin call and is not armed again, and how many calls it had. */
  isCalled = false;
  calls = 0;

  constructor(balance: string) {
    this.balance = new Big(balance);
  }

  live(): ModelOrder[] {
    return this.orders.filter((order) => order.status <= 1);
  }
  holding(): ModelOrder[] {
    return this.orders.filter((order) => order.status === 1);
  }
}

export class ModelBooks {
  now = 0;
  seq = 0;
  readonly products: ModelProduct[];
  readonly accounts: ModelAccount[] = [];
  /** What the house has taken and given. */
  fees = ZERO;
  pnl = ZERO;
  protection = ZERO;
  equityIn = ZERO;
  /** The operator's settings: those that hold, and those that hold from the next tick on. */
  rules: ModelRules = { stopOutLevel: 50, callLevel: 100, feeType: '1' };
  nextRules = this.rules;
  readonly demoBalance = '10000';
  /** How often each thing happened: a story in which something never happens proves nothing about it. */
  readonly counts = new Map<string, number>();

  constructor(products: ModelProduct[]) {
    this.products = products;
  }

  openAccount(): ModelAccount {
    const account = new ModelAccount(this.demoBalance);
    this.equityIn = this.equityIn.minus(this.demoBalance);
    this.accounts.push(account);
    return account;
  }

  // ---------------------------------------------------------------- formulas
  profit(order: ModelOrder, price: Big): Big {
    return price.minus(order.open).times(order.lots).times(order.product.contract).times(order.sign).times(order.product.rate).round(6);
  }
  cost(product: ModelProduct, lots: Big, leverage: number, price: Big): { margin: Big; fee: Big } {
    const units = lots.times(product.contract).times(product.rate);
    const margin = product.pricedByMode1 ? units.round(6) : units.times(price).div(leverage).round(6);
    const fee = this.rules.feeType === '1' ? lots.times(product.feePerLot) : margin.times(product.feeOfMargin);
    return { margin, fee: fee.round(6) };
  }
  /** To a person who acts: nothing heard for five seconds. */
  isStale(product: ModelProduct): boolean {
    return this.now - product.aliveMs >= STALE_MS;
  }
  /** To a tick that is judged: the same in whole seconds of the tape, which is all that a sealed block keeps. */
  isSilent(product: ModelProduct): boolean {
    return Math.floor(this.now / SECOND_MS) - Math.floor(product.aliveMs / SECOND_MS) >= STALE_MS / SECOND_MS;
  }
  floating(account: ModelAccount, seq = Number.POSITIVE_INFINITY): Big {
    return sum(account.holding().map((order) => (order.evalFrom < seq ? this.profit(order, order.product.price) : ZERO)));
  }
  usable(account: ModelAccount, floating: Big): Big {
    const free = account.balance.plus(smaller(ZERO, floating)).minus(account.deficit);
    return free.lt(0) ? ZERO : free;
  }

  // ---------------------------------------------------------------- bookings
  protected repay(account: ModelAccount): void {
    const paid = smaller(account.balance, account.deficit);
    account.balance = account.balance.minus(paid);
    account.deficit = account.deficit.minus(paid);
  }
  protected forgiveIfFlat(account: ModelAccount): void {
    if (account.live().length > 0 || account.deficit.lte(0)) return;
    this.protection = this.protection.minus(account.deficit);
    account.deficit = ZERO;
    this.count('forgiven');
  }
  protected take(account: ModelAccount, margin: Big, fee: Big): void {
    account.balance = account.balance.minus(margin).minus(fee);
    account.margin = account.margin.plus(margin);
    this.fees = this.fees.plus(fee);
  }
  /** Closes a whole row: its margin comes back, its result is booked, what is owed is repaid, the rest forgiven when nothing is left. */
  protected bookClose(account: ModelAccount, order: ModelOrder, reason: string): void {
    order.status = 3;
    order.close = order.product.price;
    order.closeSeq = order.product.seq;
    order.reason = reason;
    order.profit = this.profit(order, order.close);
    account.margin = account.margin.minus(order.margin);
    account.balance = account.balance.plus(order.margin);
    this.pnl = this.pnl.minus(order.profit);
    const loss = order.profit.lt(0) ? order.profit.times(-1) : ZERO;
    const paid = smaller(loss, account.balance);
    account.balance = account.balance.plus(order.profit.gt(0) ? order.profit : ZERO).minus(paid);
    account.deficit = account.deficit.plus(loss.minus(paid));
    if (loss.gt(paid)) this.count('deficit');
    this.repay(account);
    this.forgiveIfFlat(account);
    if (account.holding().length === 0) account.isCalled = false;
    this.count(reason);
  }
  protected release(account: ModelAccount, order: ModelOrder): void {
    const locked = order.margin.plus(order.fee);
    account.pending = account.pending.minus(locked);
    account.balance = account.balance.plus(locked);
    this.repay(account);
  }
  protected markCancelled(account: ModelAccount, order: ModelOrder, reason: string, seq: number): void {
    order.status = 4;
    order.fee = ZERO;
    order.closeSeq = seq;
    order.reason = reason;
    this.forgiveIfFlat(account);
    this.count(`cancelled ${reason}`);
  }
  protected bookCancel(account: ModelAccount, order: ModelOrder, reason: string, seq: number): void {
    this.release(account, order);
    this.markCancelled(account, order, reason, seq);
  }
  protected noted = 0;

  /** The whole second that is so many seconds away. */
  end(seconds: number): number {
    return (Math.floor(this.now / SECOND_MS) + seconds) * SECOND_MS;
  }
  /** The same as the wire says it. */
  wireEnd(seconds: number | undefined): string | undefined {
    return seconds === undefined ? undefined : String(this.end(seconds) / SECOND_MS);
  }
  /** Orders whose end lies in this second or before it are gone before its first tick. */
  protected expire(): void {
    const isOver = (order: ModelOrder) => order.status === 0 && order.goodTill > 0 && order.goodTill <= this.end(0);
    for (const account of this.accounts) {
      const ended = account.orders.filter(isOver).sort((a, b) => a.goodTill - b.goodTill || a.noted - b.noted);
      for (const order of ended) this.bookCancel(account, order, 'expired', this.seq);
    }
  }
  protected count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
