/** What people asked of their alerts, with the tick from which each holds: written by acts, placed by the tape, evaluated and then forgotten. */
import type { Kysely, Selectable } from 'kysely';
import type { Price, Ratio } from '#domain/decimal.ts';
import type { AlertTerms } from '#domain/price-alert.ts';
import type { Trx } from '../database/database.ts';
import { isPostgres } from '../database/lock-rows.ts';
import { prepared, preparedRows } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

type Reader = Kysely<Database>;
type Row = Selectable<Database['alert_change']>;
/** Rows of one statement. */
const ROWS_AT_ONCE = 32;

/** A change that has its tick, from which on the alert is active (`isDrop` false), or is gone. */
export type AlertChange = AlertTerms & {
  readonly id: number;
  readonly alertId: number;
  readonly userId: number;
  readonly isDrop: boolean;
  readonly fromSeq: number;
  /** When that tick was committed, unix ms. */
  readonly fromMs: number;
  /** Second of the tape until which it rests; 0: it does not. */
  readonly restUntil: number;
};

type TermColumns = Pick<Row, 'product_id' | 'kind' | 'asked_price' | 'percent' | 'window_s' | 'repeat'>;

export const alertColumns = ({ productId, kind, price, percent, windowS, repeat }: AlertTerms): TermColumns => ({
  product_id: productId,
  kind,
  asked_price: price ?? null,
  percent: percent ?? null,
  window_s: windowS ?? null,
  repeat,
});

export const storedTerms = (row: TermColumns): AlertTerms => ({
  productId: row.product_id,
  kind: row.kind,
  price: row.asked_price === null ? undefined : (row.asked_price as Price),
  percent: row.percent === null ? undefined : (row.percent as Ratio),
  windowS: row.window_s ?? undefined,
  repeat: row.repeat,
});

const changeOf = (row: Row): AlertChange => ({
  ...storedTerms(row),
  id: row.id,
  alertId: row.alert_id,
  userId: row.user_id,
  isDrop: row.act === 'drop',
  fromSeq: row.from_seq ?? 0,
  fromMs: row.from_at ?? 0,
  restUntil: row.rest_until,
});

const begin = prepared<{ seq: number; atMs: number }, unknown>((db, arg) => {
  const waiting = db.selectFrom('alert_change').select('id').where('from_seq', 'is', null);
  return db
    .updateTable('alert_change')
    .set({ from_seq: arg('seq'), from_at: arg('atMs') })
    .where('id', 'in', isPostgres(db) ? waiting.forUpdate().skipLocked() : waiting);
});

/**
 * Changes that wait hold from this tick on. Called in the transaction that commits the tick, so that nobody sees the one without the other. The
 * tape waits for no act: a change that one is just putting other terms over holds from the next group.
 */
export async function beginAlertChanges(trx: Trx, seq: number, atMs: number): Promise<void> {
  await begin(trx, { seq, atMs });
}

type NewChange = Pick<AlertChange, 'alertId' | 'userId' | 'restUntil'> & { readonly act: 'put' | 'drop'; readonly terms: AlertTerms };

/** Adds a change that has no tick yet; there may be no other such of its alert. Returns its id. */
export async function addAlertChange(trx: Trx, { alertId, userId, act, terms, restUntil }: NewChange): Promise<number> {
  const row = { alert_id: alertId, user_id: userId, act, ...alertColumns(terms), from_seq: null, from_at: null, rest_until: restUntil };
  return (await trx.insertInto('alert_change').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Puts other terms over a change that has no tick yet: what nobody has evaluated needs no row of its own. False when it has one. */
export async function rewordAlertChange(trx: Trx, id: number, terms: AlertTerms, restUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_change')
    .set({ ...alertColumns(terms), rest_until: restUntil })
    .where('id', '=', id)
    .where('from_seq', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Takes a change back that has no tick yet. True when nothing is left of its alert: no tick has seen it, so that it needs no end. */
export async function withdrawAlertChange(trx: Trx, id: number, alertId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('alert_change')
    .where('id', '=', id)
    .where('from_seq', 'is', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  return (await trx.selectFrom('alert_change').select('id').where('alert_id', '=', alertId).executeTakeFirst()) === undefined;
}

type Span = { afterSeq: number; toSeq: number; afterId: number; limit: number };
const selectPlaced = prepared<Span, Row>((db, arg) =>
  db
    .selectFrom('alert_change')
    .selectAll()
    .where('from_seq', '>', arg('afterSeq'))
    .where('from_seq', '<=', arg('toSeq'))
    .where('id', '>', arg('afterId'))
    .orderBy('id')
    .limit(arg('limit')),
);
/** Rows of one read. */
const PAGE = 1_000;

/** Changes that hold from a tick after `afterSeq` up to `toSeq`. Those of an alert are in the order of their ticks. */
export async function alertChangesBetween(reader: Reader, afterSeq: number, toSeq: number): Promise<AlertChange[]> {
  const changes: AlertChange[] = [];
  for (let afterId = 0; ; ) {
    const { rows } = await selectPlaced(reader, { afterSeq, toSeq, afterId, limit: PAGE });
    changes.push(...rows.map(changeOf));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return changes;
    afterId = last.id;
  }
}

/** First tick from which any change holds that is not forgotten; infinite where there is none. */
export async function firstAlertSeq(reader: Reader): Promise<number> {
  const { seq } = await reader
    .selectFrom('alert_change')
    .select(({ fn }) => fn.min('from_seq').as('seq'))
    .executeTakeFirstOrThrow();
  return seq ?? Number.POSITIVE_INFINITY;
}

type Id = { readonly id: number };
const deleteRows = preparedRows<Id, Id>(['id'], ROWS_AT_ONCE, (db, rows) =>
  db
    .deleteFrom('alert_change')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .returning('id'),
);

/** Forgets changes; those that are gone already are no harm. Returns how many there were. */
export const forgetAlertChanges = async (trx: Trx, ids: readonly number[]): Promise<number> =>
  (
    await deleteRows(
      trx,
      ids.map((id) => ({ id })),
    )
  ).length;

type Rest = Id & { readonly rest_until: number };
const updateRests = preparedRows<Rest, Id>(['id', 'rest_until'], ROWS_AT_ONCE, (db, rows) =>
  db
    .updateTable('alert_change')
    .set({ rest_until: (rows[0] as Rest).rest_until })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .returning('id'),
);

/** Writes until when alerts rest, the same second for all of them. Returns how many there were. */
export const restAlerts = async (trx: Trx, ids: readonly number[], restUntil: number): Promise<number> =>
  (
    await updateRests(
      trx,
      ids.map((id) => ({ id, rest_until: restUntil })),
    )
  ).length;
