/** Amounts and sides that no fill has, whoever signed them: a loss that was a gain, parts that make others vanish. */
import { describe, expect, it } from 'vitest';
import type { Money, Price } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from './made-log.ts';
import { hasPython, saidByPython } from './python-verifier.ts';
import { crypto, dealAt, grow, judgedFile } from './receipt-world.ts';

const SIZE = 60;
const log = grow(new MadeLog(), SIZE, new Seeded(7));
const opening = dealAt(log, 40);

/** A close at a profit of one unit of price, but for what is bent, with the money that the formulas give of that. */
function closedWith(bent: object): object {
  const openPrice = (opening.price - 1_000n) as Price;
  const deal = { ...opening, deal: 99, kind: 'close', rule: 'close', fee: 0n as Money, terms: { openPrice, openSeq: 1 }, ...bent };
  return { ...deal, profit: contractProfit({ ...deal, openPrice }) };
}

const TERMS = { stake: 10_000_000_000n, ratio: 85_000_000n, expiryMs: opening.timeMs + 60_000, lossLevel: '0' };
function stakedWith(bent: object, terms: object = {}): object {
  const { origin, realm, uid, product, price, tickSeq, knownSeq, timeMs } = opening;
  const common = { origin, realm, uid, product, price, tickSeq, knownSeq, timeMs, profit: 0n };
  return { ...common, deal: 10, order: 5, kind: 'micro-open', rule: 'market', side: 'up', terms: { ...TERMS, ...terms }, ...bent };
}

const GREEN = 'signed logged kept extends';
const MALFORMED = 'deal-malformed unproved unproved extends';

/** What ours says of a deal that the operator signed as it is, and the Python verifier. */
function said(deal: object): string {
  const file = log.receipt(dealText(deal as never), { size: SIZE, spans: [[30, 40]], older: [20] });
  const pin = log.logKey.verifier.text;
  const ours = judgedFile(file, { crypto, pin, seen: [] }).why;
  if (!hasPython) return ours;
  const [theirs] = saidByPython([receiptText(file)], [{ vkey: pin }]);
  const words = theirs && 'promise' in theirs ? [theirs.promise, theirs.price, theirs.rule, theirs.history] : [];
  expect(words.map(([, reason]) => reason).join(' ')).toBe(ours);
  return ours;
}

describe('D9.439 what no deal has', () => {
  it('what is bent here is good without the bend', () => {
    expect([said(closedWith({})), said(stakedWith({}))]).toEqual([GREEN, GREEN]);
    expect(said(closedWith({ margin: 0n }))).toBe(GREEN);
  });

  it.each<[string, object]>([
    ['lots below zero, by which a gain is a loss', { lots: -opening.lots * 1_000n }],
    ['no lots', { lots: 0n }],
    ['a contract below zero', { contractNumber: -1n }],
    ['a quote rate below zero', { quoteRate: -100_000_000n }],
    ['a margin below zero, which hides another part', { margin: -1n }],
    ['the side of a micro trade, which is counted as a sale', { side: 'up' }],
  ])('a close with %s', (_, bent) => {
    expect(said(closedWith(bent))).toBe(MALFORMED);
  });

  it.each<[string, object]>([
    ['a stake below zero, lost by winning', stakedWith({}, { stake: -1n })],
    ['a ratio below zero', stakedWith({}, { ratio: -1n })],
    ['the side of an order', stakedWith({ side: 'buy' })],
  ])('a micro trade with %s', (_, bent) => {
    expect(said(bent)).toBe(MALFORMED);
  });
});
