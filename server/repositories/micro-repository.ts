/** Micro trades, and what the house may lose on them. SQL only; the rules are in `server/trading/micro/`. */
import { type Kysely, sql } from 'kysely';
import type { Money } from '#domain/decimal.ts';
import type { MicroList } from '#domain/micro-trade.ts';
import { MICRO_STATUS } from '#protocol/micro-wire.ts';
import type { Trx } from '../database/database.ts';
import { gathered } from '../database/gathered-writes.ts';
import { asInt, prepared, preparedByIds, preparedRows } from '../database/prepared.ts';
import type { Database, Realm } from '../database/schema.ts';
import { EXACT_KIND } from './due-work-repository.ts';
import { type MicroColumns, type NewMicroRow, newMicroColumns, type StoredMicro, storedMicro } from './stored-micro.ts';
import type { FillRow } from './tape-repository.ts';

type Reader = Kysely<Database>;
/** Rows of one statement. */
const ROWS_AT_ONCE = 32;

const microInsert = prepared<NewMicroRow, { id: number }>((db, arg) =>
  db.insertInto('micro_order').values(newMicroColumns(arg)).returning('id'),
);

export async function insertMicro(trx: Trx, micro: NewMicroRow): Promise<StoredMicro> {
  return { ...micro, id: (await microInsert(trx, micro)).rows[0]?.id as number };
}

const runningOf = preparedByIds<MicroColumns>((db, userIds) =>
  db.selectFrom('micro_order').selectAll().where('user_id', 'in', userIds).where('status', '=', MICRO_STATUS.running).orderBy('id'),
);

/** What runs of some users, each user's oldest first. */
export const runningMicrosOf = async (reader: Reader, userIds: readonly number[]): Promise<StoredMicro[]> =>
  (await runningOf(reader, userIds)).map(storedMicro);

