/** A deal that its server gives twice, and not the same (D9.329). */
import { expect, it } from 'vitest';
import type { Price } from '#domain/decimal.ts';
import { dealText, type MarketOpening } from '#domain/tape/deal-note.ts';
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
  const says: { note: string } = { note: noteOf() };
  const request = { call: async () => ({ list: [{ Deal: deal.deal, Note: says.note }] }), warn: () => undefined };
  const store = await openTapeStore();
  const deals = new OwnDeals({ store, request: request as never, clock: Date }, { realm: 'real', uid: deal.uid, token: '' });
  const hear = async (note: string) => {
    says.note = note;
    return (await deals.ask(ORDER)).map(({ note: kept, rival }) => ({ kept, rival }));
  };
  return { store, hear };
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
