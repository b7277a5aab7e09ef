/**
 * Random lives of three people against the real desk and the independent model at once: orders, edits, parts, reversals, ticks with gaps,
 * closed and silent markets, and processes killed in the middle of a transaction and started again. After every step balances, locks,
 * orders and statuses agree to the last digit.
 */
import { expect, it } from 'vitest';
import { eachDatabase, type OpenDatabase } from '../each-database.ts';
import { Story } from './contract-story.ts';

const ROUND = 250;

const HAPPENS = [
  ...['opened', 'pended', 'triggered', 'edited', 'part', 'reversed', 'manual', 'sl', 'tp', 'stopout', 'reset', 'deficit', 'forgiven'],
  ...['cancelled manual', 'cancelled balance', 'cancelled stopout'],
];

/** Rounds of a fresh story each, so that a failure is short to read; the last one looks at every order again. */
async function lives(open: OpenDatabase, steps: number): Promise<{ counts: Map<string, number>; kills: number }> {
  const counts = new Map<string, number>();
  let kills = 0;
  for (let round = 0; round * ROUND < steps; round++) {
    const db = await open();
    const story = new Story(db, round + 1);
    await story.begin();
    for (let step = 1; step <= Math.min(ROUND, steps - round * ROUND); step++) {
      await story.step();
      try {
        await story.compare(0);
        if (step % 50 === 0) await story.compareHouse();
      } catch (error) {
        throw new Error(`seed ${round + 1}, step ${step}`, { cause: error });
      }
    }
    await story.compareHouse();
    const at = await story.end();
    await at.desk.stop();
    await db.close();
    for (const [what, count] of story.model.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    kills += story.kills;
  }
  return { counts, kills };
}

eachDatabase('random lives', (open) => {
  const steps = process.env.TEST_LONG ? 10_000 : 1_000;
  it(`S1-7.38 S1-7.40 S1-7.41 S1-7.42 S1-4.05 S1-4.07: ${steps} random steps agree with an independent model to the last digit`, {
    timeout: 1_800_000,
  }, async () => {
    const { counts, kills } = await lives(open, steps);
    expect(HAPPENS.filter((what) => !counts.get(what))).toEqual([]);
    expect(kills).toBeGreaterThan(steps / 100);
  });
});
