/** Orders on products that have never had a price of their own on the tape: the close that the trade list shows says where they wait. */
import { afterEach, expect, it } from 'vitest';
import type { FillReply, OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import type { Db } from '#server/database/database.ts';
import { eachDatabase } from '../each-database.ts';
import { type Fields, openStage, PATH, type Stage } from './contract-orders-stage.ts';

/** Sunday 2026-03-01 21:50 UTC: the currency market opens in ten minutes, most others later. */
const SUNDAY_MS = Date.UTC(2026, 2, 1, 21, 50);
const MINUTE_MS = 60_000;
/** Products of the demo that rest at a weekend and can be traded at all: what offers no leverage cannot. */
const RESTING = 27;

let stage: Stage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

/** A server that was first started at this time. */
async function startedAt(db: Db, startMs?: number) {
  const at = await openStage({ db, ...(startMs === undefined ? {} : { startMs }) });
  stage = at;
  const products = (await at.call<ProductRow[]>('/v2/api/forex/trade_list')).data;
  return { ...at, products, product: (code: string) => products.find((row) => row.Code === code) as ProductRow };
}

/** A price so many hundredths from the close that the list shows. */
const priceAt = ({ ForexQuotations, PricePrecision }: ProductRow, hundredths: number): string =>
  (ForexQuotations.Close * (1 + hundredths / 100)).toFixed(PricePrecision);
const smallest = ({ Id, ForexMinCont, HasForexMultiple }: ProductRow, fields: Fields): Fields => ({
  ...{ forex_id: String(Id), type: '1', cont: ForexMinCont, multiple: String(HasForexMultiple[0]?.Value ?? 1) },
  ...{ stop_loss_price: '0', target_profit_price: '0', ...fields },
});
const waiting = (product: ProductRow, hundredths: number, fields: Fields = {}): Fields =>
  smallest(product, { status: '0', target_price: priceAt(product, hundredths), ...fields });

eachDatabase('a product that has never had a tick', (open) => {
  it('D1.2.22 D9.02 takes pending orders on both sides, at a weekend every one that rests, and no market order', async () => {
    const at = await startedAt(await open(), SUNDAY_MS);
    const resting = at.products.filter((row) => row.MarketStatus !== 1 && (row.MarginMode === 1 || row.HasForexMultiple.length > 0));
    expect(resting).toHaveLength(RESTING);
    for (const product of resting) {
      const before = await at.money();
      expect((await at.act(PATH.submit, smallest(product, { status: '1', target_price: '0' }))).code, product.Code).toBe(1101);
      expect(await at.money(), product.Code).toBe(before);
      for (const [hundredths, side] of [
        [-2, 'down'],
        [2, 'up'],
      ] as const) {
        const { code, data } = await at.act<FillReply>(PATH.submit, waiting(product, hundredths));
        expect([product.Code, code, data?.Order.Status]).toEqual([product.Code, 1, 0]);
        const row = await at.db.kysely.selectFrom('trade_order').select('trigger_side').where('id', '=', data.Id).executeTakeFirst();
        expect([product.Code, row?.trigger_side]).toEqual([product.Code, side]);
        expect((await at.act(PATH.cancel, { id: String(data.Id) })).code, product.Code).toBe(1);
      }
    }
  });

  it('D1.2.22 GASOLINE, which the operator keeps closed, takes them on any day', async () => {
    const at = await startedAt(await open());
    const gasoline = at.product('GASOLINE');
    expect(gasoline.MarketStatus).not.toBe(1);
    expect((await at.act(PATH.submit, waiting(gasoline, -3))).code).toBe(1);
    expect((await at.act(PATH.submit, smallest(gasoline, { status: '1', target_price: '0' }))).code).toBe(1101);
    expect((await at.list('0')).total).toBe(1);
  });

  it('D1.2.25 judges the stops of a pending order by its target, wherever the close is', async () => {
    const at = await startedAt(await open(), SUNDAY_MS);
    const pound = at.product('GBPUSD');
    const submit = (hundredths: number, fields: Fields) => at.act(PATH.submit, waiting(pound, hundredths, fields)).then(({ code }) => code);
    const stop = (hundredths: number) => ({ stop_loss_price: priceAt(pound, hundredths) });
    const profit = (hundredths: number) => ({ target_profit_price: priceAt(pound, hundredths) });
    // Between target and close: right of the one and wrong of the other.
    expect([await submit(-2, stop(-1)), await submit(-2, profit(-1)), await submit(2, stop(1)), await submit(2, profit(1))]).toEqual([
      1103, 1, 1, 1103,
    ]);
    const sell = { type: '2' };
    expect([await submit(-2, { ...sell, ...stop(-1) }), await submit(-2, { ...sell, ...profit(-1) })]).toEqual([1, 1103]);
  });

  it('D1.4.03 fills them at the first tick after the opening that reaches their target, at the price of that tick', async () => {
    const at = await startedAt(await open(), SUNDAY_MS);
    const pound = at.product('GBPUSD');
    const place = (hundredths: number, type: string) => at.order(PATH.submit, waiting(pound, hundredths, { type }));
    const below = [await place(-1, '1'), await place(-1, '2')].map(({ Id }) => Id);
    const above = [await place(1, '1'), await place(1, '2')].map(({ Id }) => Id);
    const states = async () => {
      await at.server.trading.caughtUp();
      const [pending, held] = [await at.list('0'), await at.list('1')];
      const ids = (rows: readonly OrderRow[]) => rows.map(({ Id }) => Id).sort((a, b) => a - b);
      return { pending: ids(pending.data), held: ids(held.data), prices: held.data.map((row) => row.Price.toFixed(5)) };
    };
    at.feed.silence();
    await at.clock.advance(11 * MINUTE_MS);
    expect(await states()).toMatchObject({ pending: [...below, ...above], held: [] });
    const opening = priceAt(pound, 1.4);
    await at.pushTick('GBPUSD', opening);
    expect(await states()).toEqual({ pending: below, held: above, prices: [opening, opening] });
    await at.pushTick('GBPUSD', priceAt(pound, 0));
    expect((await states()).pending).toEqual(below);
    await at.pushTick('GBPUSD', priceAt(pound, -1.2));
    const { pending, held, prices } = await states();
    expect([pending, held]).toEqual([[], [...below, ...above]]);
    expect(prices.sort()).toEqual([priceAt(pound, -1.2), priceAt(pound, -1.2), opening, opening].sort());
  });
});
