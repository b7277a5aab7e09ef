/** Honest fills of every kind, drawn at random on a made market, each with the part of the log that its receipt needs. */
import { ONE } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { initialMargin } from '#domain/margin.ts';
import { contractProfit } from '#domain/profit.ts';
import type { DealHours } from '#domain/tape/deal-terms.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { isOpenAt, type MadeMarket, PRODUCTS, silenceMsOf, silenceTermOf } from './made-market.ts';

type Heights = readonly (readonly [first: number, last: number])[];
/** `tiles`: of which summaries are needed. */
export type Fill = {
  readonly deal: SignedDeal;
  readonly heights: Heights;
  readonly tiles?: readonly [first: number, last: number] | undefined;
};
/** `undefined`: chance found no such fill this time. */
export type Draw = (market: MadeMarket) => Fill | undefined;

/** The blocks up to that of a tick in which a life within the silence is: seven of 5 s. */
export const newestTo = (market: MadeMarket, seq: number, silenceMs: number): Heights[number] => [
  Math.max(1, market.heightOf(seq) - Math.ceil(silenceMs / 1_000) - 1),
  market.heightOf(seq),
];
export const blockOf = (market: MadeMarket, seq: number): Heights[number] => [market.heightOf(seq), market.heightOf(seq)];

export function common(market: MadeMarket, product: number) {
  const order = 1 + market.below(9_000);
  return {
    origin: market.log.origin,
    realm: market.pick(['demo', 'real'] as const),
    uid: `U${order * 7}`,
    deal: order * 2,
    order,
    product,
  };
}

const TERMS = [
  { contractNumber: 100_000n * ONE, quoteRate: ONE, leverage: 100, marginMode: 0 },
  { contractNumber: 10n * ONE, quoteRate: 1_284_732n, leverage: 20, marginMode: 0 },
  { contractNumber: 1_000n * ONE, quoteRate: 13_700_000_000n, leverage: 1, marginMode: 1 },
] as const;

/** What a deal says of its contract and its money. */
export function opened(market: MadeMarket, price: bigint) {
  const terms = market.pick(TERMS);
  const lots = BigInt(1 + market.below(500)) * 1_000_000n;
  const margin = initialMargin({ ...terms, lots, price });
  const [feeType, rate] = market.pick([
    ['1', 600_000_000n],
    ['2', 123_457n],
  ] as const);
  const fee = tradeFee({ feeType, lots, margin, rate });
  return {
    deal: { ...terms, parent: undefined, side: market.pick(['buy', 'sell'] as const), lots, margin, fee, profit: 0n },
    terms: { feeType, feeRate: rate },
  };
}

/** `tickSeq`: of the close, which the opening's is not after. */
export function closed(market: MadeMarket, price: bigint, tickSeq: number) {
  const { deal } = opened(market, price);
  const openSeq = 1 + market.below(tickSeq);
  const openPrice = price + BigInt(market.below(2_001) - 1_000) * 777n;
  const parent = market.pick([undefined, 12]);
  return { deal: { ...deal, parent, fee: 0n, profit: contractProfit({ ...deal, openPrice, price }) }, terms: { openPrice, openSeq } };
}

type Asked = {
  readonly life: TapeTick;
  readonly known: number;
  readonly timeMs: number;
  readonly tickSeq: number;
  readonly hours: DealHours;
};

/** What an act finds that is sent at a random moment; undefined where it would be refused. */
function asked(market: MadeMarket, product: (typeof PRODUCTS)[number], isMicro = false): Asked | undefined {
  const known = 1 + market.below(market.ticks.length);
  const timeMs = market.tick(known).timeMs + market.below(60);
  const life = market.newest(product.id, known);
  const tickSeq = market.newest(product.id, known, true)?.seq;
  const hours = market.hours(product);
  if (!life || !tickSeq || timeMs - life.timeMs > silenceMsOf(product) || (!isMicro && !isOpenAt(hours, known, timeMs))) return undefined;
  return { life, known, timeMs, tickSeq, hours };
}

/** All blocks from a tick to what was known: that it stayed the newest of its product. */
export const sinceTick = (market: MadeMarket, tickSeq: number, known: number): Heights[number] => [
  market.heightOf(tickSeq),
  market.heightOf(known),
];

const askedHeights = (market: MadeMarket, product: (typeof PRODUCTS)[number], { known, tickSeq }: Asked): Heights => [
  sinceTick(market, tickSeq, known),
  newestTo(market, known, silenceMsOf(product)),
];

export const marketOpening: Draw = (made) => {
  const product = made.pick(PRODUCTS);
  const act = asked(made, product);
  if (!act) return undefined;
  const { deal, terms } = opened(made, act.life.price);
  const rule = made.pick(['market', 'reverse'] as const);
  const at = { price: act.life.price, tickSeq: act.tickSeq, knownSeq: act.known, timeMs: act.timeMs, hours: act.hours };
  return {
    deal: { ...common(made, product.id), ...deal, ...at, kind: 'open', rule, terms: { ...terms, ...silenceTermOf(product) } },
    heights: askedHeights(made, product, act),
  };
};

export const askedClose: Draw = (made) => {
  const product = made.pick(PRODUCTS);
  const act = asked(made, product);
  if (!act) return undefined;
  const { deal, terms } = closed(made, act.life.price, act.tickSeq);
  const rule = made.pick(['close', 'reverse', 'reset'] as const);
  const at = { price: act.life.price, tickSeq: act.tickSeq, knownSeq: act.known, timeMs: act.timeMs, hours: act.hours };
  const own = { ...common(made, product.id), ...(rule === 'reset' && { realm: 'demo' as const }) };
  return {
    deal: { ...own, ...deal, ...at, kind: 'close', rule, terms: { ...terms, ...silenceTermOf(product) } },
    heights: askedHeights(made, product, act),
  };
};

export const microOpen: Draw = (made) => {
  const product = made.pick(PRODUCTS);
  const act = asked(made, product, true);
  if (!act) return undefined;
  const at = { price: act.life.price, tickSeq: act.tickSeq, knownSeq: act.known, timeMs: act.timeMs };
  const terms = { stake: 10_000_000_000n, ratio: 80_000_000n, expiryMs: act.timeMs + 60_000, lossLevel: '0', ...silenceTermOf(product) };
  const side = made.pick(['up', 'down'] as const);
  return {
    deal: { ...common(made, product.id), side, ...at, profit: 0n, kind: 'micro-open', rule: 'market', terms },
    heights: askedHeights(made, product, act),
  };
};
