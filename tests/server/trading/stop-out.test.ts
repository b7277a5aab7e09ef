import Big from 'big.js';
import { expect, it } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import type { Db } from '#server/database/database.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { type ModelAccount, type ModelClose, modelTick } from './stop-out-model.ts';
import { type Desk, EURUSD, filled, freshKey, GBPUSD, marketOrder, NO_KEY, openDesk, PRODUCTS, USDJPY, XAUUSD } from './trading-fixture.ts';

/** A small generator of repeatable chance. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const START: readonly [number, string][] = [
  [EURUSD, '1.08345'],
  [XAUUSD, '2345.67'],
  [USDJPY, '151.234'],
];
const LOTS_MAX: Readonly<Record<number, number>> = { [EURUSD]: 900, [XAUUSD]: 300, [USDJPY]: 900 };

/** A walk that jumps now and then, so that many accounts fall through more than one level at a time. */
function randomTicks(count: number, seed: number): [number, string][] {
  const random = chance(seed);
  const prices = new Map(START.map(([id, price]) => [id, new Big(price)]));
  return Array.from({ length: count }, () => {
    const [id] = START[random(START.length)] as [number, string];
    const step = (random(2_001) - 1_000) * (random(20) === 0 ? 8 : 1);
    const digits = PRODUCTS.find((it) => it.id === id)?.pricePrecision ?? 5;
    const price = (prices.get(id) as Big).times(1 + step / 1_000_000).round(digits);
    prices.set(id, price);
    return [id, price.toFixed()];
  });
}

/** The same people with the same random positions on any desk, and what the model knows of them. */
async function populate(
  at: Desk,
  people: number,
  seed: number,
): Promise<{ traders: Trader[]; models: ModelAccount[]; orderIds: number[] }> {
  const random = chance(seed);
  const [traders, models, orderIds]: [Trader[], ModelAccount[], number[]] = [[], [], []];
  for (let person = 0; person < people; person++) {
    const trader = await at.trader();
    const model: ModelAccount = { balance: new Big(10_000), deficit: new Big(0), positions: [] };
    for (let tries = 1 + random(4); tries > 0; tries--) {
      const [product] = START[random(START.length)] as [number, string];
      const lots = formatDecimal(BigInt(10 + random(LOTS_MAX[product] ?? 100)) * 1_000_000n);
      const type = random(2) === 0 ? '1' : '2';
      const multiple = String([50, 100, 200, 500][random(4)]);
      const outcome = await at.desk.submit(trader, marketOrder({ type, cont: lots, forex_id: String(product), multiple }), NO_KEY);
      if (outcome.code !== 1) continue;
      const row = filled(outcome);
      const { contractNumber, quoteRate } = PRODUCTS.find((it) => it.id === product) as (typeof PRODUCTS)[number];
      model.balance = model.balance.minus(row.CautionMoney).minus(row.TradeFee);
      model.positions.push({
        index: orderIds.length,
        product,
        sign: type === '1' ? 1 : -1,
        lots: new Big(lots),
        open: new Big(row.Price),
        contract: Number(contractNumber / 100_000_000n),
        rate: new Big(formatDecimal(quoteRate)),
        margin: new Big(row.CautionMoney),
      });
      orderIds.push(row.Id);
    }
    traders.push(trader);
    models.push(model);
  }
  return { traders, models, orderIds };
}

const closedOf = async (db: Db, orderIds: readonly number[]): Promise<ModelClose[]> => {
  const rows = await db.kysely.selectFrom('trade_order').selectAll().where('status', '=', 3).orderBy('id').execute();
  return rows.map((row) => ({ index: orderIds.indexOf(row.id), price: formatDecimal(row.close_price), profit: formatDecimal(row.profit) }));
};

