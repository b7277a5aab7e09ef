/** A deal that its server gives twice, and not the same (D9.329). */
import { expect, it } from 'vitest';
import type { Price } from '#domain/decimal.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import type { MarketOpening, SignedDeal } from '#domain/tape/signed-deal.ts';
import { OwnDeals } from '#worker/receipts/own-deals.ts';
import { openTapeStore } from '#worker/receipts/tape-store.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog, signed } from '../../property/tape/made-log.ts';
import { dealAt, grow } from '../../property/tape/receipt-world.ts';

const ORDER = { source: 0, id: 77 } as const;
const log = grow(new MadeLog(), 20, new Seeded(1));
const again = new MadeLog('trade.example/tape/2');
const deal = dealAt(log, 12);
const noteOf = (over: Partial<MarketOpening> = {}, by = log) => signed(dealText({ ...deal, origin: by.origin, ...over }), by.receiptsKey);

async function device() {
  const says: { note: string; more: string[] } = { note: noteOf(), more: [] };
  const request = {
    call: async () => ({ list: [says.note, ...says.more].map((note) => ({ Deal: 1, Note: note })) }),
    warn: () => undefined,
  };
  const store = await openTapeStore();
  const deals = new OwnDeals({ store, request: request as never, clock: Date }, { realm: 'real', uid: deal.uid, token: '' });
  const hear = async (note: string) => {
    says.note = note;
    return (await deals.ask(ORDER)).map(({ note: kept, rival }) => ({ kept, rival }));
  };
  return { store, hear, deals, says };
}
const other = noteOf({ price: (deal.price + 1n) as Price });

it('D9.329 the same deal again is the same, by another signature and for a log that was begun anew too', async () => {
  const { hear } = await device();
  await hear(noteOf());
  expect(await hear(noteOf())).toEqual([{ kept: noteOf(), rival: undefined }]);
  expect(await hear(noteOf({}, again))).toEqual([{ kept: noteOf({}, again), rival: undefined }]);
});

it('D9.329 another price, in this log or in one that was begun anew: the first note stays, with the other beside it for ever', async () => {
  for (const rival of [other, noteOf({ price: (deal.price + 1n) as Price }, again)]) {
    const { hear, store } = await device();
    await hear(noteOf());
    expect(await hear(rival)).toEqual([{ kept: noteOf(), rival }]);
    expect(await hear(noteOf())).toEqual([{ kept: noteOf(), rival }]);
    const [row] = await store.all<{ goes: number }>('deals', '');
    expect(row?.goes).toBeGreaterThan(1e14);
  }
});

it('D9.516 who asks while the same is asked waits for it: neither read is cancelled, and of two answers that differ both are kept', async () => {
  const store = await openTapeStore();
  let underWay = 0;
  let most = 0;
  const notes = [noteOf(), other];
  const request = {
    call: async () => {
      most = Math.max(most, ++underWay);
      const Note = notes.shift();
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay--;
      return { list: [{ Deal: 1, Note }] };
    },
    warn: () => undefined,
  };
  const parts = { store, request: request as never, clock: Date };
  // Each question of the page has its own.
  const [one, two] = [0, 1].map(() => new OwnDeals(parts, { realm: 'real', uid: deal.uid, token: '' })) as [OwnDeals, OwnDeals];
  const [first, second] = await Promise.all([one.ask(ORDER), two.ask(ORDER)]);
  expect([most, first.length, second.length]).toEqual([1, 1, 1]);
  expect(second.map(({ note, rival }) => [note, rival])).toEqual([[noteOf(), other]]);
});

it('D9.516 a question that waited is not asked in the name of who came meanwhile', async () => {
  const store = await openTapeStore();
  let calls = 0;
  const request = { call: async () => ({ list: [{ Deal: ++calls, Note: noteOf() }] }), warn: () => undefined };
  const parts = { store, request: request as never, clock: Date, isGone: () => calls > 0 };
  const deals = new OwnDeals(parts, { realm: 'real', uid: deal.uid, token: '' });
  const [first, second] = await Promise.all([deals.ask(ORDER), deals.ask(ORDER)]);
  expect([calls, first.length, second.length]).toEqual([1, 1, 1]);
});

it('D9.334 a close that names another opening than the one that is kept is held against it, of a part too', async () => {
  const { hear, deals } = await device();
  await hear(noteOf());
  const closed = (openPrice: bigint, more: object = {}) =>
    ({ ...deal, deal: 99, kind: 'close', rule: 'close', terms: { openPrice, openSeq: deal.tickSeq }, ...more }) as unknown as SignedDeal;
  expect(await deals.against(0, closed(deal.price))).toEqual([]);
  expect(await deals.against(0, closed(deal.price + 1n))).toEqual([noteOf()]);
  expect(await deals.against(0, closed(deal.price + 1n, { order: 500, parent: 77 }))).toEqual([noteOf()]);
  expect(await deals.against(0, closed(deal.price + 1n, { order: 500 }))).toEqual([]);
});

it('D9.417 a close that names a parent which nobody has is held against the opening of its own order', async () => {
  const { hear, deals } = await device();
  await hear(noteOf());
  const terms = { openPrice: deal.price + 1n, openSeq: deal.tickSeq };
  const closed = { ...deal, deal: 99, kind: 'close', rule: 'close', parent: 999, terms } as unknown as SignedDeal;
  expect(await deals.against(0, closed)).toEqual([noteOf()]);
});

it('D9.421 parts are held against each other and against their opening, each by itself and all together', async () => {
  const { hear, deals, says } = await device();
  await hear(noteOf());
  const quarter = { lots: deal.lots / 4n, margin: deal.margin / 4n };
  const part = (order: number, more: object = {}) =>
    ({
      ...{ ...deal, deal: order, order, parent: 77, kind: 'close', rule: 'close', fee: 0n, ...quarter },
      ...{ terms: { openPrice: deal.price, openSeq: deal.tickSeq }, ...more },
    }) as unknown as SignedDeal;
  const kept: SignedDeal[] = [];
  const keep = async (one: SignedDeal) => {
    kept.push(one);
    says.note = signed(dealText(one), log.receiptsKey);
    await deals.ask({ source: 0, id: one.order });
    return says.note;
  };
  const notes = [await keep(part(501)), await keep(part(502)), await keep(part(503)), await keep(part(504))];
  for (const one of [...kept, deal]) expect(await deals.against(0, one)).toEqual([]);
  // Of another opening than the first part's.
  const bent = part(505, { terms: { openPrice: deal.price, openSeq: deal.tickSeq - 1 } });
  expect(await deals.against(0, bent)).toEqual(notes.slice(0, 1));
  const tooMuch = part(505);
  expect(await deals.against(0, tooMuch)).toEqual([...notes, noteOf()]);
  const last = await keep(tooMuch);
  expect(await deals.against(0, kept[0] as SignedDeal)).toEqual([...notes.slice(1), last, noteOf()]);
  expect(await deals.against(0, deal)).toEqual([...notes, last]);
  expect(await deals.against(0, { ...tooMuch, parent: 78 } as SignedDeal)).toEqual([expect.any(String)]);
  expect(await deals.against(1, tooMuch)).toEqual([]);
});

it('D9.334 a reply with more deals than there can be, or of other orders, pushes nothing out', async () => {
  const { hear, store, says } = await device();
  await hear(noteOf());
  says.more = Array.from({ length: 60 }, (_, at) => noteOf({ deal: 1_000 + at }));
  await hear(noteOf({ order: 78, deal: 5 }));
  expect(await store.all('deals', '')).toHaveLength(50);
});
