/** How far the stored candles go: the cursor up to which they hold the tape, and the moment from which on they come from it. */
import { PERIODS } from '#domain/period-table.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { addPeriod, movePeriods } from '../repositories/candle-period-repository.ts';
import { type StoredBar, upsertBars } from '../repositories/candle-repository.ts';
import { createCursor, cursorSeq, moveCursor } from '../repositories/cursor-repository.ts';
import { FIRST_START_FACT, readFact, writeFact } from '../repositories/fact-repository.ts';
import type { Tape } from '../tape/tape.ts';
import type { History } from './history.ts';

export const CANDLES_CURSOR = 'candles';

type Parts = { readonly db: Db; readonly clock: Clock; readonly tape: Tape; readonly catalogue: Catalogue; readonly history: History };

/** Stores changed bars with the tick up to which all bars go now. */
export const storeBars = (db: Db, bars: readonly StoredBar[], seq: number): Promise<void> =>
  db.transaction(async (trx) => {
    // First, as who makes bars of a new period does: the two wait for each other here and nowhere else.
    const ids = PERIODS.map(({ id }) => id);
    await movePeriods(trx, ids, seq);
    await upsertBars(trx, bars);
    await advanceCursor(trx, seq);
  });

/** Moves the cursor on from wherever it is: a commit whose answer was lost may have moved it already. Never back. */
async function advanceCursor(trx: Trx, seq: number): Promise<void> {
  const from = await cursorSeq(trx, CANDLES_CURSOR);
  if (from === undefined || from > seq || !(await moveCursor(trx, CANDLES_CURSOR, from, seq))) {
    throw new Error(`candles up to tick ${seq} could not be stored: another process stored up to ${from}`);
  }
}

/** Remembers when this database began; the bars around that moment are stored as history has them, so that ticks continue them. */
export async function firstStart({ db, clock, tape, catalogue, history }: Parts): Promise<number> {
  const known = await readFact(db.kysely, FIRST_START_FACT);
  if (known !== undefined) return Number(known);
  const nowMs = clock.now();
  const forming: StoredBar[] = [];
  for (const product of catalogue.products()) {
    if (history.recordedStartMs(product.id) !== undefined) continue;
    history.formingAt(product, nowMs).forEach((bar, period) => {
      if (bar)
        forming.push({ productId: product.id, period, bar: { ...bar, openMs: bar.timeMs, openN: 0, closeMs: nowMs - 1, closeN: 0 } });
    });
  }
  await db.transaction(async (trx) => {
    await upsertBars(trx, forming);
    await createCursor(trx, CANDLES_CURSOR, tape.lastSeq());
    for (const { id, name } of PERIODS) await addPeriod(trx, { id, name, seq: tape.lastSeq() });
    await writeFact(trx, FIRST_START_FACT, String(nowMs));
  });
  return nowMs;
}
