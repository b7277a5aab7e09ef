/**
 * The real server in the test's own process: SQLite in a temporary folder (or a database that the test opened), a clock that stands at
 * Wed 2026-03-04 10:00 UTC until the test moves it, and a feed that says what the test tells it to.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Envelope } from '#protocol/errors.ts';
import { SOCKET_PATH } from '#protocol/socket.ts';
import { assembleServer, type Server } from '#server/assemble-server.ts';
import { type Clock, ManualClock } from '#server/clock/clock.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Db } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { LIMITS, type Limits } from '#server/limits/limits.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import { freshDataDir } from './database-copies.ts';
import { keyFolderOf } from './key-folder.ts';
import { type ScriptedFeed, scriptedFeed } from './scripted-feed.ts';
import { TestSocket } from './test-socket.ts';

export type StartOptions = {
  readonly startMs?: number;
  /** A database that the test opened and closes itself (`each-database.ts`); a fresh SQLite without one. */
  readonly db?: Db;
  /** A PostgreSQL database of its own, closed with the app, for tests of several nodes on one database. */
  readonly databaseUrl?: string;
  /** Keeps a folder over a restart. */
  readonly dataDir?: string;
  readonly limits?: Limits;
  readonly config?: Partial<Config>;
  /** Settings in place of the seeded ones. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly clientFolder?: string;
  /** Measures the connections between nodes; the machine's own without one. */
  readonly clusterClock?: Clock;
  /** Receives the lines of the log. */
  readonly logLines?: string[];
};
export type Reply<T = unknown> = Envelope<T> & { readonly status: number; readonly headers: Readonly<Record<string, unknown>> };
type CallOptions = { readonly method?: 'GET' | 'POST'; readonly token?: string; readonly lang?: string };
export type StartedApp = {
  readonly app: FastifyInstance;
  readonly server: Server;
  readonly db: Db;
  readonly clock: ManualClock;
  readonly feed: ScriptedFeed;
  readonly dataDir: string;
  /** Address after `listen` was called once. */
  readonly url: string;
  /** Calls the API in process: fields travel as query (GET) or form (POST). */
  call<T = unknown>(path: string, fields?: Readonly<Record<string, string>>, options?: CallOptions): Promise<Reply<T>>;
  pushTick(code: string, price: string, volume?: string): Promise<void>;
  /** A fresh demo account, logged in. */
  demo(): Promise<{ token: string; uid: string; id: number; demoId: string }>;
  /** The real user of the demo profile, logged in. */
  real(): Promise<{ token: string; uid: string; id: number }>;
  connect(options?: { headers?: Record<string, string> }): Promise<TestSocket>;
  /** Rows of a table, to see that nothing was written. */
  count(table: 'user' | 'session' | 'trade_order' | 'ledger_tx' | 'idempotency' | 'outbox' | 'deal'): Promise<number>;
  close(): Promise<void>;
};

/** Wide enough that only a test about limits meets them. */
const WIDE = { perSecond: 10_000, burst: 1_000_000 };
export const WIDE_LIMITS: Limits = {
  ...LIMITS,
  rest: {
    ...LIMITS.rest,
    all: WIDE,
    health: WIDE,
    candles: WIDE,
    list: WIDE,
    sums: WIDE,
    submit: WIDE,
    close: WIDE,
    statement: WIDE,
    createDemo: WIDE,
    passkey: WIDE,
    register: WIDE,
    forget: WIDE,
    sendCode: WIDE,
    captcha: WIDE,
    credential: WIDE,
    freeze: WIDE,
    ownLimit: WIDE,
    upload: WIDE,
    complaint: WIDE,
    tape: WIDE,
    waitingMax: 10_000,
  },
  // Every start hashes a password: one that costs nothing guards nothing here, and tests about hashes take the server's own.
  hashing: { ...LIMITS.hashing, memoryKib: 64, passes: 1 },
  codes: { ...LIMITS.codes, sms: { ...LIMITS.codes.sms, network: WIDE, widerNetwork: WIDE } },
  login: { ...LIMITS.login, networkMax: 1_000_000, widerNetworkMax: 1_000_000, unknownMax: 1_000, deviceMax: 1_000, sessionsMax: 1_000 },
  http: { ...LIMITS.http, connectionsPerNetwork: 10_000 },
  socket: { ...LIMITS.socket, rate: WIDE, connects: WIDE, perNetwork: 1_000, perUser: 1_000 },
};

