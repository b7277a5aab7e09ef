/** Many seeded runs of the engine against a network that fails, of one profile: both are slow, so each has a test file of its own. */
import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** Runs of each profile, and steps of each run. */
const SEEDS = 150;
const STEPS = 200;

/** Declares the runs; `kept`: seeds that once broke a promise. */
export function simulationRuns(speaks: 'base' | 'ext', kept: readonly number[]): void {
  it(`seeded simulation, ${speaks}, ${SEEDS} runs: one socket, nothing private lost or doubled, stale when silent, equal to the server after calm`, {
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

  for (const seed of kept) it(`a seed that once failed: ${speaks} ${seed}`, { timeout: 60_000 }, () => simulate(seed, speaks, STEPS));
}
