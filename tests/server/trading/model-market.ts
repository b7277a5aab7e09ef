/** The market of the independent model: what a tick does to every account, on big.js, importing nothing of ours. */
import Big from 'big.js';
import { type ModelAccount, ModelBooks, type ModelOrder, type ModelProduct } from './model-books.ts';

export class ModelMarket extends ModelBooks {
  product(id: number): ModelProduct {
    return this.products.find((product) => product.id === id) as ModelProduct;
  }

  /** A tick, or without a price a sign of life. */
  tick(id: number, price: string | undefined): void {
    const product = this.product(id);
    this.expire();
    const seq = ++this.seq;
    this.rules = this.nextRules;
    const isNews = price !== undefined || this.isSilent(product) || (product.isOpen && !product.wasOpen);
    if (price !== undefined) Object.assign(product, { price: new Big(price), seq });
    Object.assign(product, { aliveMs: this.now, wasOpen: product.isOpen });
    if (isNews) for (const account of this.accounts) this.#settle(account, product, seq);
  }

  #settle(account: ModelAccount, product: ModelProduct, seq: number): void {
    const isHeld = account.holding().some((order) => order.product === product);
    if (product.isOpen) {
      for (const order of account.holding()) {
        if (order.product !== product || order.evalFrom >= seq) continue;
        const gone = (level: Big, way: 1 | -1) => level.gt(0) && product.price.minus(level).times(order.sign).times(way).gte(0);
        if (gone(order.stopLoss, -1)) this.bookClose(account, order, 'sl');
        else if (gone(order.takeProfit, 1)) this.bookClose(account, order, 'tp');
      }
    }
    if (isHeld) this.#stopOut(account, seq);
    if (!product.isOpen) return;
    let hasTriggered = false;
    for (const order of account.orders.filter((it) => it.status === 0 && it.product === product)) {
      if (order.evalFrom >= seq) continue;
      const { trigger, target } = order;
      if (trigger === 'down' ? product.price.gt(target) : trigger === 'up' && product.price.lt(target)) continue;
      this.#trigger(account, order, seq);
      hasTriggered = true;
    }
    if (hasTriggered) this.#stopOut(account, seq);
  }

  #trigger(account: ModelAccount, order: ModelOrder, seq: number): void {
    const { product } = order;
    this.release(account, order);
    const { margin, fee } = this.cost(product, order.lots, order.leverage, product.price);
    if (margin.lte(0) || this.usable(account, this.floating(account, seq)).lt(margin.plus(fee))) {
      this.markCancelled(account, order, 'balance', product.seq);
      return;
    }
    Object.assign(order, { status: 1, open: product.price, margin, fee, openSeq: product.seq, evalFrom: seq });
    this.take(account, margin, fee);
    this.count('triggered');
  }

  #stopOut(account: ModelAccount, seq: number): void {
    const equity = () =>
      account.balance.plus(account.margin).plus(account.pending).plus(this.floating(account, seq)).minus(account.deficit);
    const isOut = () => account.margin.gt(0) && equity().times(100).lte(account.margin.times(this.rules.stopOutLevel));
    const { callLevel } = this.rules;
    if (account.margin.gt(0) && equity().times(100).lt(account.margin.times(callLevel)) && !account.isCalled) {
      account.isCalled = true;
      account.calls++;
      this.count('called');
    }
    this.#closeOut(account, seq, isOut);
    const rearm = account.margin.times(callLevel + 10);
    if (account.margin.lte(0) || equity().times(100).gt(rearm)) account.isCalled = false;
  }

  #closeOut(account: ModelAccount, seq: number, isOut: () => boolean): void {
    if (!isOut()) return;
    for (const order of account.orders.filter((it) => it.status === 0)) this.bookCancel(account, order, 'stopout', seq);
    while (isOut()) {
      const closable = account.holding().filter((order) => order.evalFrom < seq && order.product.isOpen && !this.isSilent(order.product));
      const loss = (order: ModelOrder) => this.profit(order, order.product.price);
      if (closable.length === 0) return;
      this.bookClose(
        account,
        closable.reduce((worst, order) => (loss(order).lt(loss(worst)) ? order : worst)),
        'stopout',
      );
    }
  }
}