/** When the last micro trade ends that runs on a product, unix ms; 0 where none does. By the work that is due: there is no more of it than runs. */
export async function lastRunningEnd(reader: Reader, productId: number): Promise<number> {
  const row = await reader
    .selectFrom('due_work')
    .innerJoin('micro_order', 'micro_order.id', 'due_work.subject')
    .select((eb) => eb.fn.max('micro_order.expire_at').as('last'))
    .where('due_work.kind', '=', EXACT_KIND)
    .where('micro_order.product_id', '=', productId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** What an end writes onto a running micro trade. */
export type MicroEnding = Pick<StoredMicro, 'endPrice' | 'endSeq' | 'endKnownSeq' | 'endSilenceMs' | 'profit' | 'end' | 'completedAtMs'>;

type Ended = MicroEnding & { readonly id: number };
const ENDED_COLUMNS = ['id', 'endPrice', 'endSeq', 'endKnownSeq', 'endSilenceMs', 'profit', 'end', 'completedAtMs'] as const;
const endRows = preparedRows<Ended, { id: number }>(ENDED_COLUMNS, ROWS_AT_ONCE, (db, rows) => {
  const numbers = ({ id, endPrice, endSeq, endKnownSeq, endSilenceMs, profit, completedAtMs }: Ended) =>
    sql.join([id, endPrice, endSeq, endKnownSeq, endSilenceMs, profit, completedAtMs].map(asInt));
  const ended = sql.join(rows.map((row) => sql`(${numbers(row)}, cast(${row.end} as text))`));
  const query = sql<{ id: number }>`with ended (id, price, seq, known, silence, profit, at, reason) as (values ${ended})
    update micro_order set end_price = ended.price, end_seq = ended.seq, end_known = ended.known, end_silence = ended.silence, profit = ended.profit, completed_at = ended.at,
      end_reason = ended.reason, status = ${sql.lit(MICRO_STATUS.closed)}
    from ended where micro_order.id = ended.id and micro_order.status = ${sql.lit(MICRO_STATUS.running)} returning micro_order.id`;
  return { compile: () => query.compile(db) };
});

/** Throws when one of them ran no more: nobody else may end it while its account is locked. */
async function endAll(trx: Trx, rows: readonly Ended[]): Promise<void> {
  const count = (await endRows(trx, rows)).length;
  if (count < rows.length) throw new Error(`${rows.length - count} of ${rows.length} micro trades to end ran no more`);
}
const endLater = gathered<Ended>(endAll);

/** Running becomes over, once, under the lock of its account. */
export async function writeMicroEnd(trx: Trx, id: number, ending: MicroEnding): Promise<void> {
  const row = { id, ...ending };
  if (!endLater(trx, row)) await endAll(trx, [row]);
}

type ListOf = { readonly userId: number; readonly list: MicroList };
const listed = (reader: Reader, { userId, list }: ListOf) =>
  reader.selectFrom('micro_order').where('user_id', '=', userId).where('status', '=', MICRO_STATUS[list]);

/** One page, newest first: of those that run by their opening, of the history by their end. */
export async function microPage(reader: Reader, of: ListOf, page: number, limit: number): Promise<StoredMicro[]> {
  const rows = await listed(reader, of)
    .selectAll()
    .orderBy(of.list === 'running' ? 'created_at' : 'completed_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * limit)
    .limit(limit)
    .execute();
  return rows.map(storedMicro);
}

export async function microCount(reader: Reader, of: ListOf): Promise<number> {
  const row = await listed(reader, of)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** What the micro trades of a user came to that ended at or after a time. */
export async function microProfitSince(reader: Reader, userId: number, sinceMs: number): Promise<Money> {
  const row = await listed(reader, { userId, list: 'closed' })
    .select(sql<bigint>`cast(coalesce(sum(profit), 0) as bigint)`.as('profit_sum'))
    .where('completed_at', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return row.profit_sum;
}

/** Whose winnings are counted; `EVERYBODY`: those of all people of the realm together. */
type ExposureOf = { readonly realm: Realm; readonly productId: number; readonly windowMs: number; readonly userId: number };
type Exposure = ExposureOf & {
  readonly amount: Money;
  readonly max: Money;
};
export const EVERYBODY = 0;

const exposureOf = prepared<ExposureOf, { taken: bigint }>((db, arg) =>
  db
    .selectFrom('micro_exposure')
    .select('taken')
    .where('window_ms', '=', arg('windowMs'))
    .where('product_id', '=', arg('productId'))
    .where('realm', '=', arg('realm'))
    .where('user_id', '=', arg('userId')),
);

/** What is counted so far. Of one person nobody else adds to it while the person's account is locked. */
export const takenExposure = async (trx: Trx, of: ExposureOf): Promise<Money> =>
  ((await exposureOf(trx, of)).rows[0]?.taken ?? 0n) as Money;

const addExposure = prepared<Exposure, { window_ms: number }>((db, arg) =>
  db
    .insertInto('micro_exposure')
    .values({
      realm: arg('realm'),
      product_id: arg('productId'),
      window_ms: arg('windowMs'),
      user_id: arg('userId'),
      taken: arg('amount'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['window_ms', 'product_id', 'realm', 'user_id'])
        .doUpdateSet((set) => ({ taken: set('micro_exposure.taken', '+', set.ref('excluded.taken')) }))
        .where((eb) => eb(eb('micro_exposure.taken', '+', eb.ref('excluded.taken')), '<=', arg('max'))),
    )
    .returning('window_ms'),
);

/**
 * Counts what the house may lose more; false, and nothing is written, where that would be more than `max`. On PostgreSQL the row stays locked
 * until the commit, so that two who come at once are counted one after the other.
 */
export const takeExposure = async (trx: Trx, exposure: Exposure): Promise<boolean> =>
  exposure.amount <= exposure.max && (await addExposure(trx, exposure)).rows.length > 0;

/** Removes windows that are over. */
export async function removeExposureBefore(trx: Trx, windowMs: number): Promise<void> {
  await trx.deleteFrom('micro_exposure').where('window_ms', '<', windowMs).execute();
}

/** Openings and ends as executions, made since a time, in the order of their ticks, after a tick and an id: two numbers for each trade. */
export async function microFillsAfter(
  reader: Reader,
  after: { sinceMs: number; seq: number; id: number; limit: number },
): Promise<FillRow[]> {
  const { rows } = await sql<FillRow>`select id, tick_seq, price, product_id, close_reason from (
      select id * 2 as id, open_seq as tick_seq, open_price as price, product_id, '' as close_reason from micro_order
        where created_at >= ${after.sinceMs} and open_seq >= ${after.seq}
      union all select id * 2 + 1, end_seq, end_price, product_id, end_reason from micro_order
        where completed_at >= ${after.sinceMs} and end_seq > 0 and end_seq >= ${after.seq}) fill
    where tick_seq > ${after.seq} or (tick_seq = ${after.seq} and id > ${after.id})
    order by tick_seq, id limit ${after.limit}`.execute(reader);
  return rows;
}
