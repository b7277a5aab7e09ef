/** Random micro trades, ties, gaps, halts, resets and deaths of the server, against a second telling of the rules. */
import { expect, it } from 'vitest';
import { eachDatabase } from '../each-database.ts';
import { MicroStory } from './micro-story.ts';

const LONG = Boolean(process.env.TEST_LONG);
const TRADES = { sqlite: LONG ? 10_000 : 200, postgres: LONG ? 10_000 : 100 } as const;

eachDatabase('a model of micro trades', (open, dialect) => {
  it(`D9.18 D9.20 D9.22 D1.4.09 D1.4.10 D1.4.20 S1-4.17 S1-4.19: ${TRADES[dialect]} random trades agree in every figure`, {
    timeout: 3_600_000,
  }, async () => {
    const story = new MicroStory(await open(), 12);
    await story.begin();
    while (story.trades < TRADES[dialect]) await story.step();
    await story.end();
    const codes = [...story.codes].sort(([a], [b]) => a - b).map(([code, count]) => `${code} x ${count}`);
    process.stderr.write(`micro model ${dialect}: ${story.trades} trades, ${story.kills} deaths, codes ${codes.join(', ')}\n`);
    expect([...story.codes.keys()].sort((a, b) => a - b)).toEqual(expect.arrayContaining([1, 1101, 1108, 1202, 1203, 1302]));
    expect(story.kills).toBeGreaterThan(2);
  });
});
