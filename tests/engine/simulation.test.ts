import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** Runs of each profile, and steps of each run. */
const SEEDS = 150;
const STEPS = 200;
/** Seeds that once broke a promise; what they found is named beside them. */
const KEPT: readonly [speaks: 'base' | 'ext', seed: number][] = [
  // An order that was closed while the account's code was on its way came back with what had waited for it.
  ['ext', 372_193],
];

describe.each(['base', 'ext'] as const)('seeded simulation, %s', (speaks) => {
  it(`${SEEDS} runs: one socket, nothing private lost or doubled, stale when silent, equal to the server after calm`, {
    timeout: 120_000,
  }, async () => {
    let reconnects = 0;
    let closed = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const world = await simulate(seed * 7_919, speaks, STEPS);
      reconnects += (await world.engine.stats()).reconnects;
      closed += world.page.closed.length;
    }
    // The runs are worth something only if much happened in them.
    expect(reconnects).toBeGreaterThan(SEEDS * 5);
    expect(closed).toBeGreaterThan(SEEDS * 3);
  });
});

it.each(KEPT)('a seed that once failed: %s %i', { timeout: 60_000 }, async (speaks, seed) => {
  await simulate(seed, speaks, STEPS);
});
