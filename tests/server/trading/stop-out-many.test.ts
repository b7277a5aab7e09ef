/**
 * Thousands of random accounts driven into stop-out: an independent model says what must go and in which order, whatever the grouping of
 * the ticks; pending orders go first, then the largest loss, and nobody who is flat owes anything.
 */
import Big from 'big.js';
import { expect, it } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { SubmitFields } from '#protocol/order-requests.ts';
import type { Db } from '#server/database/database.ts';
import { eachDatabase } from '../each-database.ts';
import { chance } from './chance.ts';
import { type Ask, Model } from './contract-model.ts';
import type { ModelOrder } from './model-books.ts';
import { modelProducts } from './model-products.ts';
import { type Desk, EURUSD, marketOrder, NO_KEY, openDesk, PRODUCTS, USDJPY, XAUUSD } from './trading-fixture.ts';

const START: readonly [number, string][] = [
  [EURUSD, '1.08345'],
  [XAUUSD, '2345.67'],
  [USDJPY, '151.234'],
];
const LOTS_MAX: Readonly<Record<number, number>> = { [EURUSD]: 900, [XAUUSD]: 300, [USDJPY]: 900 };
/** Ticks in a group. */
const GROUPINGS = process.env.TEST_LONG ? [1, 240, 7] : [1, 240];

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

/** The same people with the same random positions and pending orders on any desk, and what the model knows of them. */
async function populate(at: Desk, model: Model, people: number): Promise<ModelOrder[]> {
  const random = chance(42);
  const known: ModelOrder[] = [];
  for (let person = 0; person < people; person++) {
    const trader = await at.trader();
    const account = model.openAccount();
    const pendings = random(3);
    for (let count = 1 + random(3) + pendings; count > 0; count--) {
      const isPending = count <= pendings;
      const product = model.product((START[random(START.length)] as [number, string])[0]);
      const lots = isPending ? 10 + random(60) : 10 + random(LOTS_MAX[product.id] ?? 100);
      const away = (1 + random(800)) * (random(2) === 0 ? 1 : -1);
      const target = isPending
        ? product.price
            .times(1 + away / 100_000)
            .round(product.digits)
            .toFixed()
        : '0';
      const ask: Ask = {
        type: random(2) === 0 ? '1' : '2',
        status: isPending ? '0' : '1',
        ...{ cont: (lots / 100).toFixed(2), product: product.id, target },
        ...{ stopLoss: '0', takeProfit: '0', multiple: String([50, 100, 200, 500][random(4)]) },
      };
      const expected = model.submit(account, ask);
      const fields: Partial<SubmitFields> = {
        type: ask.type,
        cont: ask.cont,
        forex_id: String(ask.product),
        status: ask.status,
        target_price: target,
        multiple: ask.multiple,
      };
      const outcome = await at.desk.submit(trader, marketOrder(fields), NO_KEY);
      expect(outcome.code).toBe(expected.code);
      if (expected.order) {
        expected.order.id = outcome.data?.Id ?? 0;
        known.push(expected.order);
      }
    }
  }
  return known;
}

const told = (order: ModelOrder) =>
  [order.status, order.reason, order.open.toFixed(), order.close.toFixed(), order.profit.toFixed(), order.openSeq, order.closeSeq].join(
    ' ',
  );

async function toldByServer(db: Db): Promise<string[]> {
  const rows = await db.kysely.selectFrom('trade_order').selectAll().orderBy('id').execute();
  return rows.map((row) =>
    [
      ...[row.status, row.close_reason, formatDecimal(row.open_price), formatDecimal(row.close_price), formatDecimal(row.profit)],
      ...[row.open_seq, row.close_seq],
    ].join(' '),
  );
}

/** Accounts in which a position was closed by a stop-out before a pending order was cancelled by the same tick. */
async function wrongOrder(db: Db): Promise<number[]> {
  const rows = await db.kysely
    .selectFrom('trade_order as o')
    .innerJoin('ledger_tx as t', (join) =>
      join.onRef('t.ref_id', '=', 'o.id').on('t.ref_type', '=', 'order').on('t.kind', '=', 'pending_release'),
    )
    .innerJoin('trade_order as c', (join) =>
      join.onRef('c.user_id', '=', 'o.user_id').on('c.close_reason', '=', 'stopout').on('c.status', '=', 3),
    )
    .innerJoin('deal as d', (join) => join.onRef('d.order_id', '=', 'c.id').on('d.kind', '=', 'close'))
    .innerJoin('ledger_tx as l', (join) =>
      join.onRef('l.ref_id', '=', 'd.id').on('l.ref_type', '=', 'deal').on('l.kind', '=', 'margin_release'),
    )
    .select('o.user_id')
    .where('o.status', '=', 4)
    .where('o.close_reason', '=', 'stopout')
    .whereRef('c.close_seq', '=', 'o.close_seq')
    .whereRef('l.id', '<', 't.id')
    .execute();
  return rows.map((row) => row.user_id);
}

eachDatabase('stop-out of many', (open, dialect) => {
  const people = (process.env.TEST_LONG ? 10 : 1) * (dialect === 'sqlite' ? 1_000 : 100);
  it(`S1-4.05: closes exactly what an independent model closes, for ${people} random accounts and any grouping of the ticks`, {
    timeout: 1_800_000,
  }, async () => {
    const ticks = randomTicks(240, 7);
    const ends: { orders: string[]; balances: string[] }[] = [];
    let expected: { orders: string[]; balances: string[] } | undefined;
    for (const size of GROUPINGS) {
      const db = await open();
      const at = await openDesk(db);
      const model = new Model(modelProducts(START.map(([id]) => id)));
      model.now = at.clock.now();
      for (const [id, price] of START) model.tick(id, price);
      await at.tick(...START);
      const known = await populate(at, model, people);
      for (let start = 0; start < ticks.length; start += size) await at.tick(...ticks.slice(start, start + size));
      expect(await at.laws()).toEqual([]);
      expect(await wrongOrder(db)).toEqual([]);
      const parts = await db.kysely.selectFrom('account').selectAll().where('user_id', 'is not', null).orderBy('user_id').execute();
      const balances = parts.filter((row) => row.part === 'balance').map((row) => formatDecimal(row.balance));
      ends.push({ orders: await toldByServer(db), balances });
      if (!expected) {
        for (const [id, price] of ticks) model.tick(id, price);
        expected = { orders: known.map(told), balances: model.accounts.map((account) => account.balance.toFixed()) };
        const flat = model.accounts.filter((account) => account.live().length === 0);
        // In a crowd everything happens to somebody.
        const happens = people >= 1_000 ? ['stopout', 'cancelled stopout', 'triggered', 'deficit', 'forgiven'] : ['stopout'];
        expect(happens.filter((what) => !model.counts.get(what))).toEqual([]);
        expect(people < 1_000 || flat.length > 0).toBe(true);
        for (const account of flat) expect([account.balance.gte(0), account.deficit.toFixed()]).toEqual([true, '0']);
      }
      const owing = new Set(parts.filter((row) => row.part === 'deficit' && row.balance < 0n).map((row) => row.user_id));
      const live = await db.kysely.selectFrom('trade_order').select('user_id').where('status', 'in', [0, 1]).execute();
      for (const row of live) owing.delete(row.user_id);
      expect([...owing]).toEqual([]);
      await at.desk.stop();
      await db.close();
    }
    for (const end of ends) expect(end).toEqual(expected);
  });
});
