/** Bars of the 4-hour and the 1-month period in a database that was kept by a server which knew seven periods. */
import { expect, it } from 'vitest';
import { CandleAggregator } from '#domain/candles.ts';
import { PERIODS } from '#domain/period-table.ts';
import { makePeriods } from '#server/candles/make-periods.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { barsFrom, upsertBars } from '#server/repositories/candle-repository.ts';
import { putCursor } from '#server/repositories/cursor-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { type Rig, START_MS, startMarket } from '../feed/market-rig.ts';

const HOUR_MS = 3_600_000;
const OLD = PERIODS.filter(({ id }) => id <= 6);
const NEW = PERIODS.filter(({ id }) => id > 6);
/** Bars shorter than an hour matter to nobody here: some of them must do. */
const HOURS = 4;
const SHORTER_STORED = 200;
/** One of the products never trades again, so that its bars are those of the first start alone. */
const CODES = ['BTCUSD', 'EURUSD', 'GBPUSD'];
const QUIET = 'GBPUSD';

type Truth = Map<string, CandleAggregator>;

const allBars = (db: Db, productId: number, period: number) => barsFrom(db.kysely, { productId, period, fromMs: 0, limit: 100_000 });
const barsOf = (candles: CandleAggregator, period: number) => {
  const count = candles.count(period);
  return Array.from({ length: count }, (_, at) => candles.bar(period, at)).filter((bar) => bar !== undefined);
};
/** Every row of the old periods, to see that none changes. */
const oldRows = (db: Db) =>
  db.kysely.selectFrom('candle').selectAll().where('period', '<=', 6).orderBy('product_id').orderBy('period').orderBy('time_ms').execute();

/** Ticks into the bars of every period, one each 20 minutes or so, from the tape's tick `fromSeq` on. */
function trade(truth: Truth, { fromMs, days, fromSeq }: { fromMs: number; days: number; fromSeq: number }): number {
  let seq = fromSeq;
  for (const [code, candles] of truth) {
    if (code === QUIET) continue;
    for (let at = 0; at < days * 72; at++) {
      seq++;
      const price = (10_000 + ((seq * 7_919) % 1_000)) / 100;
      candles.tick(fromMs + at * (HOUR_MS / 3) + ((seq * 31) % 600_000), seq, price, 1 + (seq % 5));
    }
  }
  return seq;
}

/** Writes what a server that knows seven periods stores. */
async function storeOld(rig: Rig, truth: Truth, seq: number): Promise<void> {
  await rig.db.transaction(async (trx) => {
    for (const [code, candles] of truth) {
      const bars = OLD.flatMap(({ id }) => {
        const all = barsOf(candles, id);
        return (id < HOURS ? all.slice(-SHORTER_STORED) : all).map((bar) => ({ productId: rig.id(code), period: id, bar }));
      });
      await upsertBars(trx, bars);
    }
    await putCursor(trx, 'candles', seq);
  });
}

/** A database with 100 days of bars, and nothing of the periods that came later; the bars as ticks make them. */
async function oldDatabase(db: Db): Promise<{ rig: Rig; truth: Truth; seq: number }> {
  const rig = await startMarket(db, { codes: CODES });
  await rig.stop();
  const truth: Truth = new Map(CODES.map((code) => [code, new CandleAggregator(() => 100_000)]));
  for (const [code, candles] of truth) {
    for (const { id } of PERIODS)
      candles.restore(
        id,
        (await allBars(db, rig.id(code), id)).filter((bar) => bar.closeN === 0),
      );
  }
  const seq = trade(truth, { fromMs: START_MS, days: 100, fromSeq: 1_000_000 });
  await storeOld(rig, truth, seq);
  await db.transaction(async (trx) => {
    await trx.deleteFrom('candle').where('period', '>', 6).execute();
    await trx.deleteFrom('candle_period').where('id', '>', 6).execute();
  });
  return { rig, truth, seq };
}

const parts = (rig: Rig, db: Db = rig.db) => ({
  db,
  catalogue: rig.catalogue,
  history: rig.history,
  log: silentLog,
  firstStartMs: rig.candles.firstStartMs,
});

function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** How many transactions it takes to make the bars of the first period that is new. */
async function transactionsOfOnePeriod({ rig, seq }: { rig: Rig; seq: number }): Promise<number> {
  let [begun, ofFirst] = [0, 0];
  const counted: Db = {
    ...rig.db,
    transaction: (work) => {
      begun++;
      return rig.db.transaction(work);
    },
  };
  const info = () => {
    ofFirst ||= begun;
  };
  await makePeriods({ ...parts(rig, counted), log: { ...silentLog, info } }, seq);
  return ofFirst;
}

