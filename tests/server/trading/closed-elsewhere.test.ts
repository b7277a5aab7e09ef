/** A product that the operator closed is closed on every node from the tick on from which the tape says so, whatever a node's memory says. */
import { expect, it } from 'vitest';
import { ERROR } from '#protocol/errors.ts';
import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

eachDatabase('closed by the operator on another node', (open) => {
  it('takes no order, close or reversal at a tick for which the product is closed', async () => {
    const db = await open();
    await seedCatalogue(db);
    // Its catalogue is read anew every few seconds: until then it believes that the product is open.
    const at = await openDesk(db, { rules: createRuleKeeper });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    await db.transaction((trx) => trx.updateTable('product').set({ forced_closed: 1 }).where('id', '=', EURUSD).execute());
    await at.tick([EURUSD, '1.2'], [GBPUSD, '1.28']);
    const id = String(Id);
    expect((await at.desk.submit(anna, marketOrder(), freshKey())).code).toBe(ERROR.marketClosed);
    expect((await at.desk.close(anna, { id }, freshKey())).code).toBe(ERROR.marketClosed);
    expect((await at.desk.reverse(anna, { id }, freshKey())).code).toBe(ERROR.marketClosed);
    expect((await at.desk.closeAll(anna, freshKey())).data).toMatchObject({ Done: 0, Results: [{ Code: ERROR.marketClosed }] });
    // A pending order may be placed while the market rests, and an edit made.
    expect((await at.desk.submit(anna, marketOrder({ status: '0', target_price: '1.05' }), freshKey())).code).toBe(ERROR.ok);
  });
});
