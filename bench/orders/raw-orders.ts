/**
 * The yardstick of a database: what one order writes, written straight through the driver with prepared statements, in a database with the
 * same tables, indexes and triggers; one commit each, on one connection. SQLite at synchronous=FULL, PostgreSQL with fsync.
 */
import { join } from 'node:path';
import pg from 'pg';
import { openConnection } from '../../server/database/sqlite-engine.ts';
import { type OrderWrites, orderWrites, type Row } from './order-writes.ts';

/** `perSecond` of wall time; CPU of this process for one, which does not hold what a database server takes. */
type RawSpeed = { readonly perSecond: number; readonly cpuMs: number };
export type RawOrders = { run(durationMs: number): Promise<RawSpeed>; close(): Promise<void> };

async function timed(durationMs: number, write: () => Promise<void>): Promise<RawSpeed> {
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  let count = 0;
  for (; performance.now() - startMs < durationMs; count++) await write();
  const tookMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / tookMs) * 1_000, cpuMs: (user + system) / 1_000 / count };
}

/** Of a stopped server's database that holds at least one order. */
export async function openRawSqlite(dataDir: string): Promise<RawOrders> {
  const db = await openConnection(join(dataDir, 'outcry.db'));
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']) db.exec(`pragma ${pragma}`);
  const writes = await orderWrites((sql, values) => db.prepare(sql).all([...values]) as Row[]);
  // The connection keeps what it has prepared.
  const writeOne = (steps: OrderWrites): void => {
    db.prepare('begin immediate').run([]);
    for (let step = steps.next(); !step.done; ) {
      const { lastInsertRowid } = db.prepare(step.value.sql).run([...step.value.values]);
      step = steps.next(BigInt(lastInsertRowid));
    }
    db.prepare('commit').run([]);
  };
  return {
    run: (durationMs) => timed(durationMs, async () => writeOne(writes())),
    close: async () => db.close(),
  };
}

/** `?` as PostgreSQL counts them. */
const numbered = (sql: string): string => {
  let at = 0;
  return sql.replaceAll('?', () => `$${++at}`);
};

/** Of a database that a stopped server has put at least one order into. */
export async function openRawPostgres(databaseUrl: string): Promise<RawOrders> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const names = new Map<string, pg.QueryConfig>();
  const statement = (sql: string, givesId: boolean): pg.QueryConfig => {
    const made = names.get(sql) ?? { name: `w${names.size}`, text: `${numbered(sql)}${givesId ? ' returning id' : ''}` };
    names.set(sql, made);
    return made;
  };
  const writes = await orderWrites(async (sql, values) => (await client.query<Row>(numbered(sql), [...values])).rows);
  const writeOne = async (steps: OrderWrites): Promise<void> => {
    await client.query('begin');
    for (let step = steps.next(); !step.done; ) {
      const { sql, values, givesId } = step.value;
      const { rows } = await client.query<{ id: string }>({ ...statement(sql, givesId), values: [...values] });
      step = steps.next(givesId ? rows[0]?.id : undefined);
    }
    await client.query('commit');
  };
  return {
    run: (durationMs) => timed(durationMs, () => writeOne(writes())),
    close: () => client.end(),
  };
}