async function expectTruth({ rig, truth }: { rig: Rig; truth: Truth }): Promise<void> {
  for (const [code, candles] of truth) {
    for (const { id, name } of NEW) {
      const made = await allBars(rig.db, rig.id(code), id);
      const plain = (bars: typeof made) =>
        bars.map(({ timeMs, open, high, low, close, volumeUnits }) => ({ timeMs, open, high, low, close, volumeUnits }));
      expect(plain(made), `${code} ${name}`).toEqual(plain(barsOf(candles, id)));
      expect(made.length).toBeGreaterThan(0);
      if (code === QUIET) continue;
      // The keys too: a late tick must find its place in a bar that was made.
      expect(made.slice(1), `${code} ${name}`).toEqual(barsOf(candles, id).slice(1));
    }
  }
}

eachDatabase('bars of periods that a database lacks', (openDatabase) => {
  it('D9.72 are made from those that are stored, as ticks would have made them, and no stored bar changes', async () => {
    const old = await oldDatabase(await openDatabase());
    const before = await oldRows(old.rig.db);
    await makePeriods(parts(old.rig), old.seq);
    await expectTruth(old);
    expect(await oldRows(old.rig.db)).toEqual(before);
    const rows = await old.rig.db.kysely
      .selectFrom('candle_period')
      .select(['id', 'name', 'seq'])
      .where('id', '>', 6)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: 7, name: '4hour', seq: old.seq },
      { id: 8, name: '1mon', seq: old.seq },
    ]);
  });

  it.each([1, 2, 4, 7])('D9.72 stopped after %i steps, the next start goes on to the same bars', async (steps) => {
    const old = await oldDatabase(await openDatabase());
    let left = steps;
    const dying: Db = {
      ...old.rig.db,
      transaction: (work) => (left-- > 0 ? old.rig.db.transaction(work) : Promise.reject(new Error('killed'))),
    };
    await expect(makePeriods(parts(old.rig, dying), old.seq)).rejects.toThrow('killed');
    await makePeriods(parts(old.rig), old.seq);
    await expectTruth(old);
  });

  it('D9.72 two nodes that start at once make the same bars', async () => {
    const old = await oldDatabase(await openDatabase());
    await Promise.all([makePeriods(parts(old.rig), old.seq), makePeriods(parts(old.rig), old.seq)]);
    await expectTruth(old);
  });

  it('D9.72 a node that is late by a batch leaves no half bar behind another that has made them all', async () => {
    const old = await oldDatabase(await openDatabase());
    const [waits, mayGo] = [gate(), gate()];
    let begun = 0;
    const late: Db = {
      ...old.rig.db,
      transaction: async (work) => {
        begun++;
        if (begun > 2) throw new Error('killed');
        // The first names the period, the second is the first batch.
        if (begun === 2) {
          waits.open();
          await mayGo.passed;
        }
        return old.rig.db.transaction(work);
      },
    };
    const other = makePeriods(parts(old.rig, late), old.seq).catch(() => 'killed');
    await waits.passed;
    // The last of a period is the one that says that it is made: the late one, which has named it already, writes just before.
    let left = (await transactionsOfOnePeriod(await oldDatabase(await openDatabase()))) - 1;
    const early: Db = {
      ...old.rig.db,
      async transaction(work) {
        if (--left === 0) {
          mayGo.open();
          expect(await other).toBe('killed');
        }
        return old.rig.db.transaction(work);
      },
    };
    await makePeriods(parts(old.rig, early), old.seq);
    await expectTruth(old);
  });

  it('D9.72 are brought up to date where a server of an older version led on meanwhile', async () => {
    const old = await oldDatabase(await openDatabase());
    await makePeriods(parts(old.rig), old.seq);
    const seq = trade(old.truth, { fromMs: START_MS + 100 * 24 * HOUR_MS, days: 20, fromSeq: old.seq });
    await storeOld(old.rig, old.truth, seq);
    await makePeriods(parts(old.rig), seq);
    await expectTruth(old);
  });

  it('D9.72 a start shows them on a chart at once, and stores what comes', async () => {
    const { rig, truth, seq } = await oldDatabase(await openDatabase());
    await rig.db.transaction(async (trx) => putCursor(trx, 'candles', rig.tape.lastSeq()));
    const again = await startMarket(rig.db, { clock: rig.clock });
    for (const { id, name } of NEW) {
      const shown = await again.candles.bars(rig.id('EURUSD'), name, 1_000);
      const wanted = barsOf(truth.get('EURUSD') as CandleAggregator, id).map(({ timeMs, close }) => ({ timeMs, close }));
      expect(shown.slice(-wanted.length).map(({ timeMs, close }) => ({ timeMs, close }))).toEqual(wanted);
    }
    expect(seq).toBeGreaterThan(0);
    await again.stop();
  });

  it('D9.70 a server that means another period by an id does not start', async () => {
    const { rig, seq } = await oldDatabase(await openDatabase());
    await makePeriods(parts(rig), seq);
    await rig.db.transaction((trx) => trx.updateTable('candle_period').set({ name: '4hours' }).where('id', '=', 7).execute());
    await expect(makePeriods(parts(rig), seq)).rejects.toThrow('candle period 7 is 4hours in this database, 7 is 4hour in this server');
  });
});
