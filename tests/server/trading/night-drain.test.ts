/**
 * Two accounts of one person, one that holds at 1:500 what the other has sold, night after night: the house pays nothing as long as the rate is
 * within its bound (D9.93), and it would pay beyond it.
 */
import { expect, it } from 'vitest';
import { decimal, formatDecimal, ONE, type Ratio } from '#domain/decimal.ts';
import { nightRateMost } from '#domain/financing-bound.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, marketOrder, openDesk } from './trading-fixture.ts';

/** A minute before a night that counts three times. */
const WEDNESDAY_MS = Date.parse('2026-02-11T21:59:00Z');
const DAY_MS = 86_400_000;
const WED = 3 as const;
const NIGHTS = 20;
const MOST = nightRateMost({ tripleOn: WED }, 500n * ONE, decimal<Ratio>('50'));
/** All that a demo account of 10,000 can hold at a price of 1, with its fee. */
const LOTS = '48.5';

/** What the house has after so many nights; the price goes against the one that pays by as much as a pause may move it. */
async function house(db: Db, rate: Ratio, payer: 'long' | 'short') {
  const clock = new ManualClock(WEDNESDAY_MS);
  const financing = { long: payer === 'long' ? -rate : rate, short: payer === 'long' ? rate : -rate, tripleOn: WED };
  const at = await openDesk(db, { clock, products: { [EURUSD]: { financing } } });
  await at.tick([EURUSD, '1']);
  for (const type of ['1', '2'] as const) {
    filled(await at.desk.submit(await at.trader(), marketOrder({ type, cont: LOTS, multiple: '500' }), freshKey()));
  }
  let price = 1;
  for (let night = 0; night < NIGHTS; night++) {
    await clock.advance(60_000);
    price = Number((price * (payer === 'long' ? 0.9995 : 1.0005)).toFixed(5));
    await at.tick([EURUSD, String(price)]);
    await clock.advance(DAY_MS - 60_000);
    await at.confirm(EURUSD);
  }
  expect(await at.laws()).toEqual([]);
  const ends = await db.kysely.selectFrom('trade_order').select(['close_reason', 'financing']).orderBy('id').execute();
  const stoppedOut = ends.filter((order) => order.close_reason === 'stopout');
  const [nights, forgiven] = [await at.house('financing'), await at.house('protection')];
  await at.desk.stop();
  await at.tape.stop();
  return { stoppedOut: stoppedOut.length, nights: formatDecimal(nights), forgiven: formatDecimal(forgiven) };
}

eachDatabase('nights against the house', (open) => {
  for (const payer of ['long', 'short'] as const) {
    it(`D9.93: at the largest rate the ${payer} side pays every night of its own money, and is stopped out with money left`, async () => {
      const end = await house(await open(), MOST, payer);
      expect(end).toMatchObject({ stoppedOut: 1, forgiven: '0' });
    });

    it(`D9.93: at seven times that the ${payer} side owes what the other got, and the house would pay it`, async () => {
      const end = await house(await open(), 7n * MOST, payer);
      expect(end.stoppedOut).toBe(1);
      expect(Number(end.forgiven)).toBeLessThan(0);
    });
  }

  it('D9.93: while an operator keeps a product closed its nights go on, and who can pay no more is stopped out when it opens', async () => {
    const clock = new ManualClock(WEDNESDAY_MS);
    const financing = { long: -MOST, short: 0n, tripleOn: undefined };
    const at = await openDesk(await open(), { clock, products: { [EURUSD]: { financing } }, rules: createRuleKeeper });
    const operator = (value: '0' | '1') => {
      const row = { rule: 'forced_closed', product_id: EURUSD, value, from_seq: null };
      return at.db.transaction((trx) => trx.insertInto('rule_change').values(row).execute());
    };
    await at.tick([EURUSD, '1']);
    const anna = await at.trader();
    const order = filled(await at.desk.submit(anna, marketOrder({ cont: LOTS, multiple: '500' }), freshKey()));
    await operator('1');
    for (let night = 0; night < 12; night++) {
      await clock.advance(DAY_MS);
      await at.confirm(EURUSD);
    }
    const orderNow = () => at.db.kysely.selectFrom('trade_order').selectAll().where('id', '=', order.Id).executeTakeFirstOrThrow();
    // 12 nights of 485 at the last price that there was: more than the stop-out would have left.
    expect(await orderNow()).toMatchObject({ status: 1, financing: decimal('-5820') });
    await operator('0');
    await at.tick([EURUSD, '1']);
    expect(await orderNow()).toMatchObject({ status: 3, close_reason: 'stopout', financing: decimal('-5820') });
    expect(await at.laws()).toEqual([]);
  });
});
