/** What a person saw who pressed: which tick it was, which fills came of the press, and that each is held against its own press alone (D9.294). */
import { expect, it } from 'vitest';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { pressedFills } from '#protocol/receipt-press.ts';
import { OwnDeals } from '#worker/receipts/own-deals.ts';
import { ReceiptsOnDemand } from '#worker/receipts/receipts-on-demand.ts';
import { openTapeStore } from '#worker/receipts/tape-store.ts';

it('D9.294 the tick of a price on screen is told while it is the newest of its product, and not once another has come', async () => {
  const book = { indexOfId: (id: number) => (id === 7 ? 1 : undefined), timeMs: [10, 2_000], n: [3, 4_711] };
  const door = new ReceiptsOnDemand({ book } as never);
  const seen = (productId: number, timeMs: number) => door.ask({ kind: 'shown', productId, timeMs });
  expect(await seen(7, 2_000)).toEqual({ kind: 'seen', seenSeq: 4_711 });
  expect(await seen(7, 1_999)).toEqual({ kind: 'seen', seenSeq: 0 });
  expect(await seen(8, 2_000)).toEqual({ kind: 'seen', seenSeq: 0 });
  book.n[1] = Number.NaN;
  expect(await seen(7, 2_000)).toEqual({ kind: 'seen', seenSeq: 0 });
});

it.each([
  ['an order that filled', '/v2/api/forex/submit', { Order: { Id: 5, Seq: 9 } }, ['0/5 opening']],
  ['an order that waits', '/v2/api/forex/submit', { Order: { Id: 5, Seq: 0 } }, []],
  ['a close', '/v2/api/forex/close', { Id: 5, Order: { Id: 6, Seq: 9 }, Rest: { Id: 5 } }, ['0/6 close']],
  ['a reversal', '/v2/api/forex/reverse', { Order: { Id: 8 }, Closed: { Id: 5 } }, ['0/8 opening', '0/5 close']],
  ['a micro trade', '/v2/api/micro/submit', { Micro: { Id: 3 } }, ['1/3 opening']],
  ['an edit', '/v2/api/forex/setstop', { Order: { Id: 5, Seq: 9 } }, []],
  ['an answer that is none', '/v2/api/forex/close', { Order: null }, []],
  ['a number that is none', '/v2/api/forex/close', { Order: { Id: '5' } }, []],
])('D9.294 the fills of %s', (_, path, data, fills) => {
  expect(pressedFills(path, data).map(({ source, id, isOpening }) => `${source}/${id} ${isOpening ? 'opening' : 'close'}`)).toEqual(fills);
});

it('D9.294 each fill is held against its own press, of its own person', async () => {
  const store = await openTapeStore();
  const of = (uid: string) => new OwnDeals({ store, request: {} as never, clock: Date }, { realm: 'demo', uid, token: '' });
  await of('1').press([{ source: 0, id: 5, isOpening: true }], 100);
  await of('1').press([{ source: 0, id: 5, isOpening: false }], 200);
  const seen = (uid: string, source: 0 | 1, kind: SignedDeal['kind']) => of(uid).seenSeq({ source, id: 5 }, { kind } as SignedDeal);
  expect([await seen('1', 0, 'open'), await seen('1', 0, 'close')]).toEqual([100, 200]);
  expect([await seen('2', 0, 'open'), await seen('1', 1, 'micro-open')]).toEqual([undefined, undefined]);
});