eachDatabase('stop-out', (open, dialect) => {
  const people = dialect === 'sqlite' ? 1_000 : 150;
  it(`closes exactly what an independent model closes, for ${people} random accounts and any grouping of the ticks`, {
    timeout: 300_000,
  }, async () => {
    const ticks = randomTicks(240, 7);
    const groupings = [1, 240, 7];
    const ends: { closes: ModelClose[]; balances: string[] }[] = [];
    let expected: { closes: ModelClose[]; balances: string[] } | undefined;
    for (const size of groupings) {
      const db = await open();
      const at = await openDesk(db);
      await at.tick(...START);
      const { traders, models, orderIds } = await populate(at, people, 42);
      for (let start = 0; start < ticks.length; start += size) await at.tick(...ticks.slice(start, start + size));
      expect(await at.laws()).toEqual([]);
      const rows = await db.kysely
        .selectFrom('account')
        .select(['user_id', 'balance'])
        .where('part', '=', 'balance')
        .where('user_id', 'is not', null)
        .execute();
      const byUser = new Map(rows.map((row) => [row.user_id, formatDecimal(row.balance)]));
      ends.push({ closes: await closedOf(db, orderIds), balances: traders.map((trader) => byUser.get(trader.id) ?? '') });
      if (!expected) {
        const prices = new Map(START.map(([id, price]) => [id, new Big(price)]));
        const closes: ModelClose[] = [];
        for (const [product, price] of ticks) {
          prices.set(product, new Big(price));
          for (const model of models) closes.push(...modelTick(model, product, prices, 50));
        }
        closes.sort((a, b) => a.index - b.index);
        expected = { closes, balances: models.map((model) => model.balance.toFixed()) };
      }
      await at.desk.stop();
      await db.close();
    }
    expect(expected?.closes.length).toBeGreaterThan(people / 10);
    for (const end of ends) expect(end).toEqual(expected);
  });

  it('closes at or below the level, not above it, and the largest loss first until the level is good again', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '1000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const big = filled(await at.desk.submit(anna, marketOrder({ cont: '0.6', multiple: '100' }), freshKey()));
    const small = filled(await at.desk.submit(anna, marketOrder({ cont: '0.3', multiple: '100', forex_id: String(GBPUSD) }), freshKey()));
    // Equity 994.6, margin 900: the level is 50 % when 544.6 are lost.
    await at.tick([GBPUSD, '0.998'], [EURUSD, '0.99193']);
    expect((await at.desk.orders(anna, { status: 1, page: 1, limit: 10 })).total).toBe(2);
    await at.tick([EURUSD, '0.99192']);
    const held = await at.desk.orders(anna, { status: 1, page: 1, limit: 10 });
    expect(held.data.map((row) => row.Id)).toEqual([small.Id]);
    const [closed] = (await at.desk.orders(anna, { status: 3, page: 1, limit: 10 })).data;
    expect(closed).toMatchObject({ Id: big.Id, CloseReason: 'stopout', FactProfits: '-484.8', UpdatePrice: 0.99192 });
    expect((await at.events(anna)).slice(-4)).toMatchObject([
      { topic: 'FOREX_CLOSED', payload: { data: [big.Id], reasons: { [big.Id]: 'stopout' } } },
      { topic: 'ORDER', payload: { data: { Id: big.Id, Status: 3 } } },
      { topic: 'BALANCE' },
      { topic: 'NOTICE', payload: { data: { kind: 'stop_out', level: '49.98' } } },
    ]);
    expect(await at.laws()).toEqual([]);
  });

  it('calls once on falling through 100 %, and again only after 110 %', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '1000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.9', multiple: '100' }), freshKey()));
    const calls = async () =>
      (await at.events(anna)).filter((event) => event.topic === 'NOTICE').map((event) => (event.payload.data as { level: string }).level);
    // Equity 994.6, margin 900. At 100 % the loss is 94.6: price 0.998949.
    await at.tick([EURUSD, '0.99895']);
    expect(await calls()).toEqual([]);
    await at.tick([EURUSD, '0.99894'], [EURUSD, '0.998'], [EURUSD, '0.9995'], [EURUSD, '0.998']);
    expect(await calls()).toEqual(['99.91']);
    // 110 %: 990, which is a loss of 4.6: price 0.99995 is above it, 0.9999 below.
    await at.tick([EURUSD, '0.9999'], [EURUSD, '0.998']);
    expect((await calls()).length).toBe(1);
    await at.tick([EURUSD, '0.99995'], [EURUSD, '0.998']);
    expect(await calls()).toEqual(['99.91', '90.51']);
  });

  it('passes over positions whose market is closed or stale and judges them at their first tick after', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '1000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const lots = { cont: '0.4', multiple: '100' };
    const euro = filled(await at.desk.submit(anna, marketOrder(lots), freshKey()));
    const pound = filled(await at.desk.submit(anna, marketOrder({ ...lots, forex_id: String(GBPUSD) }), freshKey()));
    const held = async () => (await at.desk.orders(anna, { status: 1, page: 1, limit: 10 })).data.map((row) => row.Id);
    // The pound has the larger loss but goes silent; only the euro can be closed, and that is not enough.
    await at.tick([GBPUSD, '0.986']);
    await at.clock.advance(5_000);
    await at.tick([EURUSD, '0.992']);
    expect(await held()).toEqual([pound.Id]);
    await at.tick([EURUSD, '0.5']);
    expect(await held()).toEqual([pound.Id]);
    at.closed.add(GBPUSD);
    await at.tick([GBPUSD, '0.9861']);
    expect(await held()).toEqual([pound.Id]);
    at.closed.clear();
    await at.clock.advance(5_000);
    // The first sign of life after the silence is a confirm: no movement, but a price that counts.
    await at.confirm(GBPUSD);
    expect(await held()).toEqual([]);
    const history = (await at.desk.orders(anna, { status: 3, page: 1, limit: 10 })).data;
    expect(new Map(history.map((row) => [row.Id, row.UpdatePrice]))).toEqual(
      new Map([
        [euro.Id, 0.992],
        [pound.Id, 0.9861],
      ]),
    );
    expect(await at.laws()).toEqual([]);
  });

  it('judges after a restart the ticks that came while nobody judged, at the tick where it was due', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    await at.desk.stop();
    await at.tick([EURUSD, '0.999'], [EURUSD, '0.99'], [EURUSD, '1.5']);
    const later = await openDesk(db, { clock: at.clock });
    await later.desk.caughtUp();
    const [closed] = (await later.desk.orders(anna, { status: 3, page: 1, limit: 10 })).data;
    expect(closed).toMatchObject({ Id, UpdatePrice: 0.99, CloseReason: 'stopout' });
    expect(await later.laws()).toEqual([]);
  });

  it('never judges an order by ticks from before it', async () => {
    const db = await open();
    const at = await openDesk(db, { isStarted: false });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '0.5'], [GBPUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '4' }), freshKey()));
    // The pound was low before the order came; the cursor of the evaluator still stands before that.
    filled(await at.desk.submit(anna, marketOrder({ cont: '4', forex_id: String(GBPUSD) }), freshKey()));
    await db.transaction((trx) => trx.insertInto('tape_cursor').values({ name: 'evaluator', seq: 0 }).execute());
    await at.desk.start();
    await at.desk.caughtUp();
    expect((await at.desk.orders(anna, { status: 1, page: 1, limit: 10 })).total).toBe(2);
    await at.tick([EURUSD, '1.00001']);
    expect((await at.desk.orders(anna, { status: 1, page: 1, limit: 10 })).total).toBe(2);
  });

  it('learns of an order from another process before the next ticks', async () => {
    const db = await open();
    const at = await openDesk(db);
    const other = await openDesk(db, { clock: at.clock, isStarted: false });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const { Id } = filled(await other.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    // Nobody told this evaluator but the row that the other desk left in the database.
    await at.tick([GBPUSD, '1.1'], [EURUSD, '0.99'], [EURUSD, '1.2']);
    expect((await at.desk.orders(anna, { status: 3, page: 1, limit: 10 })).data[0]).toMatchObject({ Id, UpdatePrice: 0.99 });
    expect(await at.laws()).toEqual([]);
  });

  it('two evaluators over one database close a position once', async () => {
    const db = await open();
    const at = await openDesk(db);
    const other = await openDesk(db, { clock: at.clock });
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    other.desk.touch(anna.id);
    await at.tick([EURUSD, '0.5']);
    await at.clock.advance(2_000);
    const { count } = await db.kysely
      .selectFrom('deal')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'close')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    expect(await at.laws()).toEqual([]);
    expect((await at.account(anna)).balance).toBe(decimal('0'));
  });
});
