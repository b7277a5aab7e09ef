/**
 * Persons act at every point between a tick's commit and its judgement, with an evaluator that is stopped, slow, killed, or on another node,
 * and beyond the bounds of an act: every account ends exactly as a model that judges each tick at once.
 */
import { expect, it } from 'vitest';
import { eachDatabase } from '../each-database.ts';
import { LateStory } from './late-story.ts';

const HAPPENS = [
  ...['opened', 'pended', 'triggered', 'edited', 'part', 'reversed', 'manual', 'sl', 'tp', 'stopout', 'called', 'busy', 'rules'],
  ...['cancelled manual', 'cancelled balance', 'cancelled stopout', 'cancelled expired'],
  ...[0, 1, 2, 3, 4, 5].map((kind) => `evaluator ${kind}`),
];
const LIVES_PER_DATABASE_FILE = 500;
const STEPS = 14;

eachDatabase('judged late', (open, dialect) => {
  const lives = process.env.TEST_LONG ? 10_000 : 300;
  it(`D9.17 ${lives} lives in which nobody knows who judges first end as if every tick were judged at once`, {
    timeout: 7_200_000,
  }, async () => {
    const counts = new Map<string, number>();
    for (let life = 0; life < lives; ) {
      const db = await open();
      const story = new LateStory(db);
      await story.begin();
      for (let n = 0; n < LIVES_PER_DATABASE_FILE && life < lives; n++, life++) {
        await story.life(life + 1, STEPS).catch((error: unknown) => {
          throw new Error(`life ${life + 1}, number ${n + 1} of its database`, { cause: error });
        });
      }
      await story.end();
      await db.close();
      for (const [what, count] of story.model.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    }
    const happens = dialect === 'postgres' ? [...HAPPENS, 'held'] : HAPPENS;
    expect(happens.filter((what) => !counts.get(what))).toEqual([]);
  });
});
