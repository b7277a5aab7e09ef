/** kill -9 of the leader while a crowd of orders lapses: each is cancelled once, in its account's order, the ledger sums to zero; on both databases. */
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { openConnection } from '#server/database/sqlite-engine.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { type ServerProcess, startServer } from '../e2e/server-process.ts';
import { freshSchema, type Place } from '../server/each-database.ts';
import { crowdOfWaiting, eachOnceInOrder } from '../server/trading/due-crowd.ts';
import { openDesk } from '../server/trading/trading-fixture.ts';

const LONG = Boolean(process.env.TEST_LONG);
const KILLS = LONG ? 20 : 2;
const ACCOUNTS = LONG ? 2_000 : 60;
const PER_ACCOUNT = 10;
const ROWS = ACCOUNTS * PER_ACCOUNT;
const TIMEOUT_MS = LONG ? 1_800_000 : 120_000;
/** From now to the second in which everything falls due. */
const DUE_IN_MS = 1_000;
const LOOK_MS = 3;

let server: ServerProcess | undefined;
let place: Place | undefined;
let stopLooking: () => Promise<void> = async () => {};
afterEach(async () => {
  await stopLooking();
  await server?.remove();
  await place?.remove();
  [server, place, stopLooking] = [undefined, undefined, async () => {}];
});

const WAITING = "select count(*) as waiting from due_work where clock = 'tape'";
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts what is still to be applied, from outside of the server. */
async function lookerAt({ dataDir }: ServerProcess, databaseUrl: string | undefined): Promise<() => Promise<number>> {
  if (databaseUrl === undefined) {
    const reader = await openConnection(join(dataDir, 'outcry.db'));
    stopLooking = async () => reader.close();
    return async () => Number((reader.prepare(WAITING).all([])[0] as { waiting: bigint }).waiting);
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  stopLooking = () => client.end();
  return async () => Number((await client.query<{ waiting: string }>(WAITING)).rows[0]?.waiting);
}

async function killAmidDue(databaseUrl?: string): Promise<void> {
  const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const running = await startServer(env);
  server = running;
  await running.signal('SIGTERM');
  const db = await openDatabase({ dataDir: running.dataDir, databaseUrl });
  const at = await openDesk(db, { clock: new ManualClock(Date.now()), isStarted: false });
  const endMs = Math.ceil((Date.now() + DUE_IN_MS) / 1_000) * 1_000;
  await crowdOfWaiting(at, { accounts: ACCOUNTS, perAccount: PER_ACCOUNT, endMs: () => endMs });
  await db.close();

  const waiting = await lookerAt(running, databaseUrl);
  const leftAtKills: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const started = running.restart().catch(() => {});
    while ((await waiting()) > ROWS * (1 - kill / (KILLS + 1))) await sleep(LOOK_MS);
    await running.signal('SIGKILL');
    await started;
    leftAtKills.push(await waiting());
  }
  await running.restart();
  await expect.poll(waiting, { timeout: TIMEOUT_MS / 2 }).toBe(0);
  expect(await running.signal('SIGTERM')).toBe(0);
  process.stderr.write(`due work: ${ROWS} rows, left at the kills: ${leftAtKills.join(', ')}\n`);
  // At least one of the kills fell into the middle.
  expect(leftAtKills.filter((left) => left > 0 && left < ROWS).length).toBeGreaterThan(0);
  const after = await openDatabase({ dataDir: running.dataDir, databaseUrl });
  try {
    await eachOnceInOrder(after, ROWS);
    expect(await checkLedger(after)).toEqual([]);
  } finally {
    await after.close();
  }
}

describe(`the leader killed ${KILLS} times while ${ROWS} orders lapse in one second`, () => {
  it('D9.63 SQLite: each is cancelled once, in the order of its account', { timeout: TIMEOUT_MS }, () => killAmidDue());

  const url = inject('postgresUrl');
  it.runIf(url)('D9.63 PostgreSQL: the same', { timeout: TIMEOUT_MS }, async () => {
    place = await freshSchema(url);
    await killAmidDue(place.options.databaseUrl);
  });
});
