/** Work that falls due, as rows. What it does is said by each kind; `server/trading/due/` and `server/clock/wall-work.ts` run it. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { gathered } from '../database/gathered-writes.ts';
import { asInt, prepared, preparedByIds, preparedRows } from '../database/prepared.ts';
import type { AccountType, Database } from '../database/schema.ts';

/**
 * Work of this kind, the end of a micro trade, has a time of its own within a second: `due` is the second that it lies in, `occurrence` the time,
 * unix ms.
 */
export const EXACT_KIND = 'micro';

export type DueWork = Selectable<Database['due_work']>;
type Reader = Kysely<Database>;
/** Rows of one statement. */
const ROWS_AT_ONCE = 32;
type Ref = { readonly userId: number; readonly type: AccountType };
/** What makes a row the one that it is. */
type DueKey = Ref & { readonly kind: string; readonly subject: number };
/** Work of an account; `due` in unix ms, whole seconds. */
type NewTapeWork = DueKey & { readonly due: number; readonly occurrence: number };
/** When a row is due again. */
export type NextDue = { readonly due: number; readonly occurrence: number };

type Inserted = Omit<DueWork, 'id'>;
const insertWork = prepared<Inserted, unknown>((db, arg) =>
  db
    .insertInto('due_work')
    .values({
      kind: arg('kind'),
      clock: arg('clock'),
      due: arg('due'),
      occurrence: arg('occurrence'),
      subject: arg('subject'),
      user_id: arg('user_id'),
      account_type: arg('account_type'),
    })
    // Of two times the earlier one: if it was needed at the later time, that is noticed when it runs, and it is put again.
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject', 'user_id', 'account_type'])
        .doUpdateSet((set) => ({ due: set.ref('excluded.due'), occurrence: set.ref('excluded.occurrence') }))
        .where((eb) => eb('excluded.due', '<', eb.ref('due_work.due'))),
    ),
);

/**
 * Notes work of an account, under its lock; where the same is noted already, the earlier time stays. `tapeMs`: commit time of the newest tick
 * that the account is judged by. Throws `RangeError` for work that is due by then or not at a whole second: ticks would already have passed it.
 */
export async function putTapeWork(trx: Trx, work: NewTapeWork, tapeMs: number): Promise<void> {
  const { kind, due, occurrence, subject, userId, type } = work;
  if (due <= tapeMs || due % 1_000 !== 0) throw new RangeError(`${kind} ${subject} due at ${due}, allowed: whole seconds after ${tapeMs}`);
  await insertWork(trx, { kind, clock: 'tape', due, occurrence, subject, user_id: userId, account_type: type });
}

const selectOfAccount = prepared<{ userId: number; type: AccountType }, DueWork>((db, arg) =>
  db
    .selectFrom('due_work')
    .selectAll()
    .where('user_id', '=', arg('userId'))
    .where('account_type', '=', arg('type'))
    .orderBy('due')
    .orderBy('id'),
);

/** Everything that an account has due, in the order in which it is applied. */
export const dueOfAccount = async (reader: Reader, { userId, type }: Ref): Promise<DueWork[]> =>
  (await selectOfAccount(reader, { userId, type })).rows;

type Done = { readonly id: number };
const deleteRows = preparedRows<Done, unknown>(['id'], ROWS_AT_ONCE, (db, rows) =>
  db.deleteFrom('due_work').where(
    'id',
    'in',
    rows.map(({ id }) => id),
  ),
);
const deleteLater = gathered<Done>(async (trx, rows) => {
  await deleteRows(trx, rows);
});
type Moved = NextDue & { readonly id: number };
const moveRows = preparedRows<Moved, unknown>(['id', 'due', 'occurrence'], ROWS_AT_ONCE, (db, rows) => {
  const times = sql.join(rows.map(({ id, due, occurrence }) => sql`(${asInt(id)}, ${asInt(due)}, ${asInt(occurrence)})`));
  const query = sql`with moved (id, due, occurrence) as (values ${times})
    update due_work set due = moved.due, occurrence = moved.occurrence from moved where due_work.id = moved.id`;
  return { compile: () => query.compile(db) };
});
const moveLater = gathered<Moved>(async (trx, rows) => {
  // A row that was moved on several times ends at the last of them: a statement changes a row once.
  await moveRows(trx, [...new Map(rows.map((row) => [row.id, row])).values()]);
});

/** The row was done: it goes, or waits for its next time. */
export async function finishDueWork(trx: Trx, id: number, next: NextDue | undefined): Promise<void> {
  if (!next) {
    if (!deleteLater(trx, { id })) await deleteRows(trx, [{ id }]);
    return;
  }
  const row = { id, due: next.due, occurrence: next.occurrence };
  if (!moveLater(trx, row)) await moveRows(trx, [row]);
}

