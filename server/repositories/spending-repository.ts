/** What a person has put into trades and lost in them since a time, for the limits that they set on themselves, and when that will be less. Reads only. */
import { sql } from 'kysely';
import type { Money } from '#domain/decimal.ts';
import { MICRO_STATUS } from '#protocol/micro-wire.ts';
import { ORDER_STATUS } from '#protocol/order-status.ts';
import type { Sql } from './user-repository.ts';

/** `turnover`: margin of positions that were opened and stakes of micro trades; `loss`: what ended, less what it brought, charges included. */
export type Spent = { readonly turnover: Money; readonly loss: Money; readonly micros: number };
type Since = { readonly userId: number; readonly sinceMs: number };

const sumOf = (words: ReturnType<typeof sql>) => sql<bigint>`cast(coalesce(sum(${words}), 0) as bigint)`;

/** Of positions that are held, and of those that ended since: what was opened since has ended since or is held. */
async function spentOnContracts(reader: Sql, { userId, sinceMs }: Since): Promise<Omit<Spent, 'micros'>> {
  const opened = sql`case when opened_at >= ${sinceMs} then margin else 0 end`;
  const own = reader.selectFrom('trade_order').where('user_id', '=', userId);
  const held = await own
    .select([sumOf(opened).as('margin_sum'), sumOf(sql`case when opened_at >= ${sinceMs} then fee - financing else 0 end`).as('loss_sum')])
    .where('status', '=', ORDER_STATUS.holding)
    .executeTakeFirstOrThrow();
  const closed = await own
    .select([sumOf(opened).as('margin_sum'), sumOf(sql`fee - financing - profit`).as('loss_sum')])
    .where('status', '=', ORDER_STATUS.closed)
    .where('completed_at', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return { turnover: held.margin_sum + closed.margin_sum, loss: held.loss_sum + closed.loss_sum };
}

/** What waits for its price takes part of the turnover, and its fee of the loss: nobody asks again when it is filled. */
async function spentOnPending(reader: Sql, userId: number): Promise<Omit<Spent, 'micros'>> {
  const row = await reader
    .selectFrom('trade_order')
    .select([sumOf(sql`margin`).as('margin_sum'), sumOf(sql`fee`).as('loss_sum')])
    .where('user_id', '=', userId)
    .where('status', '=', ORDER_STATUS.pending)
    .executeTakeFirstOrThrow();
  return { turnover: row.margin_sum, loss: row.loss_sum };
}

/** A micro trade that runs may lose its stake. */
async function spentOnMicros(reader: Sql, { userId, sinceMs }: Since): Promise<Spent> {
  const own = reader.selectFrom('micro_order').where('user_id', '=', userId);
  const opened = sql`case when created_at >= ${sinceMs} then amount else 0 end`;
  const count = sql<number>`coalesce(sum(case when created_at >= ${sinceMs} then 1 else 0 end), 0)`;
  const runs = await own
    .select([sumOf(opened).as('stake_sum'), sumOf(sql`amount`).as('loss_sum'), count.as('count')])
    .where('status', '=', MICRO_STATUS.running)
    .executeTakeFirstOrThrow();
  const ended = await own
    .select([sumOf(opened).as('stake_sum'), sumOf(sql`-profit`).as('loss_sum'), count.as('count')])
    .where('status', '=', MICRO_STATUS.closed)
    .where('completed_at', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return {
    turnover: runs.stake_sum + ended.stake_sum,
    loss: runs.loss_sum + ended.loss_sum,
    micros: Number(runs.count) + Number(ended.count),
  };
}

/** `sinceMs`: of the trading time. */
export async function spentSince(reader: Sql, since: Since): Promise<Spent> {
  const contracts = await spentOnContracts(reader, since);
  const micros = await spentOnMicros(reader, since);
  const pending = await spentOnPending(reader, since.userId);
  return {
    turnover: contracts.turnover + micros.turnover + pending.turnover,
    loss: contracts.loss + micros.loss + pending.loss,
    micros: micros.micros,
  };
}

type Words = ReturnType<typeof sql>;

/**
 * What was used up of a measure piece by piece, each with the time by which it leaves the window; what waits, runs or floats is no piece. `cut`:
 * what is taken of each table.
 */
function spendings(measured: keyof Spent, { userId, sinceMs }: Since, cut: (words: Words) => Words): Words {
  const { closed, holding } = ORDER_STATUS;
  if (measured === 'loss')
    return sql`
      ${cut(sql`
        select completed_at as spent_at, fee - financing - profit as amount from trade_order
          where user_id = ${userId} and status = ${closed} and completed_at >= ${sinceMs}`)}
      union all ${cut(sql`
        select opened_at as spent_at, fee - financing as amount from trade_order
          where user_id = ${userId} and status = ${holding} and opened_at >= ${sinceMs}`)}
      union all ${cut(sql`
        select completed_at as spent_at, -profit as amount from micro_order
          where user_id = ${userId} and status = ${MICRO_STATUS.closed} and completed_at >= ${sinceMs}`)}`;
  const micros = cut(sql`
    select created_at as spent_at, ${measured === 'micros' ? sql`1` : sql`amount`} as amount from micro_order
      where user_id = ${userId} and created_at >= ${sinceMs}`);
  if (measured === 'micros') return micros;
  return sql`${micros} union all ${cut(sql`
    select opened_at as spent_at, margin as amount from trade_order
      where user_id = ${userId} and status in (${holding}, ${closed}) and opened_at >= ${sinceMs}`)}`;
}

/** Pieces that are looked at, oldest first: what is used up by so much that more of them must leave turns in hours, and is read again before. */
const PIECES_MAX = 1_000;
type Piece = { readonly spent_at: number; readonly amount: bigint };

async function oldestPieces(reader: Sql, measured: keyof Spent, since: Since): Promise<readonly Piece[]> {
  // Each by an index of its own, in its order: a person may have any number of trades, and asks often.
  const oldest = (words: Words) => sql`select * from (${words} order by spent_at limit ${PIECES_MAX}) as oldest`;
  const pieces = spendings(measured, since, oldest);
  return (await sql<Piece>`select spent_at, amount from (${pieces}) as piece order by spent_at limit ${PIECES_MAX}`.execute(reader)).rows;
}

/** What trades came to since a time, charges included: what ended, and of what is still held the charges of what was opened since (decision D9.473). */
export async function netSince(reader: Sql, since: Since): Promise<Money> {
  const { rows } = await sql<{ loss_sum: bigint }>`
    select cast(coalesce(sum(amount), 0) as bigint) as loss_sum from (${spendings('loss', since, (words) => words)}) as piece`.execute(
    reader,
  );
  return -(rows[0]?.loss_sum ?? 0n);
}

/**
 * The time of the piece with which a limit turns, once it has left the window: `over`, by how much more is used up than may be, is below 0 from
 * then on, or, where it is below 0 now, no longer is. `undefined`: no piece that leaves does that, or too many have to.
 */
export async function turningPiece(
  reader: Sql,
  since: Since,
  { measured, over }: { readonly measured: keyof Spent; readonly over: bigint },
): Promise<number | undefined> {
  const pieces = await oldestPieces(reader, measured, since);
  let gone = 0n;
  for (const [at, { spent_at, amount }] of pieces.entries()) {
    gone += BigInt(amount);
    // What was spent at one time leaves together; of the last time there may be more than was read.
    const isWhole = at + 1 < pieces.length ? pieces[at + 1]?.spent_at !== spent_at : pieces.length < PIECES_MAX;
    if (isWhole && (over < 0n ? gone <= over : gone > over)) return spent_at;
  }
  return undefined;
}
