import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { silentLog } from '#server/log.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import type { TapeGroup } from '#server/tape/tape.ts';
import { eachDatabase } from '../each-database.ts';
import { confirm, faulty, open, START_MS, tick } from './tape-rig.ts';
import { openTape } from './test-log.ts';

eachDatabase('price tape on a failing database', (openDatabase, dialect) => {
  it('publishes nothing that the database refused, and everything once when it takes it again', async () => {
    const clock = new ManualClock(START_MS);
    const { db, fail } = faulty(await openDatabase());
    const tape = await open(db, clock);
    const seen: number[] = [];
    tape.onGroup((group) => seen.push(...group.ticks.map(({ seq }) => seq)));
    fail('before');
    for (let at = 0; at < 300; at++) tape.push(tick('1.08', START_MS + at));
    await clock.advance(10_000);
    expect(seen).toHaveLength(0);
    expect(tape.newest(1)).toBeUndefined();
    fail('never');
    await clock.advance(1_000);
    await tape.flush();
    expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
    expect(await logProblem(db.kysely)).toBeUndefined();
  });

  it('writes a group once when the connection was lost while it committed', async () => {
    const clock = new ManualClock(START_MS);
    const { db, fail } = faulty(await openDatabase());
    const tape = await open(db, clock);
    const seen: TapeGroup[] = [];
    tape.onGroup((group) => seen.push(group));
    fail('after');
    tape.push(tick('1.08', START_MS));
    await tape.flush();
    tape.push(tick('1.09', START_MS + 1));
    fail('never');
    await clock.advance(1_000);
    expect(seen.flatMap((group) => group.ticks.map(({ seq, price }) => [seq, price]))).toEqual([
      [1, decimal('1.08')],
      [2, decimal('1.09')],
    ]);
    expect(seen[0]?.committedAtMs).toBe(START_MS);
    expect(await logProblem(db.kysely)).toBeUndefined();
  });

  it('bounds what waits for a database that takes nothing: confirms go first', async () => {
    const clock = new ManualClock(START_MS);
    const { db, fail } = faulty(await openDatabase());
    const tape = await open(db, clock);
    tape.push(tick('1.08', START_MS));
    await tape.flush();
    fail('before');
    for (let at = 1; at <= 3_000; at++) {
      tape.push(confirm('1.08', START_MS + at));
      tape.push(tick('1.08', START_MS + at));
    }
    await tape.flush();
    expect(tape.dropped()).toBe(1_000);
    fail('never');
    const seen: TapeGroup[] = [];
    tape.onGroup((group) => seen.push(group));
    await clock.advance(1_000);
    const ticks = seen.flatMap((group) => group.ticks);
    expect(ticks).toHaveLength(5_000);
    expect(ticks.filter((entry) => !entry.confirm)).toHaveLength(3_000);
  });

  if (dialect === 'sqlite') {
    it('stops where the last whole group stands when the file is full, and harms nothing that is on it', async () => {
      const db = await openDatabase({ pagesMax: 230 });
      const clock = new ManualClock(START_MS);
      const errors: string[] = [];
      const log = { ...silentLog, error: (_: object, text: string) => void errors.push(text) };
      const tape = await openTape({ db, clock, log });
      const seen: number[] = [];
      tape.onGroup((group) => seen.push(...group.ticks.map(({ seq }) => seq)));
      for (let round = 0; errors.length === 0 && round < 1_000; round++) {
        for (let at = 0; at < 256; at++) tape.push(tick(`1.0${1_000 + at}`, clock.now(), 1 + (at % 40)));
        await tape.flush();
      }
      const { length } = seen;
      await clock.advance(20_000);
      expect(errors).toEqual(['ticks could not be committed and wait']);
      expect([length, seen.length]).toEqual([tape.lastSeq(), tape.lastSeq()]);
      expect(length).toBeGreaterThan(0);
      expect(await logProblem(db.kysely)).toBeUndefined();
      expect(tape.ageMs(1)).toBeGreaterThan(5_000);
    });
  }
});
