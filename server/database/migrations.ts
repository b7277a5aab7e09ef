/** The numbered, forward-only migrations, in order, and how they run: all that are missing, in the caller's one transaction. */
import { sql } from 'kysely';
import type { Db, Trx } from './database.ts';
import { tables } from './migrations/0001-tables.ts';
import { laws } from './migrations/0002-laws.ts';
import { contractOrders } from './migrations/0003-contract-orders.ts';
import { judgedSeq } from './migrations/0004-judged-seq.ts';
import { marketAsOfTick } from './migrations/0005-market-as-of-tick.ts';
import { growOnlyFills } from './migrations/0006-grow-only-fills.ts';
import { knownDevices } from './migrations/0007-known-devices.ts';
import { dueWork } from './migrations/0008-due-work.ts';
import { overnightFinancing } from './migrations/0009-overnight-financing.ts';
import { candlePeriods } from './migrations/0010-candle-periods.ts';
import { outboxEpoch } from './migrations/0011-outbox-epoch.ts';
import { ledgerCheckpoint } from './migrations/0012-ledger-checkpoint.ts';
import { callLevelAsOfTick } from './migrations/0013-call-level-as-of-tick.ts';
import { micro } from './migrations/0014-micro.ts';
import { priceAlerts } from './migrations/0015-price-alerts.ts';
import { microExposure } from './migrations/0016-micro-exposure.ts';
import { oneWaitingChange } from './migrations/0017-one-waiting-change.ts';
import { credentials } from './migrations/0018-credentials.ts';
import { identities } from './migrations/0019-identities.ts';
import { factors } from './migrations/0020-factors.ts';
import { freezes } from './migrations/0021-freezes.ts';
import { ownLimits } from './migrations/0022-own-limits.ts';
import { linkedDemo } from './migrations/0023-linked-demo.ts';
import { companies } from './migrations/0024-companies.ts';
import { tapeLog } from './migrations/0025-tape-log.ts';
import { dealGrounds } from './migrations/0026-deal-grounds.ts';
import { addresses } from './migrations/0027-addresses.ts';
import { sessionPasskey } from './migrations/0028-session-passkey.ts';
import { receiptReads } from './migrations/0029-receipt-reads.ts';
import { letterLanguage } from './migrations/0030-letter-language.ts';
import { passkeyAgent } from './migrations/0031-passkey-agent.ts';
import { microSilence } from './migrations/0032-micro-silence.ts';
import { begunFactor } from './migrations/0033-begun-factor.ts';
import { spentPieces } from './migrations/0034-spent-pieces.ts';
import { historySums } from './migrations/0035-history-sums.ts';
import type { Migration } from './migrations/migration.ts';

export const MIGRATIONS: readonly Migration[] = [
  tables,
  laws,
  contractOrders,
  judgedSeq,
  marketAsOfTick,
  growOnlyFills,
  knownDevices,
  dueWork,
  overnightFinancing,
  candlePeriods,
  outboxEpoch,
  ledgerCheckpoint,
  callLevelAsOfTick,
  micro,
  priceAlerts,
  microExposure,
  oneWaitingChange,
  credentials,
  identities,
  factors,
  freezes,
  ownLimits,
  linkedDemo,
  companies,
  tapeLog,
  dealGrounds,
  addresses,
  sessionPasskey,
  receiptReads,
  letterLanguage,
  passkeyAgent,
  microSilence,
  begunFactor,
  spentPieces,
  historySums,
];
/** Any constant of our own; it keeps two starting servers from migrating at once. */
const ADVISORY_LOCK = 7_170_042;

/** Brings the schema up to date, or up to the last of `migrations`. Throws when the database was written by a newer version. */
export async function runMigrations(trx: Trx, dialect: Db['dialect'], migrations = MIGRATIONS): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
  await sql`create table if not exists migration (number int primary key, name text not null)`.execute(trx);
  const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from migration`.execute(trx);
  const newest = rows[0]?.newest ?? 0;
  const known = migrations.at(-1)?.number ?? 0;
  if (newest > known) throw new Error(`the database is at migration ${newest}, this server knows ${known}: use a newer server`);
  for (const migration of migrations.filter(({ number }) => number > newest)) {
    for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(trx);
    await sql`insert into migration (number, name) values (${migration.number}, ${migration.name})`.execute(trx);
  }
}
