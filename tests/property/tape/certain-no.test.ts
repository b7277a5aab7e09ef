/** What a file tells for certain is said before what it lacks (D9.453): nobody hides a no by leaving a part of the tape out. Every verifier says the same. */
import { describe, expect, it } from 'vitest';
import { ONE, type Price } from '#domain/decimal.ts';
import { initialMargin } from '#domain/margin.ts';
import { contractProfit } from '#domain/profit.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { type Extract, feedTick, MadeLog } from './made-log.ts';
import { saidByAll } from './put-together.ts';

const START_MS = Date.UTC(2026, 2, 4, 9);
const SIZE = 1_010;
/** A tick a second: its number is that of its block. Tiles 1 and 2 lie between the two ends. */
const [OPENED, KNOWN] = [100, 1_000];
const [USUAL, MET] = [110_000_000n, 113_000_000n];
/** Where the price is beyond the level, the last time up to the end. */
const isMet = (seq: number): boolean => (seq >= 300 && seq < 305) || seq >= 990;
const HALTS = [
  { fromSeq: 290, toSeq: 310 },
  { fromSeq: 990, toSeq: KNOWN },
];
const timeOf = (seq: number): number => START_MS + seq * 1_000 - 500;

const log = new MadeLog();
for (let seq = 1; seq <= SIZE; seq++) log.seal([feedTick(1, isMet(seq) ? MET : USUAL, timeOf(seq))], START_MS + seq * 1_000);

const BASE = { origin: log.origin, realm: 'real', uid: '1', deal: 2, order: 1, product: 1, side: 'buy', price: MET, tickSeq: KNOWN };
const SIZED = { lots: ONE, contractNumber: ONE, quoteRate: ONE, leverage: 1, marginMode: 0 } as const;
const WAITED = {
  knownSeq: KNOWN,
  fromSeq: OPENED,
  level: MET,
  timeMs: timeOf(KNOWN),
  fee: 0n,
  hours: { calendar: 'around-the-clock', halts: HALTS },
};
const TERMS = { openPrice: USUAL, openSeq: OPENED, stopLoss: 0n, stopLossFrom: 0, takeProfit: MET, takeProfitFrom: OPENED };

/** A close by its take profit, which the operator had closed the product for when it was met before. */
function taken(more: object = {}, terms: object = {}): SignedDeal {
  const profit = contractProfit({ ...SIZED, side: 'buy', openPrice: USUAL as Price, price: MET as Price });
  const closing = { ...BASE, ...SIZED, ...WAITED, kind: 'close', rule: 'tp', margin: ONE, profit, terms: { ...TERMS, ...terms } };
  return { ...closing, ...more } as unknown as SignedDeal;
}
/** A pending order that waited for the same price. */
function filled(goodTillMs: number): SignedDeal {
  const margin = initialMargin({ ...SIZED, price: MET as Price });
  const terms = { feeType: '1', feeRate: 0n, trigger: 'up', goodTillMs };
  return { ...BASE, ...SIZED, ...WAITED, kind: 'open', rule: 'pending', margin, profit: 0n, terms } as unknown as SignedDeal;
}

const isGone = (height: number): boolean => height > 256 && height <= 512;
const WHOLE: Extract = { size: SIZE, spans: [[OPENED, KNOWN]], tiles: [1, 2], older: [20] };
/** Without the ticks of a tile whose summary meets the level, and without the summary too. */
const GONE: Extract = { ...WHOLE, bodiesOf: (height) => !isGone(height) };
const { tiles: _, ...CUT } = GONE;

const rule = (deal: SignedDeal, extract: Extract): string =>
  saidByAll(receiptText(log.receipt(dealText(deal), extract)), log)
    .map((said) => said.replace(/^signed logged | extends$/g, ''))
    .join(' and ');
const hours = (halts: readonly object[], calendar = 'around-the-clock') => ({ hours: { calendar, halts } });
const untold = hours([], 'untold');
/** An act that knew this tick, at the newest price. */
function acted(knownSeq: number, more: object = {}): SignedDeal {
  const { tickSeq, price, ...rest } = taken({ rule: 'close', knownSeq, timeMs: timeOf(knownSeq) }, {}) as never as Record<string, never>;
  const { level: _level, fromSeq: _from, ...deal } = { ...rest, tickSeq, price } as Record<string, unknown>;
  return { ...deal, terms: { openPrice: USUAL, openSeq: OPENED }, ...more } as unknown as SignedDeal;
}

