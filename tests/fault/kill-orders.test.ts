/** kill -9 in the middle of 200 orders: what was acknowledged is there once, the ledger sums to zero, the tape's chain is whole; on both databases. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { type ServerProcess, startServer } from '../e2e/server-process.ts';

const ORDERS = process.env.TEST_LONG ? 2_000 : 200;
const CLIENTS = 8;
/** A call is sent again under its key until the server answers; the server is down for a second or two at most. */
const TRIES_MAX = 200;
const TRY_PAUSE_MS = 100;

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.remove();
  server = undefined;
});

type Envelope = { code: number; data: { Id: number } & Record<string, string> };
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function post(url: string, path: string, fields: Record<string, string>, token = ''): Promise<Envelope> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: token, lang: 'en', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(5_000),
  });
  // A 5xx or 429 is no answer: nothing was written, the same key may be sent again.
  if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
  return (await reply.json()) as Envelope;
}

async function answered(send: () => Promise<Envelope>): Promise<Envelope> {
  for (let tries = 1; ; tries++) {
    try {
      const reply = await send();
      if (reply.code !== 1003 && reply.code !== 1108) return reply;
    } catch (error) {
      if (tries >= TRIES_MAX) throw error;
    }
    await sleep(TRY_PAUSE_MS);
  }
}

async function enterDemo(url: string): Promise<string> {
  const made = await (await fetch(`${url}/api/user/createAccountDemoForU?t=${Date.now()}`, { headers: { authorization: '' } })).json();
  const login = await post(url, '/api/user/loginDemoForU', { demo_id: made.data.demo_id });
  return login.data.token as string;
}

async function killAmidOrders(env: Record<string, string>): Promise<void> {
  const running = await startServer(env);
  server = running;
  const tokens = await Promise.all(Array.from({ length: CLIENTS }, () => enterDemo(running.url)));
  const acknowledged = new Map<string, number>();
  let sent = 0;

  const trade = async (token: string) => {
    while (sent < ORDERS) {
      sent++;
      const key = randomUUID();
      const fields = { type: sent % 2 ? '1' : '2', cont: '0.1', forex_id: '1', status: '1', multiple: '500', client_id: key };
      const opened = await answered(() => post(running.url, '/v2/api/forex/submit', fields, token));
      expect(opened).toMatchObject({ code: 1, data: { Id: expect.any(Number) } });
      expect(acknowledged.has(key)).toBe(false);
      acknowledged.set(key, opened.data.Id);
      const closing = { id: String(opened.data.Id), client_id: randomUUID() };
      if (sent % 3) expect((await answered(() => post(running.url, '/v2/api/forex/close', closing, token))).code).toBe(1);
    }
  };
  const kill = async () => {
    for (const share of [0.3, 0.7]) {
      while (sent < ORDERS * share) await sleep(5);
      await running.signal('SIGKILL');
      await running.restart();
    }
  };
  await Promise.all([kill(), ...tokens.map(trade)]);
  await running.signal('SIGTERM');

  const db = await openDatabase({ dataDir: running.dataDir, databaseUrl: env.DATABASE_URL });
  try {
    expect(await checkLedger(db)).toEqual([]);
    const orders = await db.kysely.selectFrom('trade_order').select('id').execute();
    const ids = new Set([...acknowledged.values()]);
    expect(ids.size).toBe(acknowledged.size);
    expect(orders.map((row) => row.id).sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
    expect(await logProblem(db.kysely)).toBeUndefined();
  } finally {
    await db.close();
  }
}

describe('kill -9 in the middle of orders', () => {
  it('SQLite: every acknowledged order is there once, the ledger sums to zero, the chain verifies', () => killAmidOrders({}));

  const url = inject('postgresUrl');
  it.runIf(url)('PostgreSQL: the same', async () => {
    const schema = `kill_${process.pid}`;
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`create schema ${schema}`);
    try {
      await killAmidOrders({
        DATABASE_URL: `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c search_path=${schema}`)}`,
      });
    } finally {
      await server?.remove();
      server = undefined;
      await admin.query(`drop schema ${schema} cascade`);
      await admin.end();
    }
  });
});
