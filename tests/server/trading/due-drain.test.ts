/** A crowd of orders that lapse in the same second: each is cancelled once, in its account's order, in commits that hold nobody up for long. */
import { expect, it } from 'vitest';
import { decimal, type Ratio } from '#domain/decimal.ts';
import { type Clock, ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { watchStalls } from '../watch-stalls.ts';
import { chance } from './chance.ts';
import { crowdOfHolding, crowdOfWaiting, eachOnceInOrder } from './due-crowd.ts';
import { mortalDb } from './mortal-db.ts';
import { type Desk, EURUSD, filled, freshKey, marketOrder, openDesk } from './trading-fixture.ts';

const LONG = Boolean(process.env.TEST_LONG);
const ACCOUNTS = LONG ? 2_000 : 40;
const PER_ACCOUNT = 10;
const ROWS = ACCOUNTS * PER_ACCOUNT;
const KILLS = LONG ? 20 : 4;
/** Orders that are placed to see how many this machine takes a second. */
const ORDERS = LONG ? 1_000 : 100;
const ORDERS_AT_ONCE = 10;
/** More would cost more than an account has. */
const ORDERS_EACH = 10;
const COMMIT_MS_MAX = 50;

/** The clock that the test moves, with a count that runs: what lasts how long is real. */
const running = (clock: ManualClock, countMs: () => number = () => performance.now()): Clock => ({
  now: () => clock.now(),
  monotonicMs: countMs,
  every: (ms, work) => clock.every(ms, work),
  after: (ms, work) => clock.after(ms, work),
  sleep: (ms) => clock.sleep(ms),
});

/** The database with the time of every transaction, from its first statement to its commit. */
function timed(db: Db): Db & { readonly tookMs: number[] } {
  const tookMs: number[] = [];
  return {
    ...db,
    tookMs,
    async transaction(work) {
      let beganMs = 0;
      const result = await db.transaction((trx) => {
        beganMs = performance.now();
        return work(trx);
      });
      tookMs.push(performance.now() - beganMs);
      return result;
    },
  };
}

type Commit = { readonly rows: number; readonly ms: number };

/** A database on which every row that is applied takes so long, by a count of its own. One transaction at a time, so that each has its rows. */
function slow(db: Db, msPerRow: number): Db & { readonly commits: Commit[]; countMs(): number } {
  const commits: Commit[] = [];
  let countMs = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const waiting = async () => (await db.kysely.selectFrom('due_work').select('id').execute()).length;
  const measured = async <T>(run: () => Promise<T>): Promise<T> => {
    const before = await waiting();
    const result = await run();
    const rows = before - (await waiting());
    countMs += rows * msPerRow;
    commits.push({ rows, ms: rows * msPerRow });
    return result;
  };
  return {
    ...db,
    commits,
    countMs: () => countMs,
    transaction(work) {
      const done = turn.then(() => measured(() => db.transaction(work)));
      turn = done.catch(() => {});
      return done;
    },
  };
}

const commitsText = (tookMs: readonly number[], stalledMs: number): string => {
  const sorted = [...tookMs].sort((a, b) => a - b);
  const [half, most, longest] = [0.5, 0.95, 1].map((share) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1));
  return `${sorted.length} commits of ${half} ms (p50), ${most} (p95), ${longest} (longest), machine stalled for ${stalledMs.toFixed(1)}`;
};

async function end(at: Desk): Promise<void> {
  await at.desk.stop();
  await at.tape.stop();
}

/** Market orders of many people, several at once: how many a second. */
async function ordersPerSecond(at: Desk): Promise<number> {
  const traders: Trader[] = [];
  for (let made = 0; made < ORDERS / ORDERS_EACH; made++) traders.push(await at.trader());
  const beganMs = performance.now();
  const place = async () => {
    for (let trader = traders.pop(); trader; trader = traders.pop()) {
      for (let placed = 0; placed < ORDERS_EACH; placed++) filled(await at.desk.submit(trader, marketOrder(), freshKey()));
    }
  };
  await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, place));
  return (ORDERS * 1_000) / (performance.now() - beganMs);
}

