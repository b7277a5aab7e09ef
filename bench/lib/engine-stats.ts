/**
 * What the engine has counted, asked for by name: the worker answers with its figures as they are now. What a page knows of itself is
 * what the last frame told, and a frame goes up only when something in sight has changed.
 */
import type { Page } from 'playwright';
import type { EngineStats } from '../../src/protocol/engine-api.ts';
import type { ExposedStats } from '../../src/ui/state/apply-frame.ts';

/** Asks the engine of a page of the demo profile. */
export const engineStats = (page: Page): Promise<EngineStats> =>
  page.evaluate(() => (globalThis as unknown as { outcry: ExposedStats }).outcry.engine.stats());
