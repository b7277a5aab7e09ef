/**
 * kill -9 of the leader while a crowd of orders lapses, of one node on either database and of two nodes on one: each is cancelled once, in its
 * account's order, the ledger sums to zero.
 */
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { openConnection } from '#server/database/sqlite-engine.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { silentLog } from '#server/log.ts';
import { type ServerProcess, startServer } from '../e2e/server-process.ts';
import { freshSchema, type Place } from '../server/each-database.ts';
import { keyFolderOf } from '../server/key-folder.ts';
import { openTape } from '../server/tape/test-log.ts';
import { crowdOfWaiting, eachOnceInOrder } from '../server/trading/due-crowd.ts';
import { openDesk } from '../server/trading/trading-fixture.ts';
import { sleep } from './cluster-clients.ts';
import { leads, restart } from './node-lives.ts';

const LONG = Boolean(process.env.TEST_LONG);
const KILLS = LONG ? 20 : 2;
const ACCOUNTS = LONG ? 2_000 : 60;
const PER_ACCOUNT = 10;
const ROWS = ACCOUNTS * PER_ACCOUNT;
const TIMEOUT_MS = LONG ? 1_800_000 : 120_000;
/** From now to the second in which everything falls due. */
const DUE_IN_MS = 1_000;
const LOOK_MS = 3;

const servers: ServerProcess[] = [];
let place: Place | undefined;
let stopLooking: () => Promise<void> = async () => {};
afterEach(async () => {
  await stopLooking();
  for (const server of servers.splice(0)) await server.remove();
  await place?.remove();
  [place, stopLooking] = [undefined, async () => {}];
});

const WAITING = "select count(*) as waiting from due_work where clock = 'tape'";

/** Counts what is still to be applied, from outside of the servers. */
async function lookerAt(dataDir: string, databaseUrl: string | undefined): Promise<() => Promise<number>> {
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

/** Databases are made by the servers themselves; the crowd comes while they are down. */
async function bringCrowd(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  for (const server of servers) await server.signal('SIGTERM');
  const db = await openDatabase({ dataDir, databaseUrl });
  const clock = new ManualClock(Date.now());
  const keyDir = databaseUrl === undefined ? join(dataDir, 'tape-log') : keyFolderOf(databaseUrl);
  const tape = await openTape({ db, clock, log: silentLog, keyDir });
  const at = await openDesk(db, { clock, tape, isStarted: false });
  const endMs = Math.ceil((Date.now() + DUE_IN_MS) / 1_000) * 1_000;
  await crowdOfWaiting(at, { accounts: ACCOUNTS, perAccount: PER_ACCOUNT, endMs: () => endMs });
  await db.close();
}

/** The one that works: the only one there is, or the one of several that leads once one does. */
async function leader(): Promise<ServerProcess> {
  const [only, ...others] = servers;
  if (only && others.length === 0) return only;
  for (;;) {
    const found = servers.find(leads);
    if (found) return found;
    await sleep(LOOK_MS);
  }
}

async function killAmidDue(nodes: number, databaseUrl?: string): Promise<void> {
  const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  for (let node = 0; node < nodes; node++) servers.push(await startServer(env));
  const dataDir = servers[0]?.dataDir ?? '';
  await bringCrowd(dataDir, databaseUrl);

  const waiting = await lookerAt(dataDir, databaseUrl);
  /** The beginning of the newest life of each; one that is killed before it was ready ends it too. */
  const begun = new Map<ServerProcess, Promise<void>>();
  const begin = (server: ServerProcess) =>
    begun.set(
      server,
      restart(server).catch(() => {}),
    );
  servers.forEach(begin);
  const killed: [node: number, left: number][] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    while ((await waiting()) > ROWS * (1 - kill / (KILLS + 1))) await sleep(LOOK_MS);
    const victim = await leader();
    await victim.signal('SIGKILL');
    await begun.get(victim);
    killed.push([servers.indexOf(victim) + 1, await waiting()]);
    begin(victim);
  }
  await Promise.all(begun.values());
  await expect.poll(waiting, { timeout: TIMEOUT_MS / 2 }).toBe(0);
  for (const server of servers) expect(await server.signal('SIGTERM')).toBe(0);
  process.stderr.write(`due work: ${ROWS} rows, ${killed.map(([node, left]) => `node ${node} killed at ${left}`).join(', ')}\n`);
  // At least one of the kills fell into the middle.
  expect(killed.filter(([, left]) => left > 0 && left < ROWS).length).toBeGreaterThan(0);
  const after = await openDatabase({ dataDir, databaseUrl });
  try {
    await eachOnceInOrder(after, ROWS);
    expect(await checkLedger(after)).toEqual([]);
  } finally {
    await after.close();
  }
}

describe(`the leader killed ${KILLS} times while ${ROWS} orders lapse in one second`, () => {
  it('D9.63 SQLite: each is cancelled once, in the order of its account', { timeout: TIMEOUT_MS }, () => killAmidDue(1));

  const url = inject('postgresUrl');
  for (const [name, nodes] of [
    ['PostgreSQL: the same', 1],
    ['two nodes on one PostgreSQL: the same, whichever leads', 2],
  ] as const) {
    it.runIf(url)(`D9.63 ${name}`, { timeout: TIMEOUT_MS }, async () => {
      place = await freshSchema(url);
      await killAmidDue(nodes, place.options.databaseUrl);
    });
  }
});
