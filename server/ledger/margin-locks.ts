/** Whether the margin lock of every account is what its open positions ask for, by the rule of `src/domain/margin.ts`; reads only. */
import { accountMargin, type MarginedPosition } from '#domain/margin.ts';
import type { Db } from '../database/database.ts';

/** Positions read in one statement, so that lock and positions are of one moment; far more than the 200 orders of an account. */
const ROWS_PER_READ = 5_000;
const HOLDING = 1;

/** A margin lock with one of its open positions; those columns are null where there is none. */
const rowsAfter = (db: Db, id: number) =>
  db.kysely
    .selectFrom('account')
    .leftJoin('trade_order', (join) =>
      join
        .onRef('trade_order.user_id', '=', 'account.user_id')
        .onRef('trade_order.account_type', '=', 'account.type')
        .on('trade_order.status', '=', HOLDING),
    )
    .select(['account.id', 'account.balance', 'trade_order.product_id', 'trade_order.side', 'trade_order.lots', 'trade_order.margin'])
    .where('account.part', '=', 'margin')
    .where('account.id', '>', id)
    .where((is) => is.or([is('account.balance', '<>', 0n), is('trade_order.id', 'is not', null)]))
    .orderBy('account.id')
    .limit(ROWS_PER_READ)
    .execute();
type Row = Awaited<ReturnType<typeof rowsAfter>>[number];

const positionOf = ({ product_id, side, lots, margin }: Row): MarginedPosition[] =>
  product_id === null || side === null || lots === null || margin === null ? [] : [{ productId: product_id, side, lots, margin }];

/** Rows by lock; of a full read the last lock is left for the next one, since some of its rows may be there. */
function byLock(rows: readonly Row[]): Row[][] {
  const locks = new Map<number, Row[]>();
  for (const row of rows) locks.set(row.id, [...(locks.get(row.id) ?? []), row]);
  const found = [...locks.values()];
  return rows.length < ROWS_PER_READ ? found : found.slice(0, -1);
}

/** Ids of the margin locks that are not what they should be; at most `most` of them. */
export async function wrongMarginLocks(db: Db, most: number): Promise<number[]> {
  const wrong: number[] = [];
  for (let after = 0; wrong.length < most; ) {
    const locks = byLock(await rowsAfter(db, after));
    const last = locks.at(-1)?.[0]?.id;
    if (last === undefined) break;
    after = last;
    const isWrong = (rows: readonly Row[]) => rows[0]?.balance !== accountMargin(rows.flatMap(positionOf));
    wrong.push(...locks.filter(isWrong).flatMap((rows) => rows[0]?.id ?? []));
  }
  return wrong.slice(0, most);
}
