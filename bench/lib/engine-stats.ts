/**
 * What the engine has counted, asked for by name: the worker answers with its figures as they are now. What a page knows of itself is
 * what the last frame told, and a frame goes up only when something in sight has changed.
 */
import type { Page } from 'playwright';
import type { EngineStats } from '../../src/protocol/engine-api.ts';
import type { ExposedStats } from '../../src/ui/state/apply-frame.ts';
import { WrongOutput } from './bench.ts';

const WITHIN_MS = 5_000;
const ASK_EVERY_MS = 20;

/** Asks the engine of a page of the demo profile. */
export const engineStats = (page: Page): Promise<EngineStats> =>
  page.evaluate(() => (globalThis as unknown as { outcry: ExposedStats }).outcry.engine.stats());

/** Asks until the engine has counted `ticks` more than `since`, to the tick; throws `WrongOutput` when it never has or has more. */
export async function awaitTicks(page: Page, since: EngineStats, ticks: number): Promise<EngineStats> {
  const endMs = performance.now() + WITHIN_MS;
  let counted = 0;
  while (performance.now() < endMs) {
    const stats = await engineStats(page);
    counted = stats.ticks - since.ticks;
    if (counted === ticks) return stats;
    if (counted > ticks) break;
    await page.waitForTimeout(ASK_EVERY_MS);
  }
  throw new WrongOutput(`${ticks} ticks were sent, the engine counted ${counted}`);
}
