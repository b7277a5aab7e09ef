/** A crowd of micro trades that end in one second: each once, at the tick that the rule names, though the server was dead when they ended. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { lockPersonAccount, type PersonAccount } from '#server/ledger/person-account.ts';
import { noteAccountChange } from '#server/repositories/account-change-repository.ts';
import { openMicro } from '#server/trading/micro/micro-opening.ts';
import { eachDatabase } from '../each-database.ts';
import { watchStalls } from '../watch-stalls.ts';
import { chance } from './chance.ts';
import { crowdOf } from './due-crowd.ts';
import { broken, endDesk, openMicroDesk } from './micro-fixture.ts';
import { mortalDb } from './mortal-db.ts';
import { type Desk, EURUSD, GBPUSD } from './trading-fixture.ts';

const LONG = Boolean(process.env.TEST_LONG);
const TRADES = LONG ? 2_000 : 100;
const KILLS = LONG ? 12 : 3;
/** What the specification's page waits for, and how many must have ended by then. */
const QUICK = { trades: 500, ms: 500 } as const;

type Written = { trades: number; perAccount: number; expireMs: () => number };

/** Trades of new people, opened at the newest tick, half of them up; written straight into the books. */
function crowdOfMicros(at: Desk, { trades, perAccount, expireMs }: Written) {
  const newest = at.tape.newest(EURUSD);
  if (!newest) throw new Error('no price');
  const createdAtMs = at.clock.now();
  const terms = {
    productId: EURUSD,
    stake: decimal('100'),
    ratio: decimal('0.8'),
    seconds: 30,
    duration: 30,
    lossLevel: '0',
    createdAtMs,
  };
  const fill = async (trx: Trx, account: PersonAccount) => {
    for (let n = 0; n < perAccount; n++) {
      const plan = {
        ...terms,
        side: n % 2 === 0 ? 'up' : 'down',
        expireAtMs: expireMs(),
        openPrice: newest.price,
        openSeq: newest.seq,
        openKnownSeq: newest.seq,
        openSilenceMs: 0,
      } as const;
      await openMicro(trx, account, plan, createdAtMs);
    }
    await noteAccountChange(trx, await lockPersonAccount(trx, account.userId, 'demo'), newest.seq);
  };
  return crowdOf(at, trades / perAccount, fill);
}

/** A tick of the product every 100 ms of a second, each a step higher, another product's between them; `endMs` is where the second ends. */
async function tickThrough(at: Desk, fromMs: number): Promise<void> {
  await at.clock.advance(fromMs - at.clock.now());
  for (let step = 0; step <= 10; step++) {
    await at.tick([EURUSD, `1.1000${step < 10 ? step : 9}`], [GBPUSD, '1.3']);
    await at.clock.advance(100);
  }
}

/** Every trade has ended once, at the last tick of its product that is not later than its end. */
async function eachOnceAtItsTick(db: Db, count: number, fromMs: number): Promise<void> {
  const micros = await db.kysely.selectFrom('micro_order').selectAll().execute();
  expect(micros).toHaveLength(count);
  for (const micro of micros) {
    const price = decimal(`1.1000${Math.min(9, Math.floor((micro.expire_at - fromMs) / 100))}`);
    const isWon = micro.side === 'up' || price === micro.open_price;
    const profit = decimal(isWon ? '80' : '-100');
    expect(micro).toMatchObject({ status: 3, end_reason: 'expiry', end_price: price, profit, completed_at: micro.expire_at });
  }
  for (const kind of ['stake_release', 'micro_result']) {
    const postings = await db.kysely.selectFrom('ledger_tx').select('ref_id').where('kind', '=', kind).execute();
    expect(postings).toHaveLength(count);
    expect(new Set(postings.map((row) => row.ref_id)).size).toBe(count);
  }
  const told = await db.kysely.selectFrom('outbox').select('id').where('topic', '=', 'MICRO_CLOSED').execute();
  expect(told).toHaveLength(count);
  expect(await db.kysely.selectFrom('due_work').selectAll().where('kind', '=', 'micro').execute()).toEqual([]);
}

eachDatabase('a crowd of micro trades', (open, dialect) => {
  it(`D9.18 D9.63: ${TRADES} that end in one second, the server dead meanwhile and the leader killed ${KILLS} times: each once, at its tick`, {
    timeout: 900_000,
  }, async () => {
    const db = await open();
    const random = chance(3);
    const first = await openMicroDesk(db, { isEvaluating: false });
    const { clock, tape } = first;
    await first.tick([EURUSD, '1.10000']);
    const fromMs = Math.floor(clock.now() / 1_000) * 1_000 + 30_000;
    await crowdOfMicros(first, { trades: TRADES, perAccount: 10, expireMs: () => fromMs + random(1_000) });
    await tickThrough(first, fromMs);
    let kills = 0;
    for (let life = 0; life < KILLS; life++) {
      const mortal = mortalDb(db);
      // Its first two transactions read where it begins and what changed before.
      mortal.dieAt(3 + random(TRADES / 48 / KILLS + 1), random(2) === 0 ? 'before commit' : 'after commit');
      const at = await openMicroDesk(db, { clock, tape, evaluatorDb: mortal });
      await clock.advance(60);
      await at.tick([GBPUSD, '1.3']);
      kills += mortal.isDead ? 1 : 0;
      await at.desk.stop();
    }
    expect(kills).toBeGreaterThan(0);
    const last = await openMicroDesk(db, { clock, tape });
    await last.tick([GBPUSD, '1.3']);
    await eachOnceAtItsTick(db, TRADES, fromMs);
    expect(await broken(last)).toEqual([]);
    await endDesk(last);
  });

  it(`D1.4.15: ${LONG ? QUICK.trades : 40} that end while the server runs are drained by the ticks that come past them`, {
    timeout: 300_000,
  }, async () => {
    const db = await open();
    const trades = LONG ? QUICK.trades : 40;
    const at = await openMicroDesk(db);
    await at.tick([EURUSD, '1.10000']);
    const fromMs = Math.floor(at.clock.now() / 1_000) * 1_000 + 30_000;
    await crowdOfMicros(at, { trades, perAccount: 1, expireMs: () => fromMs });
    await at.clock.advance(fromMs - at.clock.now());
    await at.tick([EURUSD, '1.10000']);
    await at.clock.advance(10);
    const stalledMs = watchStalls();
    const beganMs = performance.now();
    const cpu = process.cpuUsage();
    await at.tick([GBPUSD, '1.3']);
    const tookMs = performance.now() - beganMs;
    const { user, system } = process.cpuUsage(cpu);
    process.stderr.write(
      `micro drain ${dialect}: ${trades} trades in ${Math.round(tookMs)} ms, ${Math.round((user + system) / 1_000)} of CPU, machine stalled for ${stalledMs().toFixed(1)}\n`,
    );
    if (LONG && dialect === 'sqlite') expect(tookMs).toBeLessThan(QUICK.ms);
    await eachOnceAtItsTick(db, trades, fromMs);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });
});
