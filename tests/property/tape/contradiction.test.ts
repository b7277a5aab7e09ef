/** Deals that an operator signed and that cannot both be true: each green by itself, told where they are verified together. */
import { expect, it } from 'vitest';
import type { Money, Price } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { contradicts, overParted } from '#domain/tape/contradiction.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { verifyFiles } from '#server/verifier/verify-files.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from './made-log.ts';
import { contradictedByPython, exceedingByPython, hasPython } from './python-verifier.ts';
import { dealAt, grow } from './receipt-world.ts';

const SIZE = 60;
const log = grow(new MadeLog(), SIZE, new Seeded(7));
const opening = dealAt(log, 40);
const filesOf = (deals: readonly SignedDeal[], made = log) =>
  deals.map((deal, at) => {
    const text = receiptText(made.receipt(dealText(deal), { size: SIZE, spans: [[30, 40]], older: [20] }));
    return { name: `${at}.json`, text, read: () => ({ text }) };
  });
const verified = (...deals: SignedDeal[]) => {
  const made = filesOf(deals);
  const { files, problems } = verifyFiles(made, undefined);
  const numbersBehind = (words: string) =>
    problems.flatMap((problem) => {
      const numbers = problem.split(`${words}, `)[1];
      return numbers ? [numbers.split(/, | and /).map(Number)] : [];
    });
  const [pairs, parts] = [numbersBehind('contradict each other'), numbersBehind('than its opening')];
  expect(pairs.length + parts.length).toBe(problems.length);
  const texts = made.map(({ text }) => text);
  if (hasPython) expect([contradictedByPython(texts), exceedingByPython(texts)]).toEqual([pairs, parts]);
  // Seen for the first time: all but History is a yes.
  const rules = files.map((file) => ('verdict' in file ? file.verdict.rule.reason : file.refused));
  return { rules: [...new Set(rules)], problems };
};
/** The position closed where it was opened, from a price that the close names. */
const closedFrom = (openPrice: bigint, more: object = {}): SignedDeal => {
  const profit = contractProfit({ ...opening, openPrice: openPrice as Price });
  const terms = { openPrice, openSeq: opening.tickSeq };
  return { ...opening, deal: 99, kind: 'close', rule: 'close', fee: 0n as Money, profit, terms, ...more } as unknown as SignedDeal;
};

it('D9.334 two texts of one number are told, though each is good by itself', () => {
  const earlier = dealAt(log, 39, opening.uid, opening.order);
  expect(earlier.tickSeq).not.toBe(opening.tickSeq);
  expect(verified(opening, opening)).toEqual({ rules: ['kept'], problems: [] });
  expect(verified(opening, earlier)).toEqual({
    rules: ['kept'],
    problems: ['0.json and 1.json: the operator signed two deals that contradict each other, 78 and 78'],
  });
});

it('D9.334 a close that names another opening than the opening is told, of a part too', () => {
  expect(verified(opening, closedFrom(opening.price))).toEqual({ rules: ['kept'], problems: [] });
  const bent = closedFrom(opening.price + 5_000n);
  expect(verified(opening, bent)).toEqual({ rules: ['kept'], problems: [expect.stringContaining('contradict each other, 78 and 99')] });
  expect(contradicts({ ...bent, order: 500, parent: opening.order } as SignedDeal, opening)).toBe(true);
  expect(contradicts({ ...bent, order: 500, parent: 501 } as SignedDeal, opening)).toBe(false);
  for (const [name, value] of Object.entries({ side: 'sell', contractNumber: 1n, leverage: 7, uid: '2', product: 2 }))
    expect([name, contradicts(opening, closedFrom(opening.price, { [name]: value }))]).toEqual([name, true]);
});

/** What is said of two deals, whichever comes first. */
const against = (one: SignedDeal, other: SignedDeal) => [contradicts(one, other), contradicts(other, one)];
const TOLD = [true, true];
const QUIET = [false, false];

it('D9.417 an order is opened once and closed once: two of either are told, whatever their numbers', () => {
  const again = { ...dealAt(log, 39, opening.uid, opening.order), deal: 80 } as SignedDeal;
  expect(verified(opening, again)).toEqual({ rules: ['kept'], problems: [expect.stringContaining('78 and 80')] });
  expect(against(closedFrom(opening.price), closedFrom(opening.price, { deal: 120 }))).toEqual(TOLD);
  const micro = { ...opening, kind: 'micro-open', deal: 10, order: 5, terms: {} } as unknown as SignedDeal;
  expect(against(micro, { ...micro, deal: 12 } as SignedDeal)).toEqual(TOLD);
});

it('D9.417 an order that was opened was parted from none, so that no parent hides its opening', () => {
  const bent = closedFrom(opening.price + 5_000n, { parent: 999 });
  expect(verified(opening, bent)).toEqual({ rules: ['kept'], problems: [expect.stringContaining('contradict each other, 78 and 99')] });
  expect(against(opening, closedFrom(opening.price, { parent: 999 }))).toEqual(TOLD);
});

