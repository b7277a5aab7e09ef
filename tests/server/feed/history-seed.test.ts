import { expect, it } from 'vitest';
import { createCatalogue, type ProductCatalogue } from '#server/catalogue/product-catalogue.ts';
import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { CounterRandom } from '#server/feed/counter-random.ts';
import { createHistory, type MarketHistory } from '#server/feed/market-history.ts';
import { SyntheticMarket } from '#server/feed/synthetic-market.ts';
import { syntheticProduct } from '#server/feed/synthetic-product.ts';
import { silentLog } from '#server/log.ts';
import { eachDatabase } from '../each-database.ts';
import { START_MS, SYNTHETIC } from './market-rig.ts';

const put = (db: Db, key: string, value: string): Promise<unknown> =>
  db.transaction((trx) => trx.insertInto('fact').values({ key, value }).execute());
const secretOf = async (db: Db): Promise<string | undefined> =>
  (await db.kysely.selectFrom('fact').select('value').where('key', '=', 'history_seed').executeTakeFirst())?.value;

/** The history of a database as a start with a `SEED`, or with none, opens it. */
async function opened(db: Db, seed?: number): Promise<{ history: MarketHistory; catalogue: ProductCatalogue }> {
  await seedCatalogue(db);
  const catalogue = await createCatalogue(db);
  const config = { ...SYNTHETIC, seed };
  return { catalogue, history: await createHistory({ config, db, clock: new ManualClock(START_MS), catalogue, log: silentLog }) };
}
const days = ({ history, catalogue }: Awaited<ReturnType<typeof opened>>) =>
  history.marketOf(catalogue.byCode('EURUSD')!).barsBefore(5, START_MS, 30, 0);
/** What a database from before there were secrets showed. */
const oldDays = ({ catalogue }: Awaited<ReturnType<typeof opened>>, seed: number) => {
  const euro = catalogue.byCode('EURUSD')!;
  return new SyntheticMarket(new CounterRandom(seed, euro.id), syntheticProduct(euro)).barsBefore(5, START_MS, 30, 0);
};

eachDatabase('the seed of history', (openDatabase) => {
  it('a new database makes a secret of 256 bits of its own, and keeps it', async () => {
    const [one, other] = [await openDatabase(), await openDatabase()];
    const [first, second] = [await opened(one), await opened(other)];
    expect(await secretOf(one)).toMatch(/^keyed:[0-9a-f]{64}$/);
    expect(await secretOf(other)).not.toBe(await secretOf(one));
    expect(days(first)).not.toEqual(days(second));
    expect(days(await opened(one))).toEqual(days(first));
    expect(days(await opened(one, 7))).toEqual(days(first));
    expect(days(first)).not.toEqual(oldDays(first, 1));
  });

  it('a SEED gives every new database the same history', async () => {
    const [one, other, another] = [await openDatabase(), await openDatabase(), await openDatabase()];
    expect(days(await opened(one, 7))).toEqual(days(await opened(other, 7)));
    expect(days(await opened(another, 8))).not.toEqual(days(await opened(one)));
  });

  it('a database from before there were secrets keeps its charts, with the seed that it had', async () => {
    const [plain, seeded] = [await openDatabase(), await openDatabase()];
    for (const db of [plain, seeded]) await put(db, 'first_start', String(START_MS));
    const first = await opened(plain);
    expect(days(first)).toEqual(oldDays(first, 1));
    expect(await secretOf(plain)).toBe('counter:1');
    const second = await opened(seeded, 7);
    expect(days(second)).toEqual(oldDays(second, 7));
    // A later start without SEED changes nothing.
    expect(days(await opened(seeded))).toEqual(oldDays(second, 7));
  });

  it('a seed that cannot be read stops the start with one line', async () => {
    const db = await openDatabase();
    await put(db, 'history_seed', 'keyed:abc');
    await expect(opened(db)).rejects.toThrow(/^the fact history_seed is not keyed:/);
  });
});
