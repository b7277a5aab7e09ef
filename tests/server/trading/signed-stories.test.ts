/**
 * Random lives of traders on two desks, whose orders are judged at once, late, in slices or by a process that dies, under hours and settings that
 * change, and random micro trades: whatever the server did, its owner gets it signed, and the recheck by the tape says yes to all of it.
 */
import { expect, it } from 'vitest';
import type { DealHours } from '#domain/tape/deal-terms.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { TapeSegment } from '#domain/tape/tape-segment.ts';
import { eachDatabase } from '../each-database.ts';
import { LateStory } from './late-story.ts';
import type { MarketFlips } from './market-flips.ts';
import { MicroStory } from './micro-story.ts';
import { contradictionsOf, signed, tapeOf, verdicts } from './signed-tape.ts';

const LONG = Boolean(process.env.TEST_LONG);
const LIVES = LONG ? 2_000 : 150;
const STEPS = 14;
const MICROS = LONG ? 2_000 : 100;
const CONTRACT_RULES = ['market', 'close', 'reverse', 'reset', 'pending', 'sl', 'tp', 'stopout'];

/** Hours of a test are set by hand and follow no calendar: as far as a deal goes they are halts. */
function withFlips(deal: SignedDeal, flips: MarketFlips, { blocks }: TapeSegment): SignedDeal {
  const ticks = blocks.flatMap((block) => block.ticks ?? []);
  const flipped = (hours: DealHours, productId: number): DealHours => ({ ...hours, halts: flips.halts(productId, ticks) });
  if (!('hours' in deal) || deal.hours === undefined) return deal;
  const hours = flipped(deal.hours, deal.product);
  if (deal.rule !== 'stopout') return { ...deal, hours };
  const positions = deal.terms.positions.map((one) => ({ ...one, hours: flipped(one.hours, one.product) }));
  return { ...deal, hours, terms: { ...deal.terms, positions } };
}

const counted = (lines: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

eachDatabase('signed stories', (open, dialect) => {
  it(`D9.295 all that ${LIVES} lives did keeps its rule, whoever judged it and however late`, { timeout: 3_600_000 }, async () => {
    const db = await open();
    const story = new LateStory(db);
    await story.begin();
    for (let life = 0; life < LIVES; life++) await story.life(life + 1, STEPS);
    const tape = await tapeOf(db);
    const lines: string[] = [];
    for (const trader of story.traders) {
      const deals = await signed(story.home, trader);
      // D9.417: parts, reversals and stop-outs among them.
      expect(contradictionsOf(deals)).toEqual([]);
      lines.push(
        ...verdicts(
          deals.map((deal) => withFlips(deal, story.flips, tape)),
          tape,
        ),
      );
    }
    await story.end();
    const counts = counted(lines);
    process.stderr.write(`signed stories ${dialect}: ${[...counts].map(([line, count]) => `${line} x ${count}`).join(', ')}\n`);
    expect([...counts.keys()].filter((line) => !line.endsWith(' yes'))).toEqual([]);
    expect(CONTRACT_RULES.filter((rule) => ![...counts.keys()].some((line) => line.includes(` ${rule} `)))).toEqual([]);
  });

  it(`D9.295 ${MICROS} micro trades keep their rule, ended, void and reset`, { timeout: 3_600_000 }, async () => {
    const db = await open();
    const story = new MicroStory(db, 77);
    await story.begin();
    while (story.trades < MICROS) await story.step();
    await story.end();
    const tape = await tapeOf(db);
    const lines: string[] = [];
    for (const trader of story.traders) {
      const deals = await signed(story.at, trader, true);
      expect(contradictionsOf(deals)).toEqual([]);
      lines.push(...verdicts(deals, tape));
    }
    const counts = counted(lines);
    process.stderr.write(`signed stories ${dialect}: ${[...counts].map(([line, count]) => `${line} x ${count}`).join(', ')}\n`);
    expect([...counts.keys()].filter((line) => !line.endsWith(' yes'))).toEqual([]);
    expect(
      ['market', 'micro', 'micro-void', 'reset'].filter((rule) => ![...counts.keys()].some((line) => line.includes(` ${rule} `))),
    ).toEqual([]);
  });
});
