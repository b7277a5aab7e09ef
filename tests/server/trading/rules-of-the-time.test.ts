/** A tick is judged by the operator's settings of its own time, however late it is judged (D9.17). */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts';
import type { Db } from '#server/database/database.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

const put = (db: Db, key: string, value: string) => db.transaction((trx) => putSetting(trx, key, value));
const forceClosed = (db: Db, forced_closed: number) =>
  db.transaction((trx) => trx.updateTable('product').set({ forced_closed }).where('id', '=', EURUSD).execute());
/** Takes orders and judges nobody: what the evaluator would have done is done late. */
const openLate = (db: Db) => openDesk(db, { isEvaluating: false, rules: createRuleKeeper });

eachDatabase('rules of the time', (open) => {
  it('the stop-out level holds from the tick after its change, for who is judged at once and for who is judged late', async () => {
    const db = await open();
    await put(db, 'stop_out_level', '50');
    const at = await openLate(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '40', multiple: '500' }), freshKey()));
    // Margin 8800, equity 7760 after the fee and the loss: 88 %.
    await at.tick([EURUSD, '1.0995']);
    await put(db, 'stop_out_level', '90');
    await at.tick([EURUSD, '1.1'], [EURUSD, '1.0996'], [EURUSD, '1.0995']);
    await at.desk.start();
    await at.desk.caughtUp();
    const { data } = await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 });
    expect(data).toMatchObject([{ CloseReason: 'stopout', CloseSeq: 5, UpdatePrice: 1.0995 }]);
  });

  it('D9.90 an account is called at the level of the tick, judged at once or late, and again only ten points above it', async () => {
    const notices = async (isAtOnce: boolean) => {
      const db = await open();
      await put(db, 'margin_call_level', '100');
      const at = await openDesk(db, { isEvaluating: isAtOnce, rules: createRuleKeeper });
      const anna = await at.trader();
      await at.tick([EURUSD, '1.1']);
      filled(await at.desk.submit(anna, marketOrder({ cont: '40', multiple: '500' }), freshKey()));
      // Margin 8800, equity 9760 after the fee: 110.91 %, then 108.64 %; neither is below 100.
      await at.tick([EURUSD, '1.1'], [EURUSD, '1.09995']);
      await put(db, 'margin_call_level', '120');
      await at.tick([EURUSD, '1.09996'], [EURUSD, '1.1004'], [EURUSD, '1.09995']);
      // 130.00 % is not above 130, 130.45 % is.
      await at.tick([EURUSD, '1.10042'], [EURUSD, '1.1']);
      await at.tick([EURUSD, '1.10043'], [EURUSD, '1.1001']);
      await put(db, 'margin_call_level', '60');
      await at.tick([EURUSD, '1.0999']);
      if (!isAtOnce) await at.desk.start();
      await at.desk.caughtUp();
      return (await at.events(anna)).filter(({ topic }) => topic === 'NOTICE').map(({ payload }) => payload.data);
    };
    const atOnce = await notices(true);
    expect(atOnce).toMatchObject([
      { kind: 'margin_call', level: '109.09' },
      { kind: 'margin_call', level: '115.45' },
    ]);
    expect(await notices(false)).toEqual(atOnce);
  });

  it('a pending order pays the fee that held at its trigger', async () => {
    const db = await open();
    await put(db, 'trade_fee_type', '1');
    const at = await openLate(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const pending = { cont: '1', status: '0', multiple: '100' } as const;
    const one = filled(await at.desk.submit(anna, marketOrder({ ...pending, target_price: '1.099' }), freshKey()));
    const two = filled(await at.desk.submit(anna, marketOrder({ ...pending, target_price: '1.098' }), freshKey()));
    await at.tick([EURUSD, '1.099']);
    await put(db, 'trade_fee_type', '0');
    await at.tick([EURUSD, '1.098']);
    const held = await at.desk.cancelAll(anna, freshKey());
    expect(held.data?.Results).toEqual([]);
    const { data } = await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 });
    // 6 a lot, then 1 % of a margin of 1098.
    expect(data.map((row) => [row.Id, row.TradeFee])).toEqual([
      [two.Id, '10.98'],
      [one.Id, '6'],
    ]);
  });

  it('a product that was closed at a tick is passed over there, though it is open when the tick is judged, and the reverse', async () => {
    const db = await open();
    await seedCatalogue(db);
    const at = await openLate(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
    filled(await at.desk.submit(anna, marketOrder({ stop_loss_price: '1.09' }), freshKey()));
    await forceClosed(db, 1);
    await at.tick([EURUSD, '1.08']);
    await forceClosed(db, 0);
    await at.tick([EURUSD, '1.095'], [EURUSD, '1.0899']);
    await forceClosed(db, 1);
    await at.tick([EURUSD, '1.2']);
    expect((await at.desk.cancelAll(anna, freshKey())).code).toBe(1);
    const { data } = await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 });
    expect(data).toMatchObject([{ CloseReason: 'sl', CloseSeq: 5, UpdatePrice: 1.0899 }]);
  });

  it('every value is kept for ever with its first tick, whoever changes it, and none is changed afterwards', async () => {
    const db = await open();
    const at = await openLate(db);
    await put(db, 'stop_out_level', '50');
    await put(db, 'is_dark_mode', '1');
    await at.tick([EURUSD, '1.1']);
    await db.transaction((trx) => sql`update setting set value = '60' where key = 'stop_out_level'`.execute(trx));
    await put(db, 'stop_out_level', '60');
    await at.tick([EURUSD, '1.2'], [EURUSD, '1.3']);
    await db.transaction((trx) => trx.deleteFrom('setting').where('key', '=', 'stop_out_level').execute());
    await at.tick([EURUSD, '1.4']);
    const rows = await db.kysely.selectFrom('rule_change').selectAll().orderBy('id').execute();
    expect(rows.map(({ rule, value, from_seq }) => [rule, value, from_seq])).toEqual([
      ['stop_out_level', '50', 1],
      ['stop_out_level', '60', 2],
      ['stop_out_level', null, 4],
    ]);
    const rules = await createRuleKeeper(at.catalogue).asOf(db.kysely, 4);
    expect([1, 2, 3, 4].map((seq) => rules.at(seq).stopOutLevel)).toEqual([5_000_000_000n, 6_000_000_000n, 6_000_000_000n, 5_000_000_000n]);
    for (const change of [{ value: '1' }, { from_seq: 1 }]) {
      await expect(db.transaction((trx) => trx.updateTable('rule_change').set(change).execute())).rejects.toThrow('can only grow');
    }
    await expect(db.transaction((trx) => trx.deleteFrom('rule_change').execute())).rejects.toThrow('can only grow');
  });
});
