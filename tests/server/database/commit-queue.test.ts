/** Transactions that share a commit: each stands and falls by itself, and nobody is answered before what he did is on disk. */
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { ColumnTypesPlugin } from '#server/database/columns.ts';
import { CommitQueue } from '#server/database/commit-queue.ts';
import type { Trx } from '#server/database/database.ts';
import { runMigrations } from '#server/database/migrations.ts';
import type { Database } from '#server/database/schema.ts';
import { OwnSqliteDialect } from '#server/database/sqlite-dialect.ts';
import { openConnection } from '#server/database/sqlite-engine.ts';

const WAITING_MAX = 2_000;

/** A queue over a database in memory, and what the connection was told, in order. */
async function rig() {
  const connection = await openConnection(':memory:');
  const kysely = new Kysely<Database>({ dialect: new OwnSqliteDialect(connection, 'immediate'), plugins: [new ColumnTypesPlugin()] });
  await kysely.transaction().execute((trx) => runMigrations(trx, 'sqlite'));
  const told: string[] = [];
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql) => {
    told.push(sql);
    return prepare(sql);
  };
  const queue = new CommitQueue(kysely);
  const facts = async () => (await kysely.selectFrom('fact').select('key').orderBy('key').execute()).map((row) => row.key);
  return { queue, told, facts };
}

const write = (key: string) => async (trx: Trx) => {
  await trx.insertInto('fact').values({ key, value: '' }).execute();
  return key;
};
const writeAndFail = (key: string) => async (trx: Trx) => {
  await write(key)(trx);
  throw new Error(`${key} fails`);
};
const count = (told: readonly string[], word: string) => told.filter((sql) => sql === word).length;

it('G13: commits once what waited together, and answers nobody before that', async () => {
  const { queue, told, facts } = await rig();
  const keys = Array.from({ length: 20 }, (_, index) => `k${String(index).padStart(2, '0')}`);
  const answered = async (key: string) => {
    const answer = await queue.run(write(key));
    told.push('answer');
    return answer;
  };
  const answers = await Promise.all(keys.map(answered));
  expect(answers).toEqual(keys);
  expect(await facts()).toEqual(keys);
  expect(count(told, 'commit')).toBe(1);
  expect(told.indexOf('answer')).toBeGreaterThan(told.indexOf('commit'));
});

it('takes back what failed and nothing of its neighbours', async () => {
  const { queue, facts } = await rig();
  const ended = await Promise.allSettled([queue.run(write('a')), queue.run(writeAndFail('b')), queue.run(write('c'))]);
  expect(ended.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(ended[1]).toMatchObject({ reason: { message: 'b fails' } });
  expect(await facts()).toEqual(['a', 'c']);
});

it('refuses all of a commit when the engine gave up the whole, and goes on', async () => {
  const { queue, facts } = await rig();
  const giveUp = async (trx: Trx) => {
    await trx.executeQuery({ ...trx.selectFrom('fact').selectAll().compile(), sql: 'rollback', parameters: [] });
    throw new Error('given up');
  };
  const ended = await Promise.allSettled([queue.run(write('a')), queue.run(giveUp), queue.run(write('c'))]);
  expect(ended.map((end) => end.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await facts()).toEqual([]);
  await queue.run(write('d'));
  expect(await facts()).toEqual(['d']);
});

it('lets a bounded number wait', async () => {
  const { queue, facts } = await rig();
  const waiting = Array.from({ length: WAITING_MAX }, (_, index) => queue.run(write(`k${index}`)));
  await expect(queue.run(write('one too many'))).rejects.toMatchObject({ name: 'DatabaseUnavailableError', trouble: 'busy' });
  await Promise.all(waiting);
  expect((await facts()).length).toBe(WAITING_MAX);
});
