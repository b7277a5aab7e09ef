/**
 * An independent model of contract trading, on big.js: an oracle that imports nothing of ours. Written from decisions D1.2.23 to D1.2.27,
 * D1.4.01 to D1.4.08, D1.7.08, D9.02, D9.05, one act or tick at a time.
 */
import Big from 'big.js';
import { type ModelAccount, type ModelOrder, type ModelProduct, ORDERS_MAX, smaller, sum, ZERO } from './model-books.ts';
import { ModelMarket } from './model-market.ts';

export type Ask = {
  type: '1' | '2';
  cont: string;
  product: number;
  status: '0' | '1';
  target: string;
  stopLoss: string;
  takeProfit: string;
  multiple: string;
  /** Seconds from now; absent: until it is cancelled. */
  goodFor?: number | undefined;
};
export type Answer = { code: number; order?: ModelOrder; rest?: ModelOrder };

const PIP = new Big('0.01');
const MIN = new Big('0.1');
const MAX = new Big('50');

/** What a person does. */
export class Model extends ModelMarket {
  #typed(product: ModelProduct, text: string): Big | undefined {
    const price = new Big(text);
    return price.eq(price.round(product.digits)) ? price : undefined;
  }
  #stopsRight(sign: 1 | -1, reference: Big, stopLoss: Big, takeProfit: Big): boolean {
    const isLossRight = stopLoss.eq(0) || stopLoss.minus(reference).times(sign).lt(0);
    return isLossRight && (takeProfit.eq(0) || takeProfit.minus(reference).times(sign).gt(0));
  }
  #holdsStale(orders: readonly ModelOrder[]): boolean {
    return orders.some((order) => order.product.isOpen && this.isStale(order.product));
  }

  submit(account: ModelAccount, ask: Ask): Answer {
    const product = this.product(ask.product);
    const isPending = ask.status === '0';
    if (!product.pricedByMode1 && !product.multiples.includes(Number(ask.multiple))) return { code: 1104 };
    const lots = new Big(ask.cont);
    if (lots.lte(PIP) || lots.lt(MIN) || lots.gt(MAX) || !lots.mod(PIP).eq(0)) return { code: 1102 };
    if (!isPending && !product.isOpen) return { code: 1101 };
    const target = isPending ? this.#typed(product, ask.target) : ZERO;
    if (target === undefined || (isPending && target.eq(0))) return { code: 1001 };
    const stopLoss = this.#typed(product, ask.stopLoss);
    const takeProfit = this.#typed(product, ask.takeProfit);
    if (stopLoss === undefined || takeProfit === undefined) return { code: 1001 };
    if (product.isOpen && this.isStale(product)) return { code: 1108 };
    const reference = isPending ? target : product.price;
    const sign = ask.type === '1' ? 1 : -1;
    if (!this.#stopsRight(sign, reference, stopLoss, takeProfit)) return { code: 1103 };
    const leverage = product.pricedByMode1 ? 1 : Number(ask.multiple);
    const { margin, fee } = this.cost(product, lots, leverage, reference);
    if (account.live().length >= ORDERS_MAX) return { code: 0 };
    if (this.#holdsStale(account.holding())) return { code: 1108 };
    if (margin.lte(0)) return { code: 1105 };
    if (this.usable(account, this.floating(account)).lt(margin.plus(fee))) return { code: 1301 };
    const isFilled = !isPending || (target.eq(product.price) && product.isOpen);
    const order: ModelOrder = {
      id: 0,
      product,
      status: isFilled ? 1 : 0,
      sign,
      lots,
      leverage,
      target: reference,
      trigger: isFilled ? '' : target.lt(product.price) ? 'down' : target.gt(product.price) ? 'up' : 'now',
      open: isFilled ? product.price : ZERO,
      close: ZERO,
      margin,
      fee,
      profit: ZERO,
      stopLoss,
      takeProfit,
      evalFrom: this.seq,
      openSeq: isFilled ? product.seq : 0,
      closeSeq: 0,
      reason: '',
      parent: 0,
      goodTill: isFilled || ask.goodFor === undefined ? 0 : this.end(ask.goodFor),
      noted: ++this.noted,
    };
    account.orders.push(order);
    if (isFilled) this.take(account, margin, fee);
    else {
      account.balance = account.balance.minus(margin).minus(fee);
      account.pending = account.pending.plus(margin).plus(fee);
    }
    this.count(isFilled ? 'opened' : 'pended');
    return { code: 1, order };
  }

  setStops(
    account: ModelAccount,
    order: ModelOrder | undefined,
    stops: { stopLoss: string; takeProfit: string; goodFor?: number | undefined },
  ): Answer {
    if (!order || !account.orders.includes(order)) return { code: 1004 };
    if (order.status > 1) return { code: 1106 };
    const stopLoss = this.#typed(order.product, stops.stopLoss);
    const takeProfit = this.#typed(order.product, stops.takeProfit);
    if (stopLoss === undefined || takeProfit === undefined) return { code: 1001 };
    const reference = order.status === 0 ? order.target : order.product.price;
    const changedLoss = stopLoss.eq(order.stopLoss) ? ZERO : stopLoss;
    const changedProfit = takeProfit.eq(order.takeProfit) ? ZERO : takeProfit;
    if (!this.#stopsRight(order.sign, reference, changedLoss, changedProfit)) return { code: 1103 };
    const goodTill = stops.goodFor === undefined ? order.goodTill : this.end(stops.goodFor);
    if (stops.goodFor !== undefined && order.status !== 0) return { code: 1001 };
    if (goodTill !== order.goodTill) Object.assign(order, { goodTill, noted: ++this.noted });
    if (!stopLoss.eq(order.stopLoss) || !takeProfit.eq(order.takeProfit)) {
      Object.assign(order, { stopLoss, takeProfit });
      this.count('edited');
    }
    return { code: 1, order };
  }

  close(account: ModelAccount, order: ModelOrder | undefined, cont: string | undefined): Answer {
    if (!order || !account.orders.includes(order)) return { code: 1004 };
    if (order.status !== 1) return { code: 1106 };
    const lots = cont === undefined ? order.lots : new Big(cont);
    const rest = order.lots.minus(lots);
    const isWhole = rest.eq(0);
    if (lots.lte(0) || rest.lt(0) || (!isWhole && (!lots.mod(PIP).eq(0) || rest.lt(MIN)))) return { code: 1102 };
    if (!order.product.isOpen) return { code: 1101 };
    if (this.isStale(order.product)) return { code: 1108 };
    if (isWhole) {
      this.bookClose(account, order, 'manual');
      return { code: 1, order };
    }
    const margin = order.margin.times(lots).div(order.lots).round(6);
    const fee = order.fee.times(lots).div(order.lots).round(6);
    const part: ModelOrder = { ...order, id: 0, lots, margin, fee, parent: order.id };
    order.lots = rest;
    order.margin = order.margin.minus(margin);
    order.fee = order.fee.minus(fee);
    account.orders.push(part);
    this.bookClose(account, part, 'manual');
    this.count('part');
    return { code: 1, order: part, rest: order };
  }

  cancel(account: ModelAccount, order: ModelOrder | undefined): Answer {
    if (!order || !account.orders.includes(order)) return { code: 1004 };
    if (order.status !== 0) return { code: 1106 };
    this.bookCancel(account, order, 'manual', this.seq);
    return { code: 1, order };
  }

  reverse(account: ModelAccount, order: ModelOrder | undefined): Answer {
    if (!order || !account.orders.includes(order)) return { code: 1004 };
    if (order.status !== 1) return { code: 1106 };
    const { product, lots, leverage } = order;
    // What is left of a position after a part was closed is never below the minimum.
    if (lots.lte(PIP) || lots.lt(MIN) || lots.gt(MAX) || !lots.mod(PIP).eq(0)) return { code: 1102 };
    if (!product.isOpen) return { code: 1101 };
    if (this.isStale(product)) return { code: 1108 };
    const { margin, fee } = this.cost(product, lots, leverage, product.price);
    const others = account.holding().filter((other) => other !== order);
    if (this.#holdsStale(others)) return { code: 1108 };
    const cash = account.balance.plus(order.margin).plus(this.profit(order, product.price)).minus(account.deficit);
    const floating = sum(others.map((other) => this.profit(other, other.product.price)));
    const free = cash.plus(smaller(ZERO, floating));
    if (free.lt(margin.plus(fee))) return { code: 1301 };
    this.bookClose(account, order, 'manual');
    const opened: ModelOrder = {
      ...order,
      ...{
        id: 0,
        status: 1,
        sign: order.sign === 1 ? -1 : 1,
        target: product.price,
        trigger: '',
        open: product.price,
        close: ZERO,
        margin,
        fee,
      },
      ...{ profit: ZERO, stopLoss: ZERO, takeProfit: ZERO, evalFrom: this.seq, openSeq: product.seq, closeSeq: 0 },
      ...{ reason: '', parent: 0 },
    };
    account.orders.push(opened);
    this.take(account, margin, fee);
    this.count('reversed');
    return { code: 1, order: opened };
  }

  closeAll(account: ModelAccount): number[] {
    return account.holding().map((order) => {
      if (!order.product.isOpen) return 1101;
      if (this.isStale(order.product)) return 1108;
      this.bookClose(account, order, 'manual');
      return 1;
    });
  }

  cancelAll(account: ModelAccount): number[] {
    const pending = account.orders.filter((order) => order.status === 0);
    for (const order of pending) this.bookCancel(account, order, 'manual', this.seq);
    return pending.map(() => 1);
  }

  reset(account: ModelAccount): void {
    for (const order of account.orders.filter((it) => it.status === 0)) this.bookCancel(account, order, 'reset', this.seq);
    for (const order of account.holding()) this.bookClose(account, order, 'reset');
    this.equityIn = this.equityIn.minus(new Big(this.demoBalance).minus(account.balance));
    account.balance = new Big(this.demoBalance);
  }
}
