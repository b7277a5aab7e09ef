/** Honest stop-outs and ends of micro trades on a made market, as `made-fills.ts` has them. */
import { ONE } from '#domain/decimal.ts';
import { microProfit } from '#domain/micro.ts';
import { contractProfit } from '#domain/profit.ts';
import type { HeldPosition } from '#domain/tape/deal-terms.ts';
import { blockOf, closed, common, type Draw, newestTo, sinceTick } from './made-fills.ts';
import { isOpenAt, type MadeMarket, PRODUCTS, silenceMsOf, silenceTermOf } from './made-market.ts';

type Valued = { readonly held: HeldPosition; readonly profit: bigint; readonly canClose: boolean };

function valued(made: MadeMarket, known: number, order: number): Valued | undefined {
  const product = made.pick(PRODUCTS);
  const hours = made.hours(product);
  const life = made.newest(product.id, known);
  const tick = made.newest(product.id, known, true);
  const { deal, terms } = closed(made, tick?.price ?? ONE, known);
  const { side, lots, contractNumber, quoteRate, marginMode } = deal;
  const isJudged = made.below(8) > 0;
  const fromSeq = isJudged ? made.below(known) : known;
  const held = { order, product: product.id, side, lots, openPrice: terms.openPrice, contractNumber, quoteRate, marginMode, fromSeq };
  const isAlive =
    life !== undefined &&
    made.secondOf(known) - made.secondOf(life.seq) < silenceMsOf(product) &&
    isOpenAt(hours, known, made.tick(known).timeMs);
  // A feed begins with a tick: where a market of a test begins with a confirm there is no price.
  if (life && !tick) return undefined;
  // One that has been silent for long may be older than what a receipt carries: its tick comes along.
  return {
    held: { ...held, tickSeq: tick?.seq ?? 0, hours, ...silenceTermOf(product) },
    profit: tick && isJudged ? contractProfit({ ...deal, openPrice: terms.openPrice, price: tick.price }) : 0n,
    canClose: tick !== undefined && isJudged && isAlive,
  };
}

export const stopOut: Draw = (made) => {
  const known = 1 + made.below(made.ticks.length);
  const positions = Array.from({ length: 1 + made.below(6) }, (_, at) => valued(made, known, 100 + at)).filter((one) => one !== undefined);
  const [victim] = positions
    .filter(({ canClose }) => canClose)
    .sort((one, other) => Number(one.profit - other.profit) || one.held.order - other.held.order);
  if (!victim) return undefined;
  const { held, profit } = victim;
  const timeMs = made.tick(known).timeMs;
  const price = made.tick(held.tickSeq).price;
  const { deal } = closed(made, price, known);
  const [margin, pending, deficit, level] = [7_000_000_000n, 1_500_000_000n, BigInt(made.below(2)) * 300_000_000n, 50n * ONE];
  const floating = positions.reduce((sum, one) => sum + one.profit, 0n);
  const cushion = margin / 2n - BigInt(made.below(3)) * 1_000n;
  const funds = { balance: cushion - margin - pending + deficit - floating, held: margin, pending, deficit };
  const { side, lots, openPrice, contractNumber, quoteRate, marginMode, hours, tickSeq, order, product } = held;
  const own = { side, lots, contractNumber, quoteRate, marginMode, hours, tickSeq, order, product, profit, price };
  return {
    deal: {
      ...{ ...common(made, product), ...deal, ...own, parent: undefined, kind: 'close', rule: 'stopout', level, knownSeq: known, timeMs },
      terms: { openPrice, openSeq: 1, ...funds, positions: positions.map((one) => one.held) },
    },
    heights: [
      newestTo(made, known, Math.max(...positions.map((one) => one.held.silenceMs ?? 5_000))),
      ...positions.filter((one) => one.held.tickSeq > 0).map((one) => blockOf(made, one.held.tickSeq)),
    ],
  };
};

export const microEnd: Draw = (made) => {
  const product = made.pick(PRODUCTS);
  const expiryMs = made.pick(made.ticks).timeMs + made.below(900);
  const known = made.ticks.findIndex(({ timeMs }) => timeMs > expiryMs);
  if (known < 1) return undefined;
  const life = made.newest(product.id, known);
  const tick = made.newest(product.id, known, true);
  const side = made.pick(['up', 'down'] as const);
  const openPrice = (life?.price ?? ONE) + BigInt(made.below(3) - 1) * 1_000n;
  const staked = {
    stake: BigInt(1 + made.below(9_000)) * 1_000_000n,
    ratio: BigInt(60 + made.below(30)) * 1_000_000n,
    expiryMs,
    lossLevel: made.pick(['0', '1']),
  };
  const terms = { ...staked, openPrice, openSeq: 1, ...silenceTermOf(product) };
  const first = made.log.blocks.find(({ entry }) => entry.timeMs > expiryMs - silenceMsOf(product) - 1_000)?.entry.height ?? 1;
  const heights = [[Math.max(1, first - 1), made.heightOf(known + 1)] as const, ...(tick ? [sinceTick(made, tick.seq, known)] : [])];
  const base = { ...common(made, product.id), side, kind: 'micro-end' as const, knownSeq: known, timeMs: expiryMs, terms };
  const isAlive = life !== undefined && life.timeMs > expiryMs - silenceMsOf(product);
  // A price that was confirmed before it ever ticked: there is no tick to name.
  if (isAlive && !tick) return undefined;
  if (!isAlive || !tick) return { deal: { ...base, rule: 'micro-void', price: undefined, tickSeq: undefined, profit: 0n }, heights };
  const profit = microProfit({ side, ...staked, openPrice, price: life.price });
  return { deal: { ...base, rule: 'micro', price: life.price, tickSeq: tick.seq, profit }, heights };
};

/** From before rules were recorded: nobody can tell. */
export const older: Draw = (made) => {
  const tick = made.pick(made.ticks.filter(({ confirm }) => !confirm));
  const { deal } = closed(made, tick.price, tick.seq);
  return {
    deal: {
      ...common(made, tick.productId),
      ...deal,
      kind: 'close',
      rule: undefined,
      price: tick.price,
      tickSeq: tick.seq,
      timeMs: tick.timeMs,
    },
    heights: [blockOf(made, tick.seq)],
  };
};
