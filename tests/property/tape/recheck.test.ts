/** The recheck of a deal's rule and money beside an oracle, on fills of every kind: honest ones, and ones about which the operator lies. */
import { describe, expect, it } from 'vitest';
import { SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { readSummary } from '#domain/tape/price-summary.ts';
import { neededTape, type TapeNeed } from '#domain/tape/receipt-segment.ts';
import { recheckDeal } from '#domain/tape/recheck.ts';
import { touches } from '#domain/tape/recheck-waited.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { SegmentBlock, TapeSegment } from '#domain/tape/tape-segment.ts';
import { MadeMarket } from './made-market.ts';
import { drawn, KINDS } from './receipts-of-fills.ts';
import { RuleOracle } from './rule-oracle.ts';

const FILLS = 2_000;
const LIES = 4_000;
const BLOCKS = 1_100;
/** Fills of one market: the next has other prices, silences and hours. */
const OF_ONE_MARKET = 400;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** All blocks and summaries of a market. */
function wholeTape({ log }: MadeMarket): TapeSegment {
  const summaries = log.summaries.map((summary, tile) => ({ tile, summary: readSummary(summary) ?? new Map() }));
  return { blocks: log.blocks.map(({ entry, ticks }) => ({ entry, ticks })), summaries };
}

/** Heights whose bodies a need asks for, and one of which it asks for the entry alone. */
function heightsOf(market: MadeMarket, deal: SignedDeal, need: TapeNeed, segment: TapeSegment): { bodies: number[]; entry?: number } {
  const span = (first: number, last: number) => Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (need.kind === 'back') {
    const last = market.heightOf(need.seq);
    return { bodies: span(Math.max(1, last - need.blocks + 1), last) };
  }
  const last = market.heightOf(need.toSeq);
  if (need.kind === 'since') {
    const first = market.log.blocks.findIndex(({ entry }) => entry.timeMs > need.sinceMs) + 1;
    return { bodies: span(first, last), entry: first - 1 };
  }
  const tileOf = (height: number) => Math.floor((height - 1) / SUMMARY_BLOCKS);
  const first = market.heightOf(need.fromSeq);
  const bodies = span(first, last).filter((height) => {
    const tile = tileOf(height);
    if (tile === tileOf(first) || tile === tileOf(last)) return true;
    const summary = segment.summaries[tile]?.summary;
    const before = segment.summaries.slice(tileOf(first) + 1, tile).flatMap((one) => one.summary.get(deal.product) ?? []);
    const lastSeq = market.log.blocks[(tile + 1) * SUMMARY_BLOCKS - 1]?.entry.lastSeq ?? 0;
    return summary !== undefined && touches(deal, { summary, lastSeq }, before.at(-1));
  });
  return { bodies };
}

/** What a receipt carries: that which the deal needs and no more. */
function neededSegment(market: MadeMarket, deal: SignedDeal, whole: TapeSegment): TapeSegment {
  const needs = neededTape(deal).map((need) => heightsOf(market, deal, need, whole));
  const bodies = new Set(needs.flatMap((one) => one.bodies));
  const entries = new Set(needs.map(({ entry }) => entry));
  const blocks = whole.blocks.flatMap((block): SegmentBlock[] => {
    const { height } = block.entry;
    return bodies.has(height) ? [block] : entries.has(height) ? [{ entry: block.entry }] : [];
  });
  return { blocks, summaries: whole.summaries };
}

const pickOther = (market: MadeMarket, product: number): number =>
  market.pick(market.ticks.filter((tick) => tick.productId === product)).seq;
type Fields = Record<string, unknown>;

/** One thing of a deal said otherwise. */
function lie(market: MadeMarket, deal: SignedDeal): SignedDeal {
  const fields: Fields = { ...deal };
  const terms: Fields = { ...('terms' in deal ? deal.terms : {}) };
  const near = (value: unknown, by: number): unknown =>
    typeof value === 'bigint' ? value + BigInt(market.below(2 * by + 1) - by) : Math.max(1, Number(value) + market.below(2 * by + 1) - by);
  const ways: (() => void)[] = [
    () => (fields.knownSeq = near(deal.rule && 'knownSeq' in deal ? deal.knownSeq : 1, 6)),
    () => (fields.timeMs = near(deal.timeMs, 8_000)),
    () => (fields.profit = near(deal.profit, 3_000)),
  ];
  for (const name of ['margin', 'fee', 'lots', 'leverage', 'contractNumber'] as const)
    if (name in deal) ways.push(() => (fields[name] = near(fields[name], 90)));
  if (deal.price !== undefined)
    ways.push(
      () => (fields.price = near(deal.price, 2_000)),
      () => (fields.tickSeq = pickOther(market, deal.product)),
    );
  if ('side' in deal && deal.kind !== 'micro-end' && deal.kind !== 'micro-open')
    ways.push(() => (fields.side = deal.side === 'buy' ? 'sell' : 'buy'));
  if ('level' in deal) ways.push(() => (fields.level = near(fields.level, 3_000)));
  // Of a tick beyond the end of the tape nobody can tell.
  if ('fromSeq' in deal) ways.push(() => (fields.fromSeq = Math.min(market.ticks.length - 1, Number(near(deal.fromSeq, 400)))));
  if ('hours' in deal) ways.push(() => (fields.hours = market.hours(market.pick([{ id: 1, calendar: 'fx', ticks: 1, confirms: 1 }]))));
  for (const name of Object.keys(terms)) {
    if (typeof terms[name] === 'bigint' || typeof terms[name] === 'number') ways.push(() => (terms[name] = near(terms[name], 3_000)));
  }
  market.pick(ways)();
  return { ...fields, ...('terms' in deal && { terms }) } as unknown as SignedDeal;
}

/** Fills of every kind in turn, each with its market. */
function* fills(count: number, seed: number): Generator<{ market: MadeMarket; deal: SignedDeal; whole: TapeSegment }> {
  let market = new MadeMarket(seed, BLOCKS);
  let whole = wholeTape(market);
  for (let at = 0; at < count; at++) {
    if (at > 0 && at % OF_ONE_MARKET === 0) {
      market = new MadeMarket(seed + at, BLOCKS);
      whole = wholeTape(market);
    }
    yield { market, whole, deal: drawn(market, NAMES[at % NAMES.length] as keyof typeof KINDS).deal };
  }
}

const said = ({ answer, reason, detail }: ReturnType<typeof recheckDeal>): string => `${answer} ${reason} ${detail ?? ''}`;

describe('rule and money of deals', () => {
  it(`D9.295 hold of ${FILLS} honest fills of every kind, by what a receipt carries and by the whole tape`, () => {
    const strange: string[] = [];
    for (const { market, deal, whole } of fills(FILLS, 1)) {
      const due = deal.rule === undefined ? 'unknown older-deal ' : 'yes kept ';
      if (!new RuleOracle(market).isKept(deal) && deal.rule !== undefined) strange.push(`the oracle refuses ${deal.kind} ${deal.rule}`);
      for (const segment of [neededSegment(market, deal, whole), whole]) {
        const answer = said(recheckDeal(deal, segment));
        if (answer !== due) strange.push(`${deal.kind} ${deal.rule} of ${deal.order}: ${answer}`);
      }
    }
    expect(strange).toEqual([]);
  });

  it(`D9.295 are judged as an oracle judges them where the operator lies, ${LIES} times`, () => {
    const strange: string[] = [];
    let [lies, told] = [0, 0];
    for (const { market, deal, whole } of fills(LIES, 5_000)) {
      if (deal.rule === undefined) continue;
      const changed = lie(market, deal);
      const isKept = new RuleOracle(market).isKept(changed);
      const answer = recheckDeal(changed, whole);
      if (answer.answer !== (isKept ? 'yes' : 'no')) strange.push(`${deal.kind} ${deal.rule}: ${said(answer)}, the oracle says ${isKept}`);
      lies += isKept ? 0 : 1;
      // What a receipt carries may not be enough to tell, but never says that a lie was kept.
      const carried = recheckDeal(changed, neededSegment(market, deal, whole)).answer;
      if (carried === (isKept ? 'no' : 'yes'))
        strange.push(`${deal.kind} ${deal.rule} by its receipt: ${carried}, the oracle says ${isKept}`);
      told += !isKept && carried === 'no' ? 1 : 0;
    }
    expect(strange).toEqual([]);
    expect(lies).toBeGreaterThan(LIES / 3);
    expect(told).toBeGreaterThan(lies / 2);
  });

  it('D9.295 cannot be told of a void whose file leaves out the blocks in which the product lived', () => {
    let tried = 0;
    for (const { market, deal, whole } of fills(800, 9_000)) {
      if (deal.rule !== 'micro') continue;
      const denied = { ...deal, rule: 'micro-void', price: undefined, tickSeq: undefined, profit: 0n } as const;
      const life = market.newest(deal.product, deal.knownSeq);
      const isLife = ({ entry }: SegmentBlock) => life !== undefined && entry.height <= market.heightOf(life.seq);
      const { blocks } = neededSegment(market, deal, whole);
      expect(said(recheckDeal(denied, whole))).toBe(`no void tick ${life?.seq}`);
      expect(recheckDeal(denied, { blocks: blocks.filter((block) => !isLife(block)), summaries: [] }).answer).toBe('unknown');
      tried++;
    }
    expect(tried).toBeGreaterThan(20);
  });
});
