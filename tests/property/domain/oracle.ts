/**
 * The money formulas once more, from the decision table and nothing else, in big.js. It imports nothing of ours, takes and gives
 * decimal texts, and is slow on purpose: an oracle for the property tests.
 */
import Big from 'big.js';

// big.js rounds divisions to DP digits; 60 is far beyond anything that could tip a half.
Big.DP = 60;
const HALF_UP = 1;
const UP = 3;
const DOWN = 0;

const round = (value: Big, digits: number) => value.round(digits, HALF_UP);
const text = (value: Big) => value.toFixed();

export type OracleOrder = {
  side: 'buy' | 'sell';
  lots: string;
  contractNumber: string;
  quoteRate: string;
  marginMode: number;
  leverage: number;
  openPrice: string;
  price: string;
};

export function oracleMargin(order: OracleOrder): string {
  const plain = Big(order.lots).times(order.contractNumber).times(order.quoteRate);
  return text(round(order.marginMode === 1 ? plain : plain.times(order.openPrice).div(order.leverage), 6));
}

export function oracleFee(feeType: string, lots: string, margin: string, rate: string): string {
  return text(round(Big(feeType === '1' ? lots : margin).times(rate), 6));
}

export function oracleProfit(order: OracleOrder): string {
  const move = Big(order.price).minus(order.openPrice);
  const signed = order.side === 'buy' ? move : move.times(-1);
  return text(round(signed.times(order.contractNumber).times(order.lots).times(order.quoteRate), 6));
}

/** What a night brings, signed: value x rate x nights. */
export function oracleNight(order: OracleOrder, rate: string, nights: number): string {
  const value = Big(order.lots).times(order.contractNumber).times(order.price).times(order.quoteRate);
  return text(round(value.times(rate).times(nights), 6));
}

type OracleFunds = { balance: string; margin: string; pending: string; deficit: string; floatingProfit: string };

export const oracleEquity = (funds: OracleFunds): string =>
  text(Big(funds.balance).plus(funds.margin).plus(funds.pending).plus(funds.floatingProfit).minus(funds.deficit));

export function oracleUsable(funds: OracleFunds): string {
  const loss = Big(funds.floatingProfit).lt(0) ? Big(funds.floatingProfit) : Big(0);
  const left = Big(funds.balance).plus(loss).minus(funds.deficit);
  return text(left.lt(0) ? Big(0) : left);
}

export function oracleMarginLevel(funds: OracleFunds): string {
  if (Big(funds.margin).lte(0)) return '--';
  return text(round(Big(oracleEquity(funds)).div(funds.margin).times(100), 2));
}

export function oracleIsStopOut(funds: OracleFunds, level: string): boolean {
  if (Big(funds.margin).lte(0)) return false;
  return Big(oracleEquity(funds)).times(100).lte(Big(level).times(funds.margin));
}

/** p - sign x (E - level x M) / (net lots x contract number x QuoteRate), rounded against the trader. */
export function oracleStopOutPrice(question: {
  price: string;
  legs: { side: 'buy' | 'sell'; lots: string }[];
  contractNumber: string;
  quoteRate: string;
  equity: string;
  margin: string;
  level: string;
  precision: number;
}): string {
  let net = Big(0);
  for (const leg of question.legs) net = leg.side === 'buy' ? net.plus(leg.lots) : net.minus(leg.lots);
  if (net.eq(0)) return '--';
  const sign = net.gt(0) ? 1 : -1;
  const cushion = Big(question.equity).minus(Big(question.level).div(100).times(question.margin));
  const distance = cushion.div(net.abs().times(question.contractNumber).times(question.quoteRate));
  const exact = Big(question.price).minus(distance.times(sign));
  if (exact.lte(0)) return '--';
  const rounded = exact.round(question.precision, sign > 0 ? UP : DOWN);
  return rounded.lte(0) ? '--' : text(rounded);
}

export function oracleMicro(order: {
  side: 'up' | 'down';
  stake: string;
  ratio: string;
  openPrice: string;
  price: string;
  lossLevel: string;
}): string {
  const wins = order.side === 'up' ? Big(order.openPrice).lte(order.price) : Big(order.openPrice).gte(order.price);
  const income = round(Big(order.stake).times(order.ratio), 2);
  if (wins) return text(income);
  return text(order.lossLevel === '0' ? Big(order.stake).times(-1) : income.times(-1));
}

export const oracleChange = (open: string, close: string): string =>
  Big(open).eq(0) ? '0' : text(round(Big(close).minus(open).div(open).times(100), 2));
