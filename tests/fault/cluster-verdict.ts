/** What the tables must say when two nodes have been killed and frozen: of every order, of the ledger, of the tape. */
import { expect } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { cursorSeq } from '#server/repositories/cursor-repository.ts';
import type { OrderColumns } from '#server/repositories/stored-order.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { type Ending, endingByStopOut, endingByStops, fillOf, readTape } from './cluster-market.ts';

/** An order that was acknowledged; `seq`: newest tick of its product that the acknowledgement knew. */
export type Asked = { readonly id: number; readonly kind: 'trade' | 'hunt' | 'pend' | 'gamble'; readonly seq: number };

/** What the tables must say of every order that was acknowledged. */
async function judgeOrders(db: Db, asked: readonly Asked[]): Promise<{ triggers: number; silencesMs: readonly number[] }> {
  const rows = await db.kysely.selectFrom('trade_order').selectAll().execute();
  expect(asked.length).toBe(new Set(asked.map(({ id }) => id)).size);
  expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(asked.map(({ id }) => id).sort((a, b) => a - b));
  const judgedSeq = (await cursorSeq(db.kysely, 'evaluator')) ?? 0;
  const { ticks, silencesMs } = await readTape(db);
  const byId = new Map<number, OrderColumns>(rows.map((row) => [row.id, row as OrderColumns]));
  const found: Ending[] = [];
  const must: Ending[] = [];
  for (const { id, kind, seq } of asked) {
    const order = byId.get(id) as OrderColumns;
    if (kind === 'trade') {
      expect(order).toMatchObject({ status: 3, close_reason: 'manual' });
      continue;
    }
    const fillSeq = kind === 'pend' && order.trigger_side !== '' ? fillOf(order, seq, ticks, judgedSeq) : order.open_seq;
    if (kind === 'pend') {
      found.push({ seq: order.open_seq, reason: `fill ${id}` });
      must.push({ seq: fillSeq ?? 0, reason: `fill ${id}` });
    }
    const ending = fillSeq === undefined ? undefined : (kind === 'gamble' ? endingByStopOut : endingByStops)(order, ticks, judgedSeq);
    found.push({ seq: order.close_seq, reason: `${order.close_reason} ${id}` });
    must.push({ seq: ending?.seq ?? 0, reason: `${ending?.reason ?? ''} ${id}` });
  }
  expect(found).toEqual(must);
  await expectOneEventEach(
    db,
    rows.filter(({ status }) => status === 3).map(({ id }) => id),
  );
  return { triggers: must.filter(({ seq }) => seq > 0).length, silencesMs };
}

/** Every closing was told once. */
async function expectOneEventEach(db: Db, closedIds: readonly number[]): Promise<void> {
  const events = await db.kysely.selectFrom('outbox').select('payload').where('topic', '=', 'FOREX_CLOSED').execute();
  const told = events.flatMap(({ payload }) => (JSON.parse(payload) as { data: number[] }).data);
  expect(told.sort((a, b) => a - b)).toEqual([...closedIds].sort((a, b) => a - b));
}

/** Looks at everything when both nodes have stopped. Returns how many triggers had to fire, and the silences of the tape, longest first. */
export async function judge(
  databaseUrl: string | undefined,
  asked: readonly Asked[],
): Promise<{ triggers: number; silencesMs: readonly number[] }> {
  const db = await openDatabase({ dataDir: '', databaseUrl });
  try {
    expect(await checkLedger(db)).toEqual([]);
    expect(await logProblem(db.kysely)).toBeUndefined();
    return await judgeOrders(db, asked);
  } finally {
    await db.close();
  }
}