export async function startApp(options: StartOptions = {}): Promise<StartedApp> {
  const shared = options.databaseUrl ?? options.db;
  const dataDir = options.dataDir ?? (shared ? mkdtempSync(join(tmpdir(), 'outcry-app-')) : await freshDataDir());
  const clock = new ManualClock(options.startMs);
  const lines = options.logLines;
  const log = lines ? pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }) : pino({ level: 'silent' });
  const keys = shared ? { TAPE_KEY_DIR: keyFolderOf(shared) } : {};
  const config: Config = { ...readConfig({ DATA_DIR: dataDir, SEED: '1', ...keys }), ...options.config };
  const db = options.db ?? (await openDatabase({ dataDir, databaseUrl: options.databaseUrl, isFlushed: false }));
  let feed: ScriptedFeed | undefined;
  const server = await assembleServer({
    ...(options.clusterClock ? { clusterClock: options.clusterClock } : {}),
    ...{ config, db, clock, log, limits: options.limits ?? WIDE_LIMITS, clientFolder: options.clientFolder },
    feed: (parts) => {
      feed = scriptedFeed({ clock, ...parts });
      return feed;
    },
  });
  if (options.settings) await writeSettings(db, server, options.settings);
  await server.start();
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const started = feed as ScriptedFeed;
  const sockets: TestSocket[] = [];

  const call: StartedApp['call'] = async (path, fields = {}, { method = 'GET', token, lang } = {}) => {
    const words = new URLSearchParams(fields).toString();
    const isPost = method === 'POST';
    const reply = await server.app.inject({
      method,
      url: isPost || words === '' ? path : `${path}?${words}`,
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(lang === undefined ? {} : { lang }),
        ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(isPost ? { payload: words } : {}),
    });
    // A page of the server's own is let in too.
    const isPage = String(reply.headers['content-type']).startsWith('text/html');
    const envelope = (isPage ? { code: 1, data: reply.body } : reply.json()) as Envelope<never>;
    return { ...envelope, status: reply.statusCode, headers: reply.headers };
  };
  type Login = { token: string; user: { id: number; uid: string } };

  return {
    ...{ app: server.app, server, db, clock, feed: started, dataDir, url, call },
    pushTick: (code, price, volume) => started.pushTick(code, price, volume),
    async demo() {
      const { data: made } = await call<{ demo_id: string }>('/api/user/createAccountDemoForU');
      const { data } = await call<Login>('/api/user/loginDemoForU', { demo_id: made.demo_id }, { method: 'POST' });
      return { token: data.token, uid: data.user.uid, id: data.user.id, demoId: made.demo_id };
    },
    async real() {
      const fields = { account: 'demo@example.com', password: 'demo-Passw0rd', login_type: 'email' };
      const { data } = await call<Login>('/api/user/loginForU', fields, { method: 'POST' });
      return { token: data.token, uid: data.user.uid, id: data.user.id };
    },
    async connect(socketOptions = {}) {
      const socket = new TestSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, clock, socketOptions);
      sockets.push(socket);
      return socket.opened();
    },
    async count(table) {
      const row = await db.kysely
        .selectFrom(table)
        .select((select) => select.fn.countAll().as('rows'))
        .executeTakeFirstOrThrow();
      return Number(row.rows);
    },
    async close() {
      for (const socket of sockets) socket.close();
      await stopUnder(clock, server.stop());
      if (!options.db) await db.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function writeSettings(db: Db, server: Server, settings: Readonly<Record<string, string>>): Promise<void> {
  await db.transaction(async (trx) => {
    for (const [key, value] of Object.entries(settings)) await putSetting(trx, key, value);
  });
  await server.settings.refresh();
}

/** The clock moves while the server stops, so that its own waits end; a database works in real time, and the clock must not run off meanwhile. */
async function stopUnder(clock: ManualClock, stopping: Promise<void>): Promise<void> {
  let isDone = false;
  const done = stopping.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await clock.advance(100);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await done;
}