describe('a certain no', () => {
  it('D9.453 is not asked of who fills as they should: with the ticks it is kept, without them nobody can tell', () => {
    for (const deal of [taken(), filled(0)])
      expect([WHOLE, GONE, CUT].map((extract) => rule(deal, extract))).toEqual(['kept', 'bodies-gone', 'segment']);
  });

  it.each([
    ['another time than that of the tick', taken({ timeMs: 5 }), 'wrong-tick'],
    ['an earlier tick of the product', taken({ tickSeq: KNOWN - 5 }), 'wrong-tick'],
    ['a level that the tick does not meet', taken({ level: MET + 1n }, { takeProfit: MET + 1n }), 'wrong-tick'],
    ['an earlier tick that is held and met it', taken(hours(HALTS.slice(0, 1))), 'wrong-tick'],
    ['a tick outside of the open hours', taken(hours([{ fromSeq: 290, toSeq: KNOWN + 1 }])), 'wrong-tick'],
    ['an order that had ended', filled(5), 'good-till'],
  ])('D9.453 stands before what lacks: %s', (_name, deal, word) => {
    expect([WHOLE, GONE, CUT].map((extract) => rule(deal, extract))).toEqual([word, word, word]);
  });

  it('D9.453 is seen in what is held of a tile that is not there whole', () => {
    const early = taken(hours(HALTS.slice(1)));
    expect(rule(early, { ...WHOLE, bodiesOf: (height) => !isGone(height) || height === 302 })).toBe('wrong-tick');
    expect(rule(early, GONE)).toBe('bodies-gone');
    // A hole in the tile of the fill itself, and before the first block that is looked at.
    expect(rule(taken(hours(HALTS.slice(0, 1))), { ...WHOLE, bodiesOf: (height) => height !== 900 })).toBe('wrong-tick');
    expect(rule(taken({ timeMs: 5 }), { ...WHOLE, spans: [[OPENED + 5, KNOWN]] })).toBe('wrong-tick');
    expect(rule(taken(), { ...WHOLE, spans: [[OPENED + 5, KNOWN]] })).toBe('segment');
  });

  it('D9.453 is none where the tick of the fill is not held', () => {
    const confirmed = { ...GONE, bodiesOf: (height: number) => height !== KNOWN };
    const said = saidByAll(receiptText(log.receipt(dealText(taken({ timeMs: 5 })), confirmed)), log);
    expect(said).toEqual(['signed body-missing segment extends']);
  });

  it.each([
    ['of a tick that meets', taken(untold), ['hours-unknown', 'bodies-gone', 'segment']],
    ['of an act', acted(KNOWN, untold), ['hours-unknown', 'hours-unknown', 'hours-unknown']],
    ['of a level that the tick does not meet', taken({ ...untold, level: MET + 1n }, { takeProfit: MET + 1n }), 'wrong-tick'],
    ['of another time than that of the tick', taken({ ...untold, timeMs: 5 }), 'wrong-tick'],
    ['of an earlier tick of the product', taken({ ...untold, tickSeq: KNOWN - 5 }), 'wrong-tick'],
    ['of a tick for which it was closed', taken(hours([{ fromSeq: KNOWN, toSeq: KNOWN + 1 }], 'untold')), 'wrong-tick'],
    ['of an order that had ended', { ...filled(5), ...untold } as SignedDeal, 'good-till'],
    ['of an act while it was closed', acted(KNOWN, hours([{ fromSeq: KNOWN, toSeq: KNOWN + 1 }], 'untold')), 'hours'],
  ])('D9.464 stands before hours that nobody knows, %s', (_name, deal, words) => {
    expect([WHOLE, GONE, CUT].map((extract) => rule(deal, extract))).toEqual(typeof words === 'string' ? [words, words, words] : words);
  });
});

describe('a certain no of an act whose price confirms carry on', () => {
  const quiet = new MadeLog();
  // The product ticks in the first two seconds; then another one does while it is confirmed.
  for (let seq = 1; seq <= 2; seq++) quiet.seal([feedTick(1, MET, timeOf(seq))], START_MS + seq * 1_000);
  for (let block = 3; block <= 40; block++)
    quiet.seal([feedTick(2, USUAL, timeOf(block)), feedTick(1, MET, timeOf(block) + 1, true)], START_MS + block * 1_000);
  const known = quiet.blocks[29]?.entry.lastSeq ?? 0;
  const said = (tickSeq: number, calendar: string) => {
    const deal = acted(known, {
      origin: quiet.origin,
      tickSeq,
      timeMs: timeOf(30),
      ...hours([], calendar),
      terms: { openPrice: USUAL, openSeq: 1 },
    });
    return saidByAll(receiptText(quiet.receipt(dealText(deal), { size: 40, spans: [[1, 30]], older: [20] })), quiet);
  };

  it('D9.464 stands before hours that nobody knows', () => {
    expect([said(2, 'around-the-clock'), said(2, 'untold')]).toEqual([
      ['signed logged kept extends'],
      ['signed logged hours-unknown extends'],
    ]);
    expect([said(1, 'around-the-clock'), said(1, 'untold')]).toEqual(Array(2).fill(['signed logged wrong-tick extends']));
  });
});
