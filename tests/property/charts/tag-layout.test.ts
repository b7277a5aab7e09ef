/** Laws of the tags on a chart (decision D9.112), whatever the prices and the room. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutTags, type TagColumn, type TagSpot } from '#ui/charts/tags/tag-layout.ts';
import { RUN_SEED } from '../domain/random.ts';

const RUNS = { seed: RUN_SEED, numRuns: 3_000 };
const CLOSE = 1e-6;

const column = fc.record({
  top: fc.integer({ min: 0, max: 40 }),
  height: fc.integer({ min: 26, max: 700 }),
  step: fc.constantFrom(26, 20, 50),
});
/** Heights inside of the plot and beyond it, many of them the same or nearly. */
const height = fc.oneof(
  fc.integer({ min: -200, max: 900 }),
  fc.constantFrom(100, 100.4, 101, 130),
  fc.double({ min: 90, max: 140, noNaN: true }),
);
const tags = fc
  .array(fc.record({ y: height, isAlone: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0) }), { maxLength: 50 })
  .map((list): TagSpot[] => list.map((tag, at) => ({ ...tag, key: `${at}` })));
const roomy = fc.tuple(tags, column).filter(([, { height: px, step }]) => px >= step);

const law = (text: string, check: (spots: TagSpot[], room: TagColumn) => void) =>
  it(text, () =>
    fc.assert(
      fc.property(roomy, ([spots, room]) => check(spots, room)),
      RUNS,
    ),
  );

describe('D9.112 up to fifty tags in a column', () => {
  law('none covers another', (spots, room) => {
    const places = layoutTags(spots, room);
    for (let at = 1; at < places.length; at++)
      expect((places[at]?.y ?? 0) - (places[at - 1]?.y ?? 0)).toBeGreaterThanOrEqual(room.step - CLOSE);
  });

  law('all of them lie inside of the plot', (spots, room) => {
    const { top, height: px, step } = room;
    for (const { y } of layoutTags(spots, room)) {
      expect(y - step / 2).toBeGreaterThanOrEqual(top - CLOSE);
      expect(y + step / 2).toBeLessThanOrEqual(top + px + CLOSE);
    }
  });

  law('every order is in exactly one', (spots, room) => {
    const found = layoutTags(spots, room).flatMap(({ keys }) => keys);
    expect([...found].sort()).toEqual(spots.map(({ key }) => key).sort());
  });

  law('those that stand for themselves keep the order of their prices', (spots, room) => {
    const byKey = new Map(spots.map((tag) => [tag.key, tag.y]));
    const { top, height: px, step } = room;
    const wished = (key: string | undefined) => Math.min(Math.max(byKey.get(key ?? '') ?? 0, top + step / 2), top + px - step / 2);
    const singles = layoutTags(spots, room).filter(({ keys }) => keys.length === 1);
    for (let at = 1; at < singles.length; at++)
      expect(wished(singles[at]?.keys[0])).toBeGreaterThanOrEqual(wished(singles[at - 1]?.keys[0]));
  });

  law('a finger that misses one reaches no other', (spots, room) => {
    const places = layoutTags(spots, room);
    for (let at = 1; at < places.length; at++) {
      const [before, after] = [places[at - 1], places[at]];
      expect((before?.y ?? 0) + (before?.reach ?? 0)).toBeLessThanOrEqual((after?.y ?? 0) - (after?.reach ?? 0) + CLOSE);
    }
  });

  law('one that was chosen stands alone as long as there is room for it and one more', (spots, room) => {
    const chosen = spots.filter(({ isAlone }) => isAlone);
    if (chosen.length >= Math.floor(room.height / room.step)) return;
    const alone = new Set(layoutTags(spots, room).flatMap(({ keys }) => (keys.length === 1 ? keys : [])));
    expect(chosen.filter(({ key }) => !alone.has(key))).toEqual([]);
  });
});
