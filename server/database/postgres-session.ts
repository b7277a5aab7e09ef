/** One connection to PostgreSQL outside the pool, for locks that last as long as it does. */
import pg from 'pg';
import type { DbSession } from './database.ts';

const QUERY_TIMEOUT_MS = 2_000;
const KEEP_ALIVE_DELAY_MS = 1_000;

/** Opens it; rejects when PostgreSQL cannot be reached in time. */
export async function openPostgresSession(options: { databaseUrl: string; connectTimeoutMs: number }): Promise<DbSession> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: options.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'outcry session',
  });
  let lost: Error | undefined;
  let isClosed = false;
  let listener: ((reason: Error) => void) | undefined;
  const lose = (reason: Error) => {
    if (isClosed || lost) return;
    lost = reason;
    listener?.(reason);
  };
  // Without a listener a connection that breaks would end the process.
  client.on('error', lose);
  client.on('end', () => lose(new Error('the database ended the connection')));
  await client.connect();
  return {
    async query(statement, { values = [], timeoutMs = QUERY_TIMEOUT_MS } = {}) {
      const config: pg.QueryConfig & { query_timeout: number } = { text: statement, values: [...values], query_timeout: timeoutMs };
      return (await client.query<Record<string, unknown>>(config)).rows;
    },
    onLost(heard) {
      listener = heard;
      if (lost) heard(lost);
    },
    async close() {
      isClosed = true;
      // A connection that is broken already has nothing to say goodbye to.
      await client.end().catch(() => {});
    },
  };
}
