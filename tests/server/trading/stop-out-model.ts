/**
 * An independent model of stop-out with negative-balance protection, on big.js: an oracle that imports nothing of ours. Written from
 * decisions D1.4.01 to D1.4.04, one tick at a time.
 */
import Big from 'big.js';

Big.RM = 1; // half away from zero

export type ModelPosition = {
  index: number;
  product: number;
  sign: 1 | -1;
  lots: Big;
  open: Big;
  contract: number;
  rate: Big;
  margin: Big;
};
export type ModelAccount = { balance: Big; deficit: Big; positions: ModelPosition[] };
export type ModelClose = { index: number; price: string; profit: string };

const profitAt = (position: ModelPosition, price: Big): Big =>
  price.minus(position.open).times(position.lots).times(position.contract).times(position.rate).times(position.sign).round(6);

const sum = (values: Big[]): Big => values.reduce((total, value) => total.plus(value), new Big(0));

/** Judges one account at one tick; `prices` are the newest of each product. Closes what must go and returns it in order. */
export function modelTick(account: ModelAccount, product: number, prices: ReadonlyMap<number, Big>, level: number): ModelClose[] {
  const closes: ModelClose[] = [];
  if (!account.positions.some((position) => position.product === product)) return closes;
  const floating = (position: ModelPosition) => profitAt(position, prices.get(position.product) as Big);
  for (;;) {
    const margin = sum(account.positions.map((position) => position.margin));
    const equity = account.balance
      .plus(margin)
      .plus(sum(account.positions.map(floating)))
      .minus(account.deficit);
    if (margin.lte(0) || equity.times(100).gt(margin.times(level))) return closes;
    const worst = account.positions.reduce((a, b) => (floating(b).lt(floating(a)) ? b : a));
    const profit = floating(worst);
    account.positions = account.positions.filter((position) => position !== worst);
    const cash = account.balance.plus(worst.margin).plus(profit).minus(account.deficit);
    account.balance = cash.gt(0) ? cash : new Big(0);
    account.deficit = cash.lt(0) && account.positions.length > 0 ? cash.times(-1) : new Big(0);
    closes.push({ index: worst.index, price: (prices.get(worst.product) as Big).toFixed(), profit: profit.toFixed() });
  }
}
