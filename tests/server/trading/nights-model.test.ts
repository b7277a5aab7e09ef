/**
 * Three months of three people against the desk and the independent model of nights and waits: weekends, holidays, both switches of both zones,
 * rates that change, processes killed in the middle of a transaction, days without a server; judged at once, or only when they act.
 */
import { expect, it } from 'vitest';
import { eachDatabase } from '../each-database.ts';
import { NightsStory } from './nights-story.ts';

const SPRING = { startMs: Date.parse('2026-02-10T09:00Z'), endMs: Date.parse('2026-05-10T09:00Z') };
const AUTUMN = { startMs: Date.parse('2026-10-05T09:00Z'), endMs: Date.parse('2027-01-05T09:00Z') };
const STEPS = process.env.TEST_LONG ? 400 : 36;
const SEEDS = process.env.TEST_LONG ? 6 : 1;
const HAPPENS = ['night', 'triple', 'no night', 'filled', 'expired', 'closed', 'part', 'downtime'];

eachDatabase('seasons of nights and waits', (open) => {
  for (const isLate of [false, true]) {
    it(`D9.62 D9.66 D9.67: judged ${isLate ? 'only when they act' : 'at once'}, each night and each wait agrees with an independent model`, {
      timeout: 1_800_000,
    }, async () => {
      const counts = new Map<string, number>();
      let kills = 0;
      for (let seed = 1; seed <= SEEDS; seed++) {
        for (const months of [SPRING, AUTUMN]) {
          const db = await open();
          const story = new NightsStory(db, { seed, ...months, steps: STEPS, isLate });
          await story.run().catch((error: unknown) => {
            throw new Error(`seed ${seed} from ${new Date(months.startMs).toISOString()}`, { cause: error });
          });
          await db.close();
          for (const [what, count] of story.model.counts) counts.set(what, (counts.get(what) ?? 0) + count);
          kills += story.kills;
        }
      }
      expect(HAPPENS.filter((what) => !counts.get(what))).toEqual([]);
      expect(kills).toBeGreaterThan(STEPS / 20);
    });
  }
});
