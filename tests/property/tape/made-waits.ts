/** Honest fills of what waited for a price, pending orders and stops, on a made market, as `made-fills.ts` has them. */
import type { Side } from '#domain/contract.ts';
import { contractProfit } from '#domain/profit.ts';
import { isMet, metStop, NO_STOPS, type Stops, stopLevel, triggerLevel, triggerSideOf } from '#domain/stops.ts';
import { blockOf, closed, common, type Draw, type Fill, opened, sinceTick } from './made-fills.ts';
import { isOpenAt, type MadeMarket, PRODUCTS, silenceTermOf } from './made-market.ts';

/** What a judge that waits needs: bodies at both ends, summaries between, and all bodies of a tile whose summary says too little. */
function waitedHeights(
  made: MadeMarket,
  productId: number,
  judged: { from: number; known: number; meets: (price: bigint, lastSeq: number) => boolean },
): Omit<Fill, 'deal'> {
  const [first, last] = [made.heightOf(judged.from + 1), made.heightOf(judged.known)];
  const [tile, lastTile] = [Math.floor((first - 1) / 256), Math.floor((last - 1) / 256)];
  if (tile === lastTile) return { heights: [[first, last]] };
  const heights: [number, number][] = [[first, tile * 256 + 256]];
  for (let at = tile + 1; at < lastTile; at++) {
    // A summary does not say with which of its prices the next tile begins: all of the tiles before count too.
    const [start, end] = [made.log.blocks[Math.max(tile + 1, at - 3) * 256], made.log.blocks[at * 256 + 255]];
    const before = made.newest(productId, (start?.entry.firstSeq ?? 1) - 1);
    const lives = made.ticks.slice((start?.entry.firstSeq ?? 1) - 1, end?.entry.lastSeq).filter((one) => one.productId === productId);
    if ([before, ...lives].some((one) => one && judged.meets(one.price, end?.entry.lastSeq ?? 0)))
      heights.push([at * 256 + 1, at * 256 + 256]);
  }
  heights.push([tile * 256 + 256, tile * 256 + 256], [lastTile * 256, lastTile * 256], [lastTile * 256 + 1, last]);
  return { heights, tiles: lastTile - tile > 1 ? [tile + 1, lastTile - 1] : undefined };
}

const waiting = (made: MadeMarket) => {
  const product = made.pick(PRODUCTS);
  const from = 1 + made.below(made.ticks.length - 1);
  const price = made.newest(product.id, from)?.price;
  const level = price && price + BigInt(made.below(201) - 100) * 1_000n;
  return price && level ? { product, from, price, level, hours: made.hours(product) } : undefined;
};

export const pending: Draw = (made) => {
  const wait = waiting(made);
  if (!wait) return undefined;
  const { product, from, price, level, hours } = wait;
  const trigger = triggerSideOf(level, price);
  const meets = (one: bigint) => isMet(triggerLevel(trigger, level), one);
  const met = made.ticks
    .slice(from)
    .find((one) => one.productId === product.id && made.isLookedAt(one, hours) && isOpenAt(hours, one.seq, one.timeMs) && meets(one.price));
  const tickSeq = met && made.newest(product.id, met.seq, true)?.seq;
  if (!met || !tickSeq) return undefined;
  const { deal, terms } = opened(made, met.price);
  const at = { price: met.price, tickSeq, knownSeq: met.seq, fromSeq: from, level, timeMs: met.timeMs, hours };
  const { heights, tiles } = waitedHeights(made, product.id, { from, known: met.seq, meets });
  return {
    deal: {
      ...common(made, product.id),
      ...deal,
      ...at,
      kind: 'open',
      rule: 'pending',
      terms: { ...terms, trigger, goodTillMs: 0, ...silenceTermOf(product) },
    },
    heights: [...heights, tickSeq > from ? blockOf(made, tickSeq) : sinceTick(made, tickSeq, met.seq)],
    tiles,
  };
};

export const stop: Draw = (made) => {
  const wait = waiting(made);
  if (!wait) return undefined;
  const { product, from, price, hours } = wait;
  const side: Side = made.pick(['buy', 'sell']);
  const sign = side === 'buy' ? 1n : -1n;
  const both = {
    stopLoss: price - sign * BigInt(1 + made.below(90)) * 1_000n,
    takeProfit: price + sign * BigInt(1 + made.below(90)) * 1_000n,
  };
  const stops = { ...both, ...(made.below(3) === 0 && { takeProfit: NO_STOPS.takeProfit }) };
  // Mostly one of the two was moved since, or each, as a stop is that trails the price.
  const moved = made.pick([['stopLoss'], ['takeProfit'], ['stopLoss', 'takeProfit'], []] as const);
  const sinceOf = (name: keyof Stops) => from + (moved.some((one) => one === name) ? made.below(700) : 0);
  const since = { stopLoss: sinceOf('stopLoss'), takeProfit: sinceOf('takeProfit') };
  /** Both stops as they counted for a tick. */
  const stopsAt = (seq: number): Stops => ({
    stopLoss: seq > since.stopLoss ? stops.stopLoss : NO_STOPS.stopLoss,
    takeProfit: seq > since.takeProfit ? stops.takeProfit : NO_STOPS.takeProfit,
  });
  const met = made.ticks
    .slice(from)
    .find(
      (one) =>
        one.productId === product.id &&
        made.isLookedAt(one, hours) &&
        isOpenAt(hours, one.seq, one.timeMs) &&
        metStop(side, stopsAt(one.seq), one.price),
    );
  const tickSeq = met && made.newest(product.id, met.seq, true)?.seq;
  const name = met && metStop(side, stopsAt(met.seq), met.price);
  if (!met || !tickSeq || !name) return undefined;
  const fromSeq = since[name];
  const { deal, terms } = closed(made, met.price, tickSeq);
  const profit = contractProfit({ ...deal, side, openPrice: terms.openPrice, price: met.price });
  const at = { side, profit, price: met.price, tickSeq, knownSeq: met.seq, fromSeq, level: stops[name], timeMs: met.timeMs, hours };
  const meets = (one: bigint, lastSeq: number) =>
    (['stopLoss', 'takeProfit'] as const).some((each) => {
      const level = stopLevel(side, each, stops[each]);
      return level !== undefined && since[each] < lastSeq && isMet(level, one);
    });
  const other = name === 'stopLoss' ? 'takeProfit' : 'stopLoss';
  const isLonger = stops[other] > 0n && since[other] < fromSeq;
  // Deals of before do not say it.
  const longer: { readonly stopsFrom?: number } = isLonger && made.pick([true, true, false]) ? { stopsFrom: since[other] } : {};
  const { heights, tiles } = waitedHeights(made, product.id, { from: longer.stopsFrom ?? fromSeq, known: met.seq, meets });
  const later = Math.max(since.stopLoss, since.takeProfit);
  const from2 = { stopLossFrom: since.stopLoss, takeProfitFrom: stops.takeProfit === 0n ? 0 : since.takeProfit };
  return {
    deal: {
      ...common(made, product.id),
      ...deal,
      ...at,
      kind: 'close',
      rule: name === 'stopLoss' ? 'sl' : 'tp',
      terms: { ...terms, ...stops, ...from2, ...longer, ...silenceTermOf(product) },
    },
    heights: [
      ...heights,
      ...(later < met.seq ? [blockOf(made, later + 1)] : []),
      tickSeq > fromSeq ? blockOf(made, tickSeq) : sinceTick(made, tickSeq, met.seq),
    ],
    tiles,
  };
};
