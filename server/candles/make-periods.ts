/**
 * Makes the stored bars of a period from those that it is made from, where the database lacks them: a period that is new in the table,
 * or one that the leading node of an older version did not store. In batches, shortest period first; stopped in the middle it goes on
 * behind the newest bar that it has made. What history has of the bucket that the first start lies in comes before what is stored.
 */
import type { CandleBar, KeyedBar } from '#domain/candle-bar.ts';
import { joinBar } from '#domain/join-bars.ts';
import { PERIODS, type PeriodRow } from '#domain/period-table.ts';
import { bucketEnd, bucketStart, periodOf } from '#domain/periods.ts';
import type { Catalogue, Product } from '../catalogue/catalogue.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { addPeriod, lockPeriodSeq, movePeriods, storedPeriods } from '../repositories/candle-period-repository.ts';
import { barsBefore, barsFrom, upsertBars } from '../repositories/candle-repository.ts';
import { cursorSeq } from '../repositories/cursor-repository.ts';
import { CANDLES_CURSOR } from './candle-cursor.ts';
import type { History } from './history.ts';

/** Bars that are read, and at most so many written, in one transaction. */
const BARS_PER_BATCH = 2_000;
/** Before every tick: nothing has been made yet. */
const NOTHING_MADE = -1;

type Parts = {
  readonly db: Db;
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly log: Log;
  /** When the database began. */
  readonly firstStartMs: number;
};
type Making = { readonly period: PeriodRow; readonly source: PeriodRow; readonly seq: number };

/**
 * Brings the bars of every period up to the tick `seq`, where the cursor of the candles is. Throws when a period has another id in
 * this database than in this server: its bars would be taken for those of another.
 */
export async function makePeriods(parts: Parts, seq: number): Promise<void> {
  const { db, log } = parts;
  const stored = await storedPeriods(db.kysely);
  checkIds(stored);
  for (const period of PERIODS) {
    const known = stored.find(({ id }) => id === period.id);
    if (!known) await db.transaction((trx) => addPeriod(trx, { id: period.id, name: period.name, seq: NOTHING_MADE }));
    const madeSeq = known ? known.seq : NOTHING_MADE;
    if (madeSeq === null || madeSeq >= seq || period.madeFrom === undefined) continue;
    const bars = await makeBars(parts, { period, source: periodOf(period.madeFrom), seq });
    await db.transaction((trx) => conclude(trx, period, seq));
    log.info({ period: period.name, bars }, 'bars of a period were made from shorter ones');
  }
}

function checkIds(stored: readonly { readonly id: number; readonly name: string }[]): void {
  for (const { id, name } of stored) {
    const ours = PERIODS.find((period) => period.id === id || period.name === name);
    if (ours && (ours.id !== id || ours.name !== name)) {
      throw new Error(`candle period ${id} is ${name} in this database, ${ours.id} is ${ours.name} in this server: a period keeps its id`);
    }
  }
}

/** They go up to `seq` only if the bars that they were made from still did when all were made. */
async function conclude(trx: Trx, period: PeriodRow, seq: number): Promise<void> {
  if ((await cursorSeq(trx, CANDLES_CURSOR)) === seq) await movePeriods(trx, [period.id], seq);
}

/** All products, one after another; returns how many bars were written. A recording is read again at every start. */
async function makeBars(parts: Parts, making: Making): Promise<number> {
  let written = 0;
  for (const product of parts.catalogue.products()) {
    if (parts.history.recordedStartMs(product.id) === undefined) written += await makeProductBars(parts, making, product);
  }
  return written;
}

async function makeProductBars(parts: Parts, making: Making, product: Product): Promise<number> {
  const { db, firstStartMs } = parts;
  const { period, source } = making;
  const [newest] = await barsBefore(db.kysely, { productId: product.id, period: period.id, endMs: Number.MAX_SAFE_INTEGER, limit: 1 });
  const beginMs = bucketStart(period.id, firstStartMs);
  let fromMs = newest?.timeMs ?? beginMs;
  /** The bar that the next batch goes on with, as it is so far. */
  let open = fromMs === beginMs ? historyPart(parts, making, product) : undefined;
  let written = 0;
  for (;;) {
    const batch = await db.transaction(async (trx) => {
      const madeSeq = await lockPeriodSeq(trx, period.id);
      // Another node made them meanwhile, and stores what comes.
      if (typeof madeSeq !== 'number' || madeSeq >= making.seq) return undefined;
      const taken = await barsFrom(trx, { productId: product.id, period: source.id, fromMs, limit: BARS_PER_BATCH });
      const bars = foldBars(period.id, open, taken);
      // The last one goes on with the next batch and is written there, whole: another node may be ahead, and may have written it so.
      const whole = taken.length < BARS_PER_BATCH ? bars : bars.slice(0, -1);
      await upsertBars(
        trx,
        whole.map((bar) => ({ productId: product.id, period: period.id, bar })),
      );
      return { taken, bars, written: whole.length };
    });
    written += batch?.written ?? 0;
    const last = batch?.taken.at(-1);
    if (!last || !batch || batch.taken.length < BARS_PER_BATCH) return written;
    fromMs = last.timeMs + 1;
    open = batch.bars.at(-1);
  }
}

/** Bars of a period from a bar of it that is open, if one is, and the shorter ones that follow; ascending. */
function foldBars(period: number, open: KeyedBar | undefined, parts: readonly KeyedBar[]): KeyedBar[] {
  const bars = open ? [open] : [];
  for (const part of parts) {
    const timeMs = bucketStart(period, part.timeMs);
    const last = bars.at(-1);
    if (last?.timeMs === timeMs) bars[bars.length - 1] = joinBar(last, part);
    else bars.push({ ...part, timeMs });
  }
  return bars;
}

/** The bucket that the first start lies in, up to the first shorter bar that is stored. */
function historyPart({ history, firstStartMs }: Parts, { period, source }: Making, product: Product): KeyedBar | undefined {
  const beginMs = bucketStart(period.id, firstStartMs);
  const { bucket } = source;
  const limit = bucket.numberAt(bucketEnd(period.id, firstStartMs) - 1) - bucket.numberAt(beginMs) + 1;
  const query = { endMs: bucketStart(source.id, firstStartMs), limit, startMs: firstStartMs };
  const parts = history.barsBefore(product, source.id, query).filter(({ timeMs }) => timeMs >= beginMs);
  return foldBars(period.id, undefined, parts.map(asKeyed))[0];
}

/** A bar of history as if its only tick were its start: before every tick of the tape. */
const asKeyed = (bar: CandleBar): KeyedBar => ({ ...bar, openMs: bar.timeMs, openN: 0, closeMs: bar.timeMs, closeN: 0 });
