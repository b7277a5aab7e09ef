/** Overnight financing: who pays a night, how much, from what money, and that judging late changes nothing. Amounts were worked out by hand. */
import { expect, it } from 'vitest';
import { decimal, formatDecimal, type Ratio } from '#domain/decimal.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { type Desk, type DeskOptions, EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

const at22 = (day: string): number => Date.parse(`${day}T22:00:00Z`);
/** A Tuesday. */
const TUESDAY = '2026-02-10';
const DAY_MS = 86_400_000;
const rate = (text: string): Ratio => decimal<Ratio>(text);
const TERMS = { long: rate('-0.00008'), short: rate('0.00003'), tripleOn: 3 as const };

/** A desk whose clock stands so many ms before a 22:00 of UTC, with rates on EURUSD and GBPUSD. */
async function deskBefore(db: Db, day: string, beforeMs: number, options: DeskOptions = {}) {
  const clock = options.clock ?? new ManualClock(at22(day) - beforeMs);
  const products = { [EURUSD]: { financing: TERMS }, [GBPUSD]: { financing: TERMS }, ...options.products };
  return openDesk(db, { ...options, clock, products });
}

const nightsOf = async (at: Desk, orderId?: number) => {
  const rows = await at.db.kysely
    .selectFrom('ledger_tx')
    .innerJoin('entry', 'entry.tx_id', 'ledger_tx.id')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .select(['ledger_tx.ref_id', 'ledger_tx.log_type', 'ledger_tx.created_at', 'ledger_tx.occurrence', 'entry.amount'])
    .where('ledger_tx.kind', '=', 'financing')
    .where('account.part', '=', 'balance')
    .orderBy('entry.id')
    .execute();
  return rows.filter(({ ref_id }) => orderId === undefined || ref_id === orderId);
};
const amounts = async (at: Desk, orderId?: number) => (await nightsOf(at, orderId)).map(({ amount }) => formatDecimal(amount));
const orderOf = (at: Desk, id: number) => at.db.kysely.selectFrom('trade_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const buy = (at: Desk, trader: Trader, cont = '0.1') => at.desk.submit(trader, marketOrder({ cont }), freshKey()).then(filled);

/** Moves the clock, then a price of both products. */
async function later(at: Desk, ms: number, price = '1.1') {
  await at.clock.advance(ms);
  await at.tick([EURUSD, price], [GBPUSD, '1.25']);
}

eachDatabase('a night', (open) => {
  it('D9.67: one of 10,000 euro at 1.1 costs a buyer 0.88 and brings a seller 0.33, in rows of type 15, from the house account of its own', async () => {
    const at = await deskBefore(await open(), TUESDAY, 10_000);
    const [anna, ben] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.1']);
    const long = await buy(at, anna);
    const short = filled(await at.desk.submit(ben, marketOrder({ type: '2' }), freshKey()));
    await later(at, 10_000);
    expect(await nightsOf(at)).toEqual([
      { ref_id: long.Id, log_type: 15, created_at: at22(TUESDAY), occurrence: at22(TUESDAY), amount: decimal('-0.88') },
      { ref_id: short.Id, log_type: 15, created_at: at22(TUESDAY), occurrence: at22(TUESDAY), amount: decimal('0.33') },
    ]);
    expect(await at.house('financing')).toBe(decimal('0.55'));
    expect(await orderOf(at, long.Id)).toMatchObject({ financing: decimal('-0.88'), profit: 0n });
    const told = (await at.events(anna)).at(-1);
    expect(told).toMatchObject({ topic: 'BALANCE' });
    expect(await at.laws()).toEqual([]);
  });

  it('D9.67: who opened at 21:59:59 and who closed at 22:00:00.05 pay; who closed before 22:00 and who opened at 22:00:00.05 do not', async () => {
    const at = await deskBefore(await open(), TUESDAY, 5_000);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.25']);
    const early = await buy(at, anna);
    await later(at, 4_000);
    const last = await buy(at, anna);
    filled(await at.desk.close(anna, { id: String(early.Id) }, freshKey()));
    await later(at, 1_050, '1.2');
    filled(await at.desk.close(anna, { id: String(last.Id) }, freshKey()));
    const late = await buy(at, anna);
    await later(at, 60_000);
    // At the newest price before 22:00, which is 1.1, not at the 1.2 of the first tick after it.
    expect(await amounts(at)).toEqual(['-0.88']);
    expect((await nightsOf(at))[0]?.ref_id).toBe(last.Id);
    expect((await orderOf(at, late.Id)).financing).toBe(0n);
    await later(at, DAY_MS, '1.2');
    // A Wednesday: three nights of the position that was opened after the first.
    expect(await amounts(at, late.Id)).toEqual(['-2.64']);
    expect(await at.laws()).toEqual([]);
  });

  const lives: [string, DeskOptions][] = [
    ['at once', {}],
    ['by the next act of the person, days later', { isEvaluating: false }],
  ];
  for (const [when, options] of lives) {
    it(`D9.67 D9.38: judged ${when}, each night has its own price and its own rates, also those that changed on the way`, async () => {
      const at = await deskBefore(await open(), TUESDAY, 60_000, { ...options, rules: createRuleKeeper });
      const change = (rule: string, value: string) =>
        at.db.transaction((trx) => trx.insertInto('rule_change').values({ rule, product_id: EURUSD, value, from_seq: null }).execute());
      const anna = await at.trader();
      await later(at, 0);
      const order = await buy(at, anna, '1');
      await later(at, 50_000, '1.11');
      // Holds from the next group on, which comes after 22:00: this night is of the old rate.
      await change('financing_long', String(rate('-0.0001')));
      await later(at, 20_000, '1.12');
      await change('financing_triple', '-1');
      await later(at, 1_000, '1.12');
      await later(at, DAY_MS, '1.13');
      await change('financing_long', '0');
      await later(at, 3_600_000, '1.14');
      await later(at, DAY_MS, '1.15');
      await at.desk.cancelAll(anna, freshKey());
      // 100,000 x 1.11 x -0.00008; Wednesday no longer triple: 100,000 x 1.12 x -0.0001; then nothing.
      expect(await amounts(at)).toEqual(['-8.88', '-11.2']);
      expect((await orderOf(at, order.Id)).financing).toBe(decimal('-20.08'));
      expect(await at.laws()).toEqual([]);
    });
  }

  it('D9.67: nights that passed while the server was down are each posted once, in their order, at the last price before them', async () => {
    const db = await open();
    const before = await deskBefore(db, TUESDAY, 60_000);
    const anna = await before.trader();
    await later(before, 0);
    const order = await buy(before, anna);
    await before.desk.stop();
    await before.tape.stop();
    await before.clock.advance(3 * DAY_MS);
    const at = await deskBefore(db, TUESDAY, 0, { clock: before.clock });
    await later(at, 1_000, '1.3');
    expect((await nightsOf(at)).map(({ occurrence, amount }) => [occurrence, formatDecimal(amount)])).toEqual([
      [at22('2026-02-10'), '-0.88'],
      [at22('2026-02-11'), '-2.64'],
      [at22('2026-02-12'), '-0.88'],
    ]);
    expect((await orderOf(at, order.Id)).financing).toBe(decimal('-4.4'));
    expect(await at.laws()).toEqual([]);
    await at.desk.stop();
    await at.tape.stop();
  });

  it('D9.67 D1.4.04: what the cash does not cover becomes deficit, which a night that pays repays first', async () => {
    const terms = { long: rate('-0.01'), short: rate('0.001'), tripleOn: undefined };
    const at = await deskBefore(await open(), TUESDAY, 60_000, {
      products: { [EURUSD]: { financing: terms } },
      settings: { demo_balance: '250' },
    });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.25']);
    const long = await buy(at, anna);
    const short = filled(await at.desk.submit(anna, marketOrder({ type: '2' }), freshKey()));
    // 250 less twice a margin of 110 and a fee of 0.60: 28.80. The night: -110 and +11.
    await later(at, 60_000);
    expect(await at.account(anna)).toMatchObject({ balance: 0n, deficit: decimal('-70.2') });
    expect(await amounts(at)).toEqual(['-28.8', '11']);
    expect((await orderOf(at, long.Id)).financing).toBe(decimal('-110'));
    expect((await orderOf(at, short.Id)).financing).toBe(decimal('11'));
    expect(await at.laws()).toEqual([]);
    const log = await at.db.kysely.selectFrom('ledger_tx').select(['kind', 'ref_id']).where('occurrence', '>', 0).orderBy('id').execute();
    expect(log).toEqual([
      { kind: 'financing', ref_id: long.Id },
      { kind: 'deficit_book', ref_id: long.Id },
      { kind: 'financing', ref_id: short.Id },
      { kind: 'deficit_repay', ref_id: short.Id },
    ]);
  });

  it('D9.67: each product has the 22:00 of its own zone, and none on a weekend; one that closes at 22:00 has traded up to it', async () => {
    const friday = Date.parse('2026-02-13T12:00:00Z');
    const at = await deskBefore(await open(), TUESDAY, 0, {
      clock: new ManualClock(friday),
      products: {
        [EURUSD]: { financing: { ...TERMS, tripleOn: 5 }, hours: 'eu-indices' },
        [GBPUSD]: { financing: TERMS, hours: 'fx' },
      },
    });
    const anna = await at.trader();
    await later(at, 0);
    const gbp = filled(await at.desk.submit(anna, marketOrder({ forex_id: String(GBPUSD) }), freshKey()));
    const eur = await buy(at, anna);
    for (let hour = 0; hour < 4 * 24; hour++) await later(at, 3_600_000);
    expect(
      (await nightsOf(at)).map(({ ref_id, occurrence, amount }) => [ref_id, new Date(occurrence).toISOString(), formatDecimal(amount)]),
    ).toEqual([
      // Friday 22:00 in Berlin, the triple day there; New York has closed at 17:00 and opens on Sunday.
      [eur.Id, '2026-02-13T21:00:00.000Z', '-2.64'],
      [gbp.Id, '2026-02-16T03:00:00.000Z', '-1'],
      [eur.Id, '2026-02-16T21:00:00.000Z', '-0.88'],
      [gbp.Id, '2026-02-17T03:00:00.000Z', '-1'],
    ]);
    expect(await at.laws()).toEqual([]);
  });

  it('D9.67: an order that fills while nobody looks pays the nights after it, and what is left of a position pays for what is left', async () => {
    const at = await deskBefore(await open(), TUESDAY, 60_000);
    const anna = await at.trader();
    await later(at, 0);
    const order = filled(await at.desk.submit(anna, marketOrder({ status: '0', target_price: '1.05', cont: '0.2' }), freshKey()));
    await later(at, 60_000);
    expect(await amounts(at)).toEqual([]);
    await later(at, 60_000, '1.05');
    await later(at, DAY_MS, '1.05');
    expect(await amounts(at)).toEqual(['-5.04']);
    const { Order: part } = (await at.desk.close(anna, { id: String(order.Id), cont: '0.1' }, freshKey())).data ?? {};
    // D9.472: half of its lots has half of its night.
    expect([(await orderOf(at, part?.Id ?? 0)).financing, (await orderOf(at, order.Id)).financing]).toEqual([
      decimal('-2.52'),
      decimal('-2.52'),
    ]);
    await later(at, DAY_MS, '1.05');
    expect(await amounts(at, order.Id)).toEqual(['-5.04', '-0.84']);
    expect(await at.laws()).toEqual([]);
  });

  it('D9.67: an account that holds nothing any more has no nights left, and an act of two at one time counts them once', async () => {
    const at = await deskBefore(await open(), TUESDAY, 1_000);
    const anna = await at.trader();
    await later(at, 0);
    const orders = [await buy(at, anna), await buy(at, anna)];
    await at.clock.advance(1_000);
    at.tape.push({ productId: EURUSD, price: decimal('1.1'), volume: 0n, timeMs: at.clock.now(), confirm: false });
    await at.tape.flush();
    await Promise.all(orders.map(({ Id }) => at.desk.close(anna, { id: String(Id) }, freshKey())));
    expect(await amounts(at)).toEqual(['-0.88', '-0.88']);
    await later(at, DAY_MS);
    await at.desk.caughtUp();
    expect(await amounts(at)).toEqual(['-0.88', '-0.88']);
    expect(await at.db.kysely.selectFrom('due_work').selectAll().execute()).toEqual([]);
    expect(await at.laws()).toEqual([]);
  });
});
