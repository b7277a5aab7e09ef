/**
 * Counters for benches and checks, in the demo profile only: that is where the demo login is on. Counters, nothing personal.
 * `outcry.stats()` is what the last frame told; `outcry.engine.stats()` asks the worker by name, so that nobody waits for the next change.
 */
import { effect } from '@preact/signals';
import type { EngineStats } from '#protocol/engine-api.ts';
import { type ExposedStats, pageStats } from '../state/apply-frame.ts';
import { flag } from '../state/site.ts';

/** `ask` asks the engine that runs now. From here on `globalThis.outcry` comes and goes with the demo login. Returns the way to stop. */
export function exposeStats(ask: () => Promise<EngineStats>): () => void {
  const holder = globalThis as { outcry?: ExposedStats };
  return effect(() => {
    if (flag('is_mock_login')) holder.outcry = { stats: pageStats, engine: { stats: ask } };
    else delete holder.outcry;
  });
}
