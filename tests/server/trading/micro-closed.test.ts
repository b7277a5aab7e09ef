/** What is quoted of a product that the operator closed, for the micro trades that still run on it (`server/feed/run-on.ts`), ends these alone. */
import { expect, it } from 'vitest';
import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts';
import type { Db } from '#server/database/database.ts';
import { setForcedClosed } from '#server/repositories/product-repository.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { eachDatabase } from '../each-database.ts';
import { broken, endDesk, history, opened, openMicroDesk, submit } from './micro-fixture.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder } from './trading-fixture.ts';

const setClosed = (db: Db, isClosed: boolean) => db.transaction((trx) => setForcedClosed(trx, EURUSD, isClosed));
/** What was executed of contracts, in order. */
async function executed(db: Db): Promise<string[]> {
  const rows = await db.kysely.selectFrom('deal').select(['order_id', 'kind', 'tick_seq']).orderBy('id').execute();
  return rows.map(({ order_id, kind, tick_seq }) => `${kind} ${order_id} at ${tick_seq}`);
}

eachDatabase('a tick of a product that the operator closed', (open) => {
  it('D9.22 ends the micro trades that run on it and executes no contract: no stop, no pending order, no stop-out; the first one after its opening does', async () => {
    const db = await open();
    await seedCatalogue(db);
    const at = await openMicroDesk(db, { rules: createRuleKeeper });
    const [anna, bert] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const micro = opened(await submit(at, anna));
    const stopped = filled(await at.desk.submit(anna, marketOrder({ stop_loss_price: '1.09' }), freshKey()));
    const pending = filled(await at.desk.submit(anna, marketOrder({ status: '0', target_price: '1.08' }), freshKey()));
    // Margin 8800: 40,000 are lost for each hundredth that it falls.
    const heavy = filled(await at.desk.submit(bert, marketOrder({ cont: '40', multiple: '500' }), freshKey()));
    const before = await executed(db);
    expect(before).toEqual([`open ${stopped.Id} at 1`, `open ${heavy.Id} at 1`]);
    await setClosed(db, true);
    for (const price of ['1.05', '1.04', '1.06']) {
      await at.clock.advance(9_500);
      await at.tick([EURUSD, price], [GBPUSD, '1.3']);
    }
    await at.confirm(EURUSD);
    await at.clock.advance(2_000);
    await at.tick([GBPUSD, '1.31']);
    expect(await history(at, anna)).toMatchObject([{ Id: micro.Id, EndReason: 'expiry', EndPrice: 1.06, FactProfits: '-100' }]);
    expect(await executed(db)).toEqual(before);
    await setClosed(db, false);
    await at.tick([EURUSD, '1.06']);
    const seq = at.tape.newest(EURUSD)?.seq;
    const after = (await executed(db)).slice(before.length).sort();
    expect(after).toEqual([`close ${stopped.Id} at ${seq}`, `open ${pending.Id} at ${seq}`, `close ${heavy.Id} at ${seq}`].sort());
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });
});