/** The same of all accounts of some people, by the account. */
export const dueOfUsers = preparedByIds<DueWork>((db, userIds) =>
  db.selectFrom('due_work').selectAll().where('user_id', 'in', userIds).where('clock', '=', 'tape').orderBy('due').orderBy('id'),
);

const deleteByKey = prepared<{ kind: string; subject: number; userId: number; type: AccountType }, unknown>((db, arg) =>
  db
    .deleteFrom('due_work')
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('user_id', '=', arg('userId'))
    .where('account_type', '=', arg('type')),
);

/** What it was noted for is over. */
export async function removeTapeWork(trx: Trx, { kind, subject, userId, type }: DueKey): Promise<void> {
  await deleteByKey(trx, { kind, subject, userId, type });
}

/** An account is reset. */
export async function removeWorkOfAccount(trx: Trx, { userId, type }: Ref): Promise<void> {
  await trx.deleteFrom('due_work').where('user_id', '=', userId).where('account_type', '=', type).execute();
}

export type DueOwner = { readonly id: number; readonly due: number; readonly user_id: number; readonly account_type: AccountType };
type OwnersArgs = { dueMs: number; exactMs: number; afterDue: number; afterId: number; limit: number };
const selectOwners = prepared<OwnersArgs, DueOwner>((db, arg) =>
  db
    .selectFrom('due_work')
    .select(['id', 'due', 'user_id', 'account_type'])
    .where('clock', '=', 'tape')
    .where('due', '<=', arg('dueMs'))
    .where((eb) => eb.or([eb('kind', '<>', EXACT_KIND), eb('occurrence', '<', arg('exactMs'))]))
    .where((eb) => eb.or([eb('due', '>', arg('afterDue')), eb.and([eb('due', '=', arg('afterDue')), eb('id', '>', arg('afterId'))])]))
    .orderBy('due')
    .orderBy('id')
    .limit(arg('limit'))
    .$castTo<DueOwner>(),
);

/** A place that the tape has come to: its second, and the time of its newest tick, which exact work must lie before. Unix ms. */
export type TapePlace = { readonly dueMs: number; readonly exactMs: number };

/** Whose work is due by a place of the tape, in its order, after the row `after`; one account may come several times. */
export async function ownersOfDue(
  reader: Reader,
  { dueMs, exactMs, after, limit }: TapePlace & { readonly after: DueOwner | undefined; readonly limit: number },
): Promise<DueOwner[]> {
  return (await selectOwners(reader, { dueMs, exactMs, afterDue: after?.due ?? 0, afterId: after?.id ?? 0, limit })).rows;
}

const selectNextExact = prepared<Record<string, never>, { next: number | null }>((db) =>
  db
    .selectFrom('due_work')
    .select((eb) => eb.fn.min('occurrence').as('next'))
    .where('kind', '=', sql.lit(EXACT_KIND)),
);

/** Time of the exact work that comes next, unix ms; infinite where there is none. */
export const nextExactMs = async (reader: Reader): Promise<number> =>
  (await selectNextExact(reader, {})).rows[0]?.next ?? Number.POSITIVE_INFINITY;

/** When the tape work that waits longest is due; undefined where there is none. */
export async function oldestTapeDue(reader: Reader): Promise<number | undefined> {
  const query = reader.selectFrom('due_work').select('due').where('clock', '=', 'tape').orderBy('due').orderBy('id').limit(1);
  return (await query.executeTakeFirst())?.due;
}

/** Notes work of the wall clock, unless it is noted already for that time or an earlier one. */
export async function noteWallWork(trx: Trx, kind: string, due: number): Promise<void> {
  await trx
    .insertInto('due_work')
    .values({ kind, clock: 'wall', due, occurrence: 1, subject: 0, user_id: 0, account_type: '' })
    .onConflict((conflict) =>
      // A row later than one period from now was moved on by a clock that was ahead: it comes back.
      conflict.columns(['kind', 'subject', 'user_id', 'account_type']).doUpdateSet({ due }).where('due_work.due', '>', due),
    )
    .execute();
}

/** Work of the wall clock that is due by a time, in its order. */
export const wallWorkDue = (reader: Reader, nowMs: number, limit: number): Promise<DueWork[]> =>
  reader
    .selectFrom('due_work')
    .selectAll()
    .where('clock', '=', 'wall')
    .where('due', '<=', nowMs)
    .orderBy('due')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Moves a row on to its next time; false when it was moved before. */
export async function moveWallWork(trx: Trx, work: DueWork, next: NextDue): Promise<boolean> {
  const query = trx.updateTable('due_work').set(next).where('id', '=', work.id).where('occurrence', '=', work.occurrence);
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}