eachDatabase('a crowd that falls due', (open, dialect) => {
  it(`D9.62 D9.63: ${ROWS} rows due in one second, each once, in the order of its account`, { timeout: 900_000 }, async () => {
    const db = await open();
    const evaluatorDb = timed(db);
    const clock = new ManualClock();
    const at = await openDesk(db, { clock, deskClock: running(clock), evaluatorDb, isEvaluating: false });
    await at.tick([EURUSD, '1.1']);
    const orders = await ordersPerSecond(at);
    const endMs = at.clock.now() + 10_000;
    await crowdOfWaiting(at, { accounts: ACCOUNTS, perAccount: PER_ACCOUNT, endMs: () => endMs });
    await at.desk.startEvaluator();
    await at.clock.advance(10_500);
    evaluatorDb.tookMs.length = 0;
    const stalledMs = watchStalls();
    const beganMs = performance.now();
    await at.confirm(EURUSD);
    const rows = (ROWS * 1_000) / (performance.now() - beganMs);
    const longest = Math.max(...evaluatorDb.tookMs);
    const stalled = stalledMs();
    process.stderr.write(
      `due drain ${dialect}: ${ROWS} rows, ${Math.round(rows)} a second beside ${Math.round(orders)} orders a second, ${commitsText(evaluatorDb.tookMs, stalled)}\n`,
    );
    if (LONG) {
      expect(rows).toBeGreaterThan(2 * orders);
      expect(longest).toBeLessThan(COMMIT_MS_MAX + stalled);
    }
    expect(await db.kysely.selectFrom('due_work').selectAll().where('kind', '=', 'good_till').execute()).toEqual([]);
    const ended = db.kysely.selectFrom('trade_order').select(['status', 'close_reason', 'completed_at']).where('good_till', '>', 0);
    expect(await ended.distinct().execute()).toEqual([{ status: 4, close_reason: 'expired', completed_at: endMs }]);
    expect(await at.laws()).toEqual([]);
    await end(at);
  });

  it(`D9.67 D9.94: the night of ${ACCOUNTS} accounts with ${PER_ACCOUNT} positions each, posted once and in short commits`, {
    timeout: 900_000,
  }, async () => {
    const db = await open();
    const evaluatorDb = timed(db);
    const clock = new ManualClock(Date.parse('2026-02-10T21:59:50Z'));
    const financing = { long: decimal<Ratio>('-0.0001'), short: 0n, tripleOn: undefined };
    const products = { [EURUSD]: { financing } };
    const at = await openDesk(db, { clock, deskClock: running(clock), evaluatorDb, isEvaluating: false, products });
    await at.tick([EURUSD, '1.1']);
    await crowdOfHolding(at, { accounts: ACCOUNTS, perAccount: PER_ACCOUNT });
    await at.desk.startEvaluator();
    await clock.advance(10_500);
    evaluatorDb.tookMs.length = 0;
    const stalledMs = watchStalls();
    const beganMs = performance.now();
    await at.confirm(EURUSD);
    const nights = (ROWS * 1_000) / (performance.now() - beganMs);
    const longest = Math.max(...evaluatorDb.tookMs);
    const stalled = stalledMs();
    process.stderr.write(
      `nights ${dialect}: ${ROWS} positions, ${Math.round(nights)} a second, ${commitsText(evaluatorDb.tookMs, stalled)}\n`,
    );
    if (LONG) expect(longest).toBeLessThan(COMMIT_MS_MAX + stalled);
    const orders = await db.kysely.selectFrom('trade_order').select(['status', 'financing']).distinct().execute();
    expect(orders).toEqual([{ status: 1, financing: decimal('-1.1') }]);
    expect(await at.house('financing')).toBe(decimal('1.1') * BigInt(ROWS));
    const next = await db.kysely.selectFrom('due_work').select(['due', 'occurrence']).distinct().execute();
    const tomorrow = Date.parse('2026-02-11T22:00:00Z');
    expect(next).toEqual([{ due: tomorrow, occurrence: tomorrow }]);
    expect(await at.laws()).toEqual([]);
    await end(at);
  });

  for (const [msPerRow, rowsLeast, rowsMost] of [
    [4, 5, 10],
    [0.1, 28, 48],
  ] as const) {
    it(`D9.94: where a row takes ${msPerRow} ms a commit comes to take ${rowsLeast} rows or more, of one account or of many`, async () => {
      const db = await open();
      const slowDb = slow(db, msPerRow);
      const clock = new ManualClock();
      const at = await openDesk(db, { clock, deskClock: running(clock, slowDb.countMs), evaluatorDb: slowDb, isEvaluating: false });
      await at.tick([EURUSD, '1.1']);
      const endMs = at.clock.now() + 10_000;
      await crowdOfWaiting(at, { accounts: 1, perAccount: 90, endMs: () => endMs });
      await crowdOfWaiting(at, { accounts: 300, perAccount: 1, endMs: () => endMs });
      await at.desk.startEvaluator();
      await at.clock.advance(10_500);
      await at.confirm(EURUSD);
      const counts = slowDb.commits.map(({ rows }) => rows).filter((rows) => rows > 0);
      expect(counts.reduce((sum, rows) => sum + rows, 0)).toBe(390);
      // An account that has a quarter more than the pace is not split for it.
      expect(counts[0]).toBe(5);
      expect(Math.max(...counts)).toBeGreaterThanOrEqual(rowsLeast);
      expect(Math.max(...counts)).toBeLessThanOrEqual(rowsMost);
      expect(Math.max(...slowDb.commits.map(({ ms }) => ms))).toBeLessThan(COMMIT_MS_MAX);
      await eachOnceInOrder(db, 390);
      await end(at);
    });
  }

  it(`D9.63: ${ROWS} rows, the leader killed ${KILLS} times on the way: each once, in the order of time and number`, {
    timeout: 900_000,
  }, async () => {
    const db = await open();
    const random = chance(7);
    const first = await openDesk(db, { isEvaluating: false });
    const { clock } = first;
    await first.tick([EURUSD, '1.1']);
    const beganMs = clock.now();
    const endMs = () => beganMs + 1_000 * (1 + random(4));
    await crowdOfWaiting(first, { accounts: ACCOUNTS, perAccount: PER_ACCOUNT, endMs });
    // Another node that believes to lead as well.
    const other = await openDesk(db, { clock, isFollowing: true, isEvaluating: false });
    await end(first);
    await clock.advance(2_500);
    let kills = 0;
    for (let life = 0; life < KILLS; life++) {
      const mortal = mortalDb(db);
      const at = await openDesk(db, { clock, evaluatorDb: mortal });
      mortal.dieAt(1 + random(ROWS / 48 / KILLS), random(2) === 0 ? 'before commit' : 'after commit');
      await clock.advance(life === KILLS - 2 ? 2_500 : 0);
      await at.confirm(EURUSD);
      kills += mortal.isDead ? 1 : 0;
      await end(at);
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
    const last = await openDesk(db, { clock });
    await Promise.all([other.desk.startEvaluator(), last.confirm(EURUSD)]);
    await clock.advance(60);
    for (const at of [other, last]) await at.desk.caughtUp();
    await eachOnceInOrder(db, ROWS);
    expect(await last.laws()).toEqual([]);
    await end(last);
    await end(other);
  });
});
