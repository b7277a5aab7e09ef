/**
 * When price alerts must fire, found by looking through all ticks again for each of them: an offline oracle that imports nothing of ours. Prices
 * are whole numbers of the product's step, percentages hundredths, times whole seconds. Decisions D9.146 and D9.147.
 */
export type OracleTick = { readonly seq: number; readonly second: number; readonly product: number; readonly price: number };
/** What an alert waited for at the ticks from `from` on, before `until`. `second`: in which the tick `from` was committed. */
export type OracleTerms = {
  readonly alert: number;
  readonly product: number;
  readonly kind: 'above' | 'below' | 'move';
  readonly price: number;
  readonly hundredths: number;
  readonly windowS: number;
  readonly every: boolean;
  /** It rests until this second when it is set, having fired by the terms before; 0: it does not. */
  readonly rested: number;
  readonly from: number;
  readonly second: number;
  readonly until: number;
};
/** `base`: the extreme that a move counted from, else 0. */
export type OracleFired = { readonly alert: number; readonly seq: number; readonly price: number; readonly base: number };

const REST_S = 60;

/** Everything that the terms fire at. `ticks`: of their product alone, in order. */
export function firedBy(terms: OracleTerms, ticks: readonly OracleTick[]): OracleFired[] {
  const fired: OracleFired[] = [];
  let restsUntil = terms.rested;
  let mustBeLeft = terms.rested > 0;
  for (const [at, tick] of ticks.entries()) {
    if (tick.seq < terms.from) continue;
    if (tick.seq >= terms.until) break;
    if (tick.second < restsUntil) continue;
    const isThere = terms.kind === 'above' ? tick.price >= terms.price : tick.price <= terms.price;
    if (terms.kind !== 'move' && mustBeLeft) {
      if (!isThere) mustBeLeft = false;
      continue;
    }
    const base = terms.kind === 'move' ? baseOf(terms, ticks, at, restsUntil) : 0;
    if (base === undefined || (terms.kind !== 'move' && !isThere)) continue;
    fired.push({ alert: terms.alert, seq: tick.seq, price: tick.price, base });
    if (!terms.every) break;
    restsUntil = tick.second + REST_S;
    mustBeLeft = true;
  }
  return fired;
}

/** The extreme that the tick has moved from far enough, over the whole seconds of the window. */
function baseOf(terms: OracleTerms, ticks: readonly OracleTick[], at: number, restedUntil: number): number | undefined {
  const now = ticks[at] as OracleTick;
  const since = Math.max(terms.second, restedUntil, now.second - terms.windowS + 1);
  let [low, high] = [now.price, now.price];
  for (let back = at; back >= 0; back--) {
    const { second, price } = ticks[back] as OracleTick;
    if (second < since) break;
    low = Math.min(low, price);
    high = Math.max(high, price);
  }
  const isUp = (now.price - low) * 10_000 >= terms.hundredths * low;
  const isDown = (high - now.price) * 10_000 >= terms.hundredths * high;
  if (isUp && isDown) return (now.price - low) * high >= (high - now.price) * low ? low : high;
  return isUp ? low : isDown ? high : undefined;
}
