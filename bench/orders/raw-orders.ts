/**
 * The yardstick of a database: what one order writes, written straight through the driver with prepared statements, in a database with the
 * same tables, indexes and triggers: SQLite at synchronous=FULL, with one commit for as many orders as are asked for, since it has one
 * writer; PostgreSQL with fsync, on as many connections as are asked for, with a commit for each order.
 */
import { join } from 'node:path';
import pg from 'pg';
import { openConnection } from '../../server/database/sqlite-engine.ts';
import { type OrderWrites, type Row, writesOfPeople } from './order-writes.ts';

/** `perSecond` of wall time; CPU of this process for one, which does not hold what a database server takes. */
type RawSpeed = { readonly perSecond: number; readonly cpuMs: number };
export type RawOrders = { run(durationMs: number): Promise<RawSpeed>; close(): Promise<void> };

/** `lanes` write side by side until the time is over; each call gives how many orders it has written. */
async function timed(durationMs: number, lanes: readonly (() => Promise<number>)[]): Promise<RawSpeed> {
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  let count = 0;
  await Promise.all(
    lanes.map(async (write) => {
      while (performance.now() - startMs < durationMs) {
        const written = await write();
        // Not in one statement: what the other lanes have counted meanwhile would be lost.
        count += written;
      }
    }),
  );
  const tookMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / tookMs) * 1_000, cpuMs: (user + system) / 1_000 / count };
}

/** Of a stopped server's database in which at least so many people have an order. */
export async function openRawSqlite(dataDir: string, inFlight: number): Promise<RawOrders> {
  const db = await openConnection(join(dataDir, 'outcry.db'));
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']) db.exec(`pragma ${pragma}`);
  const people = await writesOfPeople((sql, values) => db.prepare(sql).all([...values]) as Row[], inFlight);
  // The connection keeps what it has prepared.
  const writeOne = (steps: OrderWrites): void => {
    for (let step = steps.next(); !step.done; ) {
      const { lastInsertRowid } = db.prepare(step.value.sql).run([...step.value.values]);
      step = steps.next(BigInt(lastInsertRowid));
    }
  };
  const writeAll = async (): Promise<number> => {
    db.prepare('begin immediate').run([]);
    for (const writes of people) writeOne(writes());
    db.prepare('commit').run([]);
    return people.length;
  };
  return { run: (durationMs) => timed(durationMs, [writeAll]), close: async () => db.close() };
}

/** `?` as PostgreSQL counts them. */
const numbered = (sql: string): string => {
  let at = 0;
  return sql.replaceAll('?', () => `$${++at}`);
};

/** Of a database in which a stopped server has let at least so many people have an order. */
export async function openRawPostgres(databaseUrl: string, inFlight: number): Promise<RawOrders> {
  const clients = Array.from({ length: inFlight }, () => new pg.Client({ connectionString: databaseUrl }));
  for (const client of clients) await client.connect();
  const names = new Map<string, pg.QueryConfig>();
  const statement = (sql: string, givesId: boolean): pg.QueryConfig => {
    const made = names.get(sql) ?? { name: `w${names.size}`, text: `${numbered(sql)}${givesId ? ' returning id' : ''}` };
    names.set(sql, made);
    return made;
  };
  const reader = clients[0] as pg.Client;
  const people = await writesOfPeople(async (sql, values) => (await reader.query<Row>(numbered(sql), [...values])).rows, inFlight);
  const writeOne = async (client: pg.Client, steps: OrderWrites): Promise<number> => {
    await client.query('begin');
    for (let step = steps.next(); !step.done; ) {
      const { sql, values, givesId } = step.value;
      const { rows } = await client.query<{ id: string }>({ ...statement(sql, givesId), values: [...values] });
      step = steps.next(givesId ? rows[0]?.id : undefined);
    }
    await client.query('commit');
    return 1;
  };
  const lanes = clients.map((client, at) => () => writeOne(client, (people[at] as () => OrderWrites)()));
  return {
    run: (durationMs) => timed(durationMs, lanes),
    close: async () => {
      for (const client of clients) await client.end();
    },
  };
}