it('D9.417 an end has at most the lots and the margin of its opening, and knows its tick', () => {
  const { lots, margin, tickSeq } = opening;
  const worse = closedFrom(opening.price, { lots: lots * 10n });
  expect(verified(opening, worse).problems).toEqual([expect.stringContaining('contradict each other, 78 and 99')]);
  for (const more of [{ lots: lots + 1n }, { margin: margin + 1n }, { knownSeq: tickSeq - 1 }])
    expect([more, against(opening, closedFrom(opening.price, more))]).toEqual([more, TOLD]);
  expect(against(opening, closedFrom(opening.price, { order: 500, parent: 77, lots: lots + 1n }))).toEqual(TOLD);
});

it('D9.417 the parts of a position and its rest name one opening', () => {
  const part = (deal: number, openPrice: bigint) => closedFrom(openPrice, { deal, order: deal, parent: 77, lots: 1n, margin: 1n });
  const rest = closedFrom(opening.price, { lots: opening.lots - 2n, margin: opening.margin - 2n });
  const honest = [opening, part(501, opening.price), part(502, opening.price), rest];
  for (const one of honest) for (const other of honest) expect(against(one, other)).toEqual(QUIET);
  for (const one of honest) expect(against(one, part(503, opening.price + 1n))).toEqual(TOLD);
  // Closed at once, at the newest tick still, by what was known then.
  expect(against(opening, closedFrom(opening.price, { knownSeq: opening.tickSeq }))).toEqual(QUIET);
  // From before rules were recorded.
  const { terms: _terms, knownSeq: _known, ...unruled } = opening;
  const old = (deal: object) => ({ ...unruled, rule: undefined, ...deal }) as unknown as SignedDeal;
  expect(against(old({}), old({ kind: 'close', deal: 99 }))).toEqual(QUIET);
});

it('D9.421 the parts of a position and its rest have no more lots or margin together than its opening, though any two of them might', () => {
  const { lots, margin } = opening;
  const part = (deal: number, of: { lots?: bigint; margin?: bigint } = {}) =>
    closedFrom(opening.price, { deal, order: deal, parent: 77, lots: lots / 4n, margin: margin / 4n, ...of });
  const rest = (of: { lots?: bigint; margin?: bigint } = {}) =>
    closedFrom(opening.price, { lots: lots / 2n, margin: margin - (margin / 4n) * 2n, ...of });
  const said = (...deals: SignedDeal[]) => verified(...deals).problems;
  const honest = [opening, part(501), part(502), rest()];
  expect(said(...honest)).toEqual([]);
  // Whoever gives a file twice has not closed twice.
  expect(said(...honest, ...honest)).toEqual([]);
  const line = (...numbers: number[]) => [
    `${numbers.map((_, at) => `${at}.json`).join(', ')}: the operator signed closes of one position that have more lots or margin than its opening, ${numbers.join(', ')}`,
  ];
  expect(said(opening, part(501), part(502, { lots: lots / 4n + 1n }), rest())).toEqual(line(78, 501, 502, 99));
  expect(said(opening, part(501), part(502), rest({ margin: margin / 2n + 9n }))).toEqual(line(78, 501, 502, 99));
  expect(said(opening, part(501), part(502), part(503), part(504), part(505))).toEqual(line(78, 501, 502, 503, 504, 505));
  // Nobody can tell without the opening, of another position, or by another log.
  expect(said(part(501), part(502, { lots }), rest())).toEqual([]);
  expect(overParted([opening, part(501, { lots }), { ...part(502, { lots }), parent: 76 } as SignedDeal])).toEqual([]);
  expect(overParted([opening, part(501, { lots }), { ...part(502, { lots }), origin: 'other.example/tape' } as SignedDeal])).toEqual([]);
  // What two say against each other is told of those two.
  expect(said(opening, part(501), rest({ lots: lots + 1n }))).toEqual([expect.stringContaining('contradict each other, 78 and 99')]);
});

it('D9.334 a micro trade ends with the stake, the odds and the end that it began with', () => {
  const terms = { stake: 100n, ratio: 85n, expiryMs: 7, lossLevel: '0' };
  const common = { origin: log.origin, realm: 'real', uid: '1', order: 5, product: 1, side: 'up', price: 9n, tickSeq: 3 };
  const begun = { ...common, kind: 'micro-open', deal: 10, terms } as unknown as SignedDeal;
  const ended = (more: object = {}) =>
    ({
      ...common,
      kind: 'micro-end',
      deal: 11,
      price: 8n,
      tickSeq: 6,
      terms: { ...terms, openPrice: 9n, openSeq: 3, ...more },
    }) as unknown as SignedDeal;
  expect(contradicts(begun, ended())).toBe(false);
  for (const more of [{ stake: 101n }, { ratio: 84n }, { expiryMs: 8 }, { lossLevel: '1' }, { openPrice: 10n }, { openSeq: 4 }])
    expect([more, contradicts(ended(more), begun)]).toEqual([more, true]);
  // An order of that number is another thing.
  expect(contradicts({ ...opening, order: 5 }, ended({ openPrice: 1n }))).toBe(false);
});

it('D9.334 what another signed accuses nobody', () => {
  const thief = grow(new MadeLog(log.origin, 'thief'), SIZE, new Seeded(7));
  const files = [
    ...filesOf([opening]),
    ...filesOf([dealAt(thief, 39, opening.uid, opening.order)], thief).map((file) => ({ ...file, name: 'other' })),
  ];
  expect(verifyFiles(files, undefined).problems).toEqual([expect.stringContaining('has two keys')]);
});
