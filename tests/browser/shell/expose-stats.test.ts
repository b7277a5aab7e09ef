/** What a page of the demo profile tells benches: figures of its own and the engine's, and nothing of it in any other profile. */
import { afterEach, expect, it } from 'vitest';
import type { EngineStats } from '#protocol/engine-api.ts';
import { exposeStats } from '#ui/engine/expose-stats.ts';
import type { ExposedStats } from '#ui/state/apply-frame.ts';
import { putSite } from '#ui/state/site.ts';

const FIGURES: EngineStats = { ticks: 0, frames: 0, dropped: 0, reconnects: 0, bytes: 0, waitedMs: 0, socket: 'open' };
const outcry = () => (globalThis as { outcry?: ExposedStats }).outcry;
let stop: () => void = () => undefined;

afterEach(() => {
  putSite({ is_mock_login: '0' });
  stop();
});

it('outcry.engine.stats() asks the engine, and does not repeat what a frame told', async () => {
  putSite({ is_mock_login: '1' });
  let ticks = 7;
  stop = exposeStats(async () => ({ ...FIGURES, ticks }));
  expect(await outcry()?.engine.stats()).toMatchObject({ ticks: 7 });
  ticks = 9;
  expect(await outcry()?.engine.stats()).toMatchObject({ ticks: 9 });
  expect(outcry()?.stats().ticks).toBe(0);
});

it('outcry is there while the demo login is on, and only then', () => {
  putSite({ is_mock_login: '0' });
  stop = exposeStats(async () => FIGURES);
  expect(outcry()).toBeUndefined();
  putSite({ is_mock_login: '1' });
  expect(outcry()).toBeDefined();
  putSite({ is_mock_login: '0' });
  expect(outcry()).toBeUndefined();
});
