/** Price alerts as their people see them, and what fired. SQL only; the rules are in `server/alerts/`. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Price } from '#domain/decimal.ts';
import type { AlertTerms, FiredAlert } from '#domain/price-alert.ts';
import type { Trx } from '../database/database.ts';
import { lockRows } from '../database/lock-rows.ts';
import { preparedRows } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import { addAlertChange, rewordAlertChange, storedTerms, withdrawAlertChange } from './alert-change-repository.ts';

type Reader = Kysely<Database>;
/** Rows of one statement. */
const ROWS_AT_ONCE = 32;

/** An alert by its newest change. `restUntil`: as in `alert-change-repository.ts`. */
export type StoredAlert = AlertTerms & {
  readonly id: number;
  readonly changeId: number;
  readonly createdMs: number;
  readonly restUntil: number;
};

/** True when the alert is active and this person's; it then stays so until the transaction ends, whatever fires. */
export async function lockAlert(trx: Trx, userId: number, id: number): Promise<boolean> {
  const own = trx.selectFrom('price_alert').select('id').where('id', '=', id).where('user_id', '=', userId);
  return (await lockRows(trx, own).execute()).length === 1;
}

/** Every active alert of a person, newest first. */
export async function alertsOf(reader: Reader, userId: number): Promise<StoredAlert[]> {
  const rows = await reader
    .selectFrom('price_alert')
    .innerJoin('alert_change', 'alert_change.id', 'price_alert.change_id')
    .selectAll('alert_change')
    .select('price_alert.created_at')
    .where('price_alert.user_id', '=', userId)
    .orderBy('price_alert.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...storedTerms(row),
    id: row.alert_id,
    changeId: row.id,
    createdMs: row.created_at,
    restUntil: row.rest_until,
  }));
}

/** Active from the next tick of the tape on. */
export async function insertAlert(trx: Trx, userId: number, terms: AlertTerms, createdMs: number): Promise<StoredAlert> {
  const row = { user_id: userId, change_id: 0, created_at: createdMs };
  const { id } = await trx.insertInto('price_alert').values(row).returning('id').executeTakeFirstOrThrow();
  return { ...terms, id, createdMs, restUntil: 0, changeId: await pointTo(trx, userId, { id, restUntil: 0 }, terms) };
}

async function pointTo(
  trx: Trx,
  userId: number,
  { id, restUntil }: Pick<StoredAlert, 'id' | 'restUntil'>,
  terms: AlertTerms,
): Promise<number> {
  const changeId = await addAlertChange(trx, { alertId: id, userId, act: 'put', terms, restUntil });
  await trx.updateTable('price_alert').set({ change_id: changeId }).where('id', '=', id).execute();
  return changeId;
}

/** Under its lock: other terms from the next tick on, whatever was asked for since the last; `restUntil`: whether it rests with them. */
export async function replaceAlert(trx: Trx, userId: number, alert: StoredAlert, terms: AlertTerms): Promise<StoredAlert> {
  const isReworded = await rewordAlertChange(trx, alert.changeId, terms, alert.restUntil);
  return { ...alert, ...terms, changeId: isReworded ? alert.changeId : await pointTo(trx, userId, alert, terms) };
}

/** Under its lock: gone from the next tick on. */
export async function removeAlert(trx: Trx, userId: number, alert: StoredAlert): Promise<void> {
  await trx.deleteFrom('price_alert').where('id', '=', alert.id).execute();
  if (await withdrawAlertChange(trx, alert.changeId, alert.id)) return;
  await addAlertChange(trx, { alertId: alert.id, userId, act: 'drop', terms: alert, restUntil: 0 });
}

type ByChange = { readonly change_id: number };
const deleteByChange = preparedRows<ByChange, unknown>(['change_id'], ROWS_AT_ONCE, (db, rows) =>
  db.deleteFrom('price_alert').where(
    'change_id',
    'in',
    rows.map((row) => row.change_id),
  ),
);

/** Removes the alerts whose newest change is one of these; one that has been changed since stays. */
export async function removeAlertsByChange(trx: Trx, changeIds: readonly number[]): Promise<void> {
  await deleteByChange(
    trx,
    changeIds.map((id) => ({ change_id: id })),
  );
}

export type NewFired = Insertable<Database['alert_fired']>;
type FiredRow = Selectable<Database['alert_fired']>;
type StoredFired = Omit<FiredAlert, 'code'>;

const firedInsert = preparedRows<NewFired, Pick<FiredRow, 'id' | 'alert_id' | 'tick_seq'>>(
  [
    ...(['alert_id', 'user_id', 'product_id', 'kind', 'asked_price', 'percent', 'window_s', 'repeat'] as const),
    ...(['price', 'from_price', 'tick_seq', 'at'] as const),
  ],
  ROWS_AT_ONCE,
  (db, rows) => db.insertInto('alert_fired').values(rows).returning(['id', 'alert_id', 'tick_seq']),
);

/** Writes what fired; each row comes back with its id. An alert that fired at that tick before fails. */
export async function insertFired(trx: Trx, rows: readonly NewFired[]): Promise<StoredFired[]> {
  const ids = new Map((await firedInsert(trx, rows)).map((row) => [`${row.alert_id} ${row.tick_seq}`, row.id]));
  return rows.map((row) =>
    firedOf({ ...row, from_price: row.from_price ?? null, id: ids.get(`${row.alert_id} ${row.tick_seq}`) ?? 0 } as FiredRow),
  );
}

const firedOf = (row: FiredRow): StoredFired => {
  const { price: level, ...terms } = storedTerms(row);
  return {
    ...terms,
    level,
    id: row.id,
    alertId: row.alert_id,
    price: row.price as Price,
    from: row.from_price === null ? undefined : (row.from_price as Price),
    atMs: row.at,
    seq: row.tick_seq,
  };
};

/** Of some people only the newest rows stay. */
export async function pruneFired(trx: Trx, userIds: readonly number[], keep: number): Promise<void> {
  const numbered = trx
    .selectFrom('alert_fired')
    .select(['id', sql<number>`row_number() over (partition by user_id order by id desc)`.as('place')])
    .where('user_id', 'in', userIds)
    .as('numbered');
  const old = trx.selectFrom(numbered).select('numbered.id').where('numbered.place', '>', keep);
  await trx.deleteFrom('alert_fired').where('id', 'in', old).execute();
}

/** A page of what fired of a person, newest first, and how many there are. */
export async function firedOfUser(reader: Reader, userId: number, page: { limit: number; offset: number }) {
  const own = reader.selectFrom('alert_fired').where('user_id', '=', userId);
  const rows = await own.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { fired: rows.map(firedOf), total };
}
