import { expect, it } from 'vitest';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { World } from './world.ts';

const HOUR_MS = 3_600_000;
const STEPS_MS = [HOUR_MS, 24 * HOUR_MS].flatMap((byMs) => [byMs, -byMs, byMs + 60_000, -byMs - 60_000]);

it.each(['base', 'ext'] as const)('P24 %s: on a phone whose clock is set prices go on, and are live', async (speaks) => {
  for (const byMs of STEPS_MS) {
    const world = new World(5, speaks);
    await world.start();
    world.engine.watchQuotes([1, 2]);
    await world.clock.advance(12_000);
    world.network.clientAheadMs = byMs;
    // A clock that jumps far ahead looks like a sleep, after which the link is made anew.
    await world.clock.advance(1_500);
    for (let second = 0; second < 20; second++) {
      const before = world.page.quotes.get(1)?.close;
      await world.clock.advance(1_000);
      const quote = world.page.quotes.get(1);
      expect([byMs, second, quote?.state, quote?.close !== before]).toEqual([byMs, second, QUOTE_STATE.live, true]);
    }
  }
});
