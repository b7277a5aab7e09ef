import { expect, it } from 'vitest';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { World } from './world.ts';

const HOUR_MS = 3_600_000;
const STEPS_MS = [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, 30 * 24 * HOUR_MS, -30 * 24 * HOUR_MS];

it.each(['base', 'ext'] as const)(
  'P24 %s: a phone whose clock is set shows every price live as before, and misses none',
  async (speaks) => {
    for (const byMs of STEPS_MS) {
      const world = new World(5, speaks);
      await world.start();
      await world.clock.advance(10_000);
      const live = () => [...world.page.quotes.values()].filter(({ state }) => state === QUOTE_STATE.live).length;
      const newest = () => Math.max(...[...world.page.quotes.values()].map(({ timeMs }) => timeMs));
      const before = live();
      expect(before).toBeGreaterThan(0);
      world.network.clientAheadMs = byMs;
      for (let second = 0; second < 8; second++) {
        await world.clock.advance(1_000);
        expect([byMs, second, live()]).toEqual([byMs, second, before]);
        expect(world.clock.now() - newest()).toBeLessThan(5_000);
      }
    }
  },
);
