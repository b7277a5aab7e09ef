/** PostgreSQL through a pool: READ COMMITTED, 64-bit integers as bigint, another try after a deadlock. Parsers are set for this pool only. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { ColumnTypesPlugin } from './columns.ts';
import type { Db, Trx } from './database.ts';
import { asDatabaseError, DatabaseStartError, isPlanOutdated, isRetryable } from './database-errors.ts';
import { runMigrations } from './migrations.ts';
import { openPostgresSession } from './postgres-session.ts';
import { preparedName } from './prepared.ts';
import type { Database } from './schema.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** The first try and three more. */
const TRIES_MAX = 4;

const INT8_OID = 20;
const BYTEA_OID = 17;
const readInt8 = (text: string): bigint => BigInt(text);
const readBytes = (text: string): Uint8Array => {
  const bytes = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** Own parsers for int8 and bytea, the driver's for the rest. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8_OID) return readInt8;
    if (oid === BYTEA_OID) return readBytes;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

type BuilderClient = Awaited<ReturnType<PostgresPool['connect']>>;

/** The pool as the query builder sees it: a prepared statement is parsed and planned once per connection, by its name. */
function namingPool(pool: pg.Pool): PostgresPool {
  const named = new WeakMap<pg.PoolClient, BuilderClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = named.get(client);
      if (known) return known;
      /** Another node's migration changed what a kept statement gives: the connection goes, and its statements with it. */
      let isOutdated = false;
      const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
        const name = preparedName(text);
        try {
          return (await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })) as PostgresQueryResult<never>;
        } catch (error) {
          isOutdated ||= isPlanOutdated(error);
          throw error;
        }
      };
      // The builder's overload for cursors is not used here.
      const wrapped: BuilderClient = { query: query as BuilderClient['query'], release: () => client.release(isOutdated) };
      named.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}

/** One line that says where the database should be, without its password. */
function whereOf(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl);
    return `${decodeURIComponent(url.hostname) || url.searchParams.get('host') || 'local socket'}${url.pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/** Opens and migrates the database of `databaseUrl`. Throws `DatabaseStartError` when it cannot be reached. */
export async function openPostgres(options: { databaseUrl: string; log?: Log | undefined }): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'outcry',
    types,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'an idle database connection broke'));
  // The same while a transaction has it but asks nothing, as after a freeze: its next statement fails and says so.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: namingPool(pool) }), plugins: [new ColumnTypesPlugin()] });
  const begin = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => kysely.transaction().setIsolationLevel('read committed').execute(work);
  try {
    await begin((trx) => runMigrations(trx, 'postgres'));
  } catch (error) {
    await kysely.destroy();
    const reason = error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error);
    throw new DatabaseStartError(`cannot open the PostgreSQL database at ${whereOf(options.databaseUrl)}: ${reason}`, { cause: error });
  }
  return {
    dialect: 'postgres',
    kysely,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await begin(work);
        } catch (error) {
          if (attempt >= TRIES_MAX || !isRetryable(error)) throw asDatabaseError(error);
        }
      }
    },
    readTogether: (work) =>
      kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work)
        .catch((error: unknown) => Promise.reject(asDatabaseError(error))),
    openSession: () => openPostgresSession({ databaseUrl: options.databaseUrl, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
    close: () => kysely.destroy(),
  };
}
