/** Rows of limits that people set on themselves, and of their breaks. SQL only; rules live in `src/domain` and `server/protection`. */
import type { Selectable } from 'kysely';
import type { LimitKind, OwnLimit } from '#domain/own-limits.ts';
import { isLimitKind } from '#domain/own-limits.ts';
import { ORDER_STATUS } from '#protocol/order-status.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import type { Sql, UserRecord } from './user-repository.ts';

type OwnLimitRecord = Selectable<Database['own_limit']>;

const limitOf = ({ bound, next_bound, next_at }: OwnLimitRecord): OwnLimit => ({
  bound: bound ?? undefined,
  next: next_bound ?? undefined,
  nextAtMs: next_at,
});

export async function ownLimitsOf(sql: Sql, userId: number): Promise<Map<LimitKind, OwnLimit>> {
  const rows = await sql.selectFrom('own_limit').selectAll().where('user_id', '=', userId).execute();
  return new Map(rows.flatMap((row) => (isLimitKind(row.kind) ? [[row.kind, limitOf(row)] as const] : [])));
}

/** In place of the one that there was. */
export async function putOwnLimit(sql: Sql, userId: number, kind: LimitKind, { bound, next, nextAtMs }: OwnLimit): Promise<void> {
  const set = { bound: bound ?? null, next_bound: next ?? null, next_at: nextAtMs };
  await sql
    .insertInto('own_limit')
    .values({ user_id: userId, kind, ...set })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(set))
    .execute();
}

/** Whose looser limits have waited long enough, in the order of their times. */
export async function peopleWithDueLimits(sql: Sql, nowMs: number, limit: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('own_limit')
    .innerJoin('user', 'user.id', 'own_limit.user_id')
    .select('user_id')
    .where('next_at', '>', 0)
    .where('next_at', '<=', nowMs)
    .where('user.limits_locked_until', '<=', nowMs)
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => row.user_id))];
}

export type BreakColumns = Pick<UserRecord, 'cool_off_until' | 'excluded_until' | 'limits_locked_until' | 'remind_minutes'>;
export async function setBreaks(sql: Sql, userId: number, breaks: Partial<BreakColumns>): Promise<void> {
  await sql.updateTable('user').set(breaks).where('id', '=', userId).execute();
}

/** What keeps a person from taking new risk: one row for each limit, one without any. */
type GuardRow = Pick<UserRecord, 'frozen' | 'cool_off_until' | 'excluded_until'> & { kind: string | null; bound: bigint | null };
const selectGuard = prepared<{ userId: number }, GuardRow>((db, arg) =>
  db
    .selectFrom('user')
    .leftJoin('own_limit', 'own_limit.user_id', 'user.id')
    .select(['user.frozen', 'user.cool_off_until', 'user.excluded_until', 'own_limit.kind', 'own_limit.bound'])
    .where('user.id', '=', arg('userId')),
);

/** Asked before every order of real money, in one statement. */
export const guardRowsOf = async (sql: Sql, userId: number): Promise<readonly GuardRow[]> => (await selectGuard(sql, { userId })).rows;

/** Who may take no new risk and has orders that wait for their price. */
export const barredWithPending = (sql: Sql, nowMs: number, limit: number): Promise<UserRecord[]> =>
  sql
    .selectFrom('trade_order')
    .innerJoin('user', 'user.id', 'trade_order.user_id')
    .selectAll('user')
    .distinct()
    .where('trade_order.status', '=', ORDER_STATUS.pending)
    .where('user.realm', '=', 'real')
    .where((is) => is.or([is('user.frozen', '=', 1), is('user.cool_off_until', '>', nowMs), is('user.excluded_until', '>', nowMs)]))
    .limit(limit)
    .execute();

/**
 * Accounts that were verified with the document of somebody who excluded themselves for longer than they are excluded, and until when that is. `by`:
 * of this one's document alone; `userId`: whether this one is such an account.
 */
export async function excludedElsewhere(
  sql: Sql,
  { nowMs, limit, by, userId }: { readonly nowMs: number; readonly limit: number; readonly by?: number; readonly userId?: number },
): Promise<{ userId: number; until: number }[]> {
  const rows = await sql
    .selectFrom('user as excluded')
    .innerJoin('identity as shown', 'shown.user_id', 'excluded.id')
    .innerJoin('identity as same', 'same.document_hash', 'shown.document_hash')
    .innerJoin('user as other', 'other.id', 'same.user_id')
    .select((eb) => ['other.id', eb.fn.max('excluded.excluded_until').as('until')])
    .where('excluded.excluded_until', '>', nowMs)
    .where('shown.state', '=', 'verified')
    .where('same.state', '=', 'verified')
    .where('other.closed_at', '=', 0)
    .whereRef('other.excluded_until', '<', 'excluded.excluded_until')
    .$if(by !== undefined, (query) => query.where('excluded.id', '=', by as number))
    .$if(userId !== undefined, (query) => query.where('other.id', '=', userId as number))
    .groupBy('other.id')
    .orderBy('other.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, until }) => ({ userId: id, until: Number(until) }));
}
