/** Statements that are compiled once: bound anew each time, and alive when a table changes under them. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { prepared, preparedRows } from '#server/database/prepared.ts';
import { eachDatabase } from '../each-database.ts';

type Fact = { key: string; value: string };
const insertFacts = preparedRows<Fact, { key: string }>(['key', 'value'], 3, (db, rows) =>
  db.insertInto('fact').values(rows).returning('key'),
);
const factsFrom = prepared<{ from: string }, Fact>((db, arg) =>
  db.selectFrom('fact').selectAll().where('key', '>=', arg('from')).orderBy('key'),
);
const facts = (count: number, start = 0): Fact[] =>
  Array.from({ length: count }, (_, index) => ({ key: `k${start + index}`, value: `v${start + index}` }));

eachDatabase('prepared statements', (open) => {
  it('write any number of rows and read with the arguments of each call', async () => {
    const db = await open();
    const keys = await db.transaction((trx) => insertFacts(trx, facts(8)));
    expect(keys.map((row) => row.key)).toEqual(facts(8).map((fact) => fact.key));
    expect((await factsFrom(db.kysely, { from: 'k6' })).rows).toEqual(facts(2, 6));
    expect((await factsFrom(db.kysely, { from: 'k7' })).rows).toEqual(facts(1, 7));
    expect(await db.transaction((trx) => insertFacts(trx, []))).toEqual([]);
  });

  it('go on when a table gets another column, as by the migration of a newer node', async () => {
    const db = await open();
    await db.transaction((trx) => insertFacts(trx, facts(1)));
    const read = () => db.transaction(async (trx) => (await factsFrom(trx, { from: 'k0' })).rows.map((row) => row.value));
    expect(await read()).toEqual(['v0']);
    await db.transaction((trx) => sql`alter table fact add column more text`.execute(trx));
    expect(await read()).toEqual(['v0']);
  });
});
