/**
 * Random lives of two people on one desk: whatever they and the market do, every law of the ledger holds after every step, a refusal
 * writes nothing, a repeated call changes nothing, and all money that ever was adds up to what came in.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Outcome } from '#server/outcome.ts';
import type { RequestKey, Trader } from '#server/trading/trading.ts';
import { MarketFlips } from '../../server/trading/market-flips.ts';
import {
  type Desk,
  EURUSD,
  freshKey,
  GBPUSD,
  marketOrder,
  moneyRows,
  openDesk,
  USDJPY,
  USOIL,
} from '../../server/trading/trading-fixture.ts';

const PRODUCT_IDS = [EURUSD, GBPUSD, USDJPY, USOIL] as const;
const START: Readonly<Record<number, string>> = { [EURUSD]: '1.08345', [GBPUSD]: '1.27', [USDJPY]: '151.234', [USOIL]: '70.5' };
const STEPS_MAX = 40;

type Step =
  | { act: 'submit'; who: number; product: number; side: '1' | '2'; lots: number; multiple: string; isRepeated: boolean }
  | { act: 'close'; who: number; pick: number; isRepeated: boolean }
  | { act: 'tick'; ticks: { product: number; permille: number }[] }
  | { act: 'wait'; ms: number }
  | { act: 'market'; product: number }
  | { act: 'void'; who: number }
  | { act: 'reset'; who: number };

const who = fc.nat(1);
const product = fc.constantFrom(...PRODUCT_IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('submit' as const),
      who,
      product,
      side: fc.constantFrom('1' as const, '2' as const),
      // Hundredths of a lot: below the minimum, ordinary, and far too many.
      lots: fc.oneof(
        { weight: 1, arbitrary: fc.nat(12) },
        { weight: 6, arbitrary: fc.integer({ min: 10, max: 400 }) },
        { weight: 1, arbitrary: fc.integer({ min: 400, max: 6_000 }) },
      ),
      multiple: fc.constantFrom('50', '100', '200', '500', '500', '500', '3'),
      isRepeated: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('close' as const), who, pick: fc.nat(20), isRepeated: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('tick' as const),
      ticks: fc.array(
        fc.record({
          product,
          permille: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -15, max: 15 }), fc.integer({ min: -80, max: 80 })),
        }),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.constantFrom(100, 100, 4_999, 5_000) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('market' as const), product }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('void' as const), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reset' as const), who }) },
);

/** Runs a money call; a refusal must leave every row as it was, and the same call again must leave every row as it is. */
async function call(at: Desk, isRepeated: boolean, send: (key: RequestKey) => Promise<Outcome>): Promise<void> {
  const before = await moneyRows(at.db);
  const key = freshKey();
  const outcome = await send(key);
  const after = await moneyRows(at.db);
  if (outcome.code !== 1) expect(after).toBe(before);
  if (!isRepeated) return;
  expect(await send(key)).toEqual(outcome);
  expect(await moneyRows(at.db)).toBe(after);
}

type World = { readonly at: Desk; readonly people: readonly Trader[]; readonly prices: Map<number, bigint>; readonly flips: MarketFlips };

async function take({ at, people, prices, flips }: World, it: Step): Promise<void> {
  if (it.act === 'wait') return at.clock.advance(it.ms);
  if (it.act === 'market') {
    // Hours are a function of time: a market closes after the ticks so far.
    await at.clock.advance(1);
    flips.flip(it.product, at.clock.now());
    return;
  }
  if (it.act === 'tick') {
    const ticks = it.ticks.map(({ product: id, permille }): [number, string] => {
      const price = ((prices.get(id) as bigint) * BigInt(1_000 + permille)) / 1_000n;
      const positive = price > 1_000_000n ? price : 1_000_000n;
      prices.set(id, positive);
      return [id, `${positive / 100_000_000n}.${String(positive % 100_000_000n).padStart(8, '0')}`];
    });
    return at.tick(...ticks);
  }
  const trader = people[it.who] as Trader;
  if (it.act === 'void') return void (await at.desk.voidKey(trader, String(freshKey().key)));
  if (it.act === 'reset') return call(at, true, (key) => at.desk.resetDemo(trader, key));
  if (it.act === 'submit') {
    const cont = (it.lots / 100).toFixed(2);
    const fields = marketOrder({ type: it.side, cont, forex_id: String(it.product), multiple: it.multiple });
    return call(at, it.isRepeated, (key) => at.desk.submit(trader, fields, key));
  }
  const orders = await at.db.kysely.selectFrom('trade_order').select('id').where('user_id', '=', trader.id).orderBy('id', 'desc').execute();
  const id = String(orders[it.pick % (orders.length + 1)]?.id ?? 999_999);
  return call(at, it.isRepeated, (key) => at.desk.close(trader, { id }, key));
}

it('S1-7.38 S1-4.05: every law of the ledger holds after every step of random lives', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS_MAX / 2, maxLength: STEPS_MAX }), async (steps) => {
      const db = await openDatabase({ dataDir: '', inMemory: true });
      try {
        const flips = new MarketFlips();
        const at = await openDesk(db, { isOpenAt: (id, timeMs) => flips.isOpenAt(id, timeMs) });
        const people = [await at.trader(), await at.trader()];
        const prices = new Map(PRODUCT_IDS.map((id) => [id as number, decimal(START[id] as string) as bigint]));
        await at.tick(...PRODUCT_IDS.map((id): [number, string] => [id, START[id] as string]));
        for (const it of steps) {
          await take({ at, people, prices, flips }, it);
          expect(await at.laws()).toEqual([]);
        }
        const rows = await db.kysely.selectFrom('account').select('balance').execute();
        const held = rows.reduce((sum, row) => sum + row.balance, 0n);
        const house = (await Promise.all(['equity_in', 'fees', 'pnl', 'protection'].map(at.house))).reduce(
          (sum, amount) => sum + amount,
          0n,
        );
        expect(held + house).toBe(0n);
        expect(await at.house('fees')).toBeGreaterThanOrEqual(0n);
        await at.desk.stop();
      } finally {
        await db.close();
      }
    }),
    { numRuns: process.env.TEST_LONG ? 1_000 : 150 },
  );
});
