/**
 * Around 22:00: who comes a second before it and goes a second after it, or is out of the account that pays just then, gains nothing by it as
 * long as a night brings no more than an order costs (D9.285); and of closes that race the first tick after it exactly those pay that come behind it.
 */
import { expect, it } from 'vitest';
import { decimal, formatDecimal, type Money, type Ratio } from '#domain/decimal.ts';
import { nightGainMost } from '#domain/financing-bound.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { type Desk, EURUSD, filled, freshKey, marketOrder, openDesk, PRODUCTS } from './trading-fixture.ts';

const DAY_MS = 86_400_000;
/** A tenth of a second before a night, and so long from there to behind it. */
const BEFORE_MS = Date.parse('2026-02-10T21:59:59.900Z');
const OVER_MS = 200;
const NIGHTS = 7;
const LOTS = '10';
const PRICE = '1';

const EUR = PRODUCTS[0] as (typeof PRODUCTS)[number];
const MOST = nightGainMost(
  { tripleOn: undefined },
  { ...EUR, feeType: '1', price: decimal(PRICE), leverages: EUR.leverages.map(({ value }) => value) },
);

const open = async (at: Desk, trader: Trader, type: '1' | '2') =>
  String(filled(await at.desk.submit(trader, marketOrder({ type, cont: LOTS, multiple: '500' }), freshKey())).Id);
const close = async (at: Desk, trader: Trader, id: string) => filled(await at.desk.close(trader, { id }, freshKey()));

async function cash(at: Desk, ...traders: readonly Trader[]): Promise<Money> {
  const accounts = await Promise.all(traders.map((trader) => at.account(trader)));
  return accounts.reduce<Money>((sum, { balance = 0n }) => sum + balance, 0n);
}

/** What somebody has gained after so many nights at a rate that a seller gets and a buyer pays; the price never moves. */
async function gained(db: Db, rate: Ratio, play: (at: Desk) => Promise<Trader[]>): Promise<number> {
  const financing = { long: -rate, short: rate, tripleOn: undefined };
  const at = await openDesk(db, { clock: new ManualClock(BEFORE_MS), products: { [EURUSD]: { financing } } });
  await at.tick([EURUSD, PRICE]);
  const people = await play(at);
  expect(await at.laws()).toEqual([]);
  const result = Number(formatDecimal((await cash(at, ...people)) - decimal<Money>('10000') * BigInt(people.length)));
  await at.desk.stop();
  await at.tape.stop();
  return result;
}

async function pass(at: Desk, ms: number): Promise<void> {
  await at.clock.advance(ms);
  await at.tick([EURUSD, PRICE]);
}

/** Sold for the fifth of a second around each night, and never otherwise. */
async function comeAndGo(at: Desk): Promise<Trader[]> {
  const anna = await at.trader();
  for (let night = 0; night < NIGHTS; night++) {
    const id = await open(at, anna, '2');
    await pass(at, OVER_MS);
    await close(at, anna, id);
    await pass(at, DAY_MS - OVER_MS);
  }
  return [anna];
}

/** Sold in one account and bought in another, which is out around each night. */
async function stepAside(at: Desk): Promise<Trader[]> {
  const [paid, paying] = [await at.trader(), await at.trader()];
  const sold = await open(at, paid, '2');
  let bought = await open(at, paying, '1');
  for (let night = 0; night < NIGHTS; night++) {
    await close(at, paying, bought);
    await pass(at, OVER_MS);
    bought = await open(at, paying, '1');
    await pass(at, DAY_MS - OVER_MS);
  }
  await close(at, paid, sold);
  await close(at, paying, bought);
  return [paid, paying];
}

eachDatabase('the edge of a night', (openDatabase) => {
  for (const [name, play] of [
    ['comes just before each night and goes just after it', comeAndGo],
    ['is out of the account that pays just then', stepAside],
  ] as const) {
    it(`D9.285: who ${name} pays more than they get, at the most that a night may bring`, async () => {
      expect(await gained(await openDatabase(), MOST, play)).toBeLessThan(0);
    });

    it(`D9.285: and beyond it the house would pay them: who ${name}`, async () => {
      expect(await gained(await openDatabase(), 2n * MOST, play)).toBeGreaterThan(0);
    });
  }

  it('D9.67 D9.17: of closes that race the first tick after 22:00 those pay that came behind it, and no others', async () => {
    const financing = { long: decimal<Ratio>('-0.0001'), short: 0n, tripleOn: undefined };
    const at = await openDesk(await openDatabase(), { clock: new ManualClock(BEFORE_MS), products: { [EURUSD]: { financing } } });
    await at.tick([EURUSD, PRICE]);
    const all: { trader: Trader; id: string }[] = [];
    for (let made = 0; made < 12; made++) {
      const trader = await at.trader();
      all.push({ trader, id: await open(at, trader, '1') });
    }
    const lastBefore = at.tape.lastSeq();
    const closeAll = (some: typeof all) => some.map(({ trader, id }) => close(at, trader, id));
    const early = closeAll(all.slice(0, 6));
    await at.clock.advance(OVER_MS);
    const tick = at.tick([EURUSD, '1.001']);
    await Promise.all([...early, tick, ...closeAll(all.slice(6))]);
    await Promise.all([tick, at.desk.caughtUp()]);
    const rows = await at.db.kysely.selectFrom('trade_order').select(['close_seq', 'financing']).execute();
    expect(rows.every(({ close_seq }) => close_seq > 0)).toBe(true);
    for (const { close_seq, financing: paid } of rows) expect(formatDecimal(paid)).toBe(close_seq > lastBefore ? '-100' : '0');
    expect(await at.laws()).toEqual([]);
  });
});
