/**
 * Three workers on sockets of one stand-in, so that each takes the same frames at the same moments: the engine of the built app, one that
 * only counts frames, and one that parses each. Each has a browser of its own, by which its thread is known, and says by name what it counted.
 */
import type { Browser, Page } from 'playwright';
import type { FloorBench } from '../pages/worker/floor.ts';
import { assertOutput } from './bench.ts';
import type { BuiltPages } from './build-pages.ts';
import { launch, openPage } from './chromium.ts';
import { engineStats } from './engine-stats.ts';
import type { StandIn } from './stand-in-client.ts';
import { workerCpu } from './worker-cpu.ts';

const WITHIN_MS = 5_000;
const ASK_EVERY_MS = 20;
const STILL_MS = 300;
const ROWS_MIN = 5;

export type WorkerRig = {
  /** Seconds of CPU of the worker's thread. */
  readonly cpu: () => number;
  /** Ends when nothing that was sent before is still to be counted; the market must be silent. */
  rest(): Promise<void>;
  /** Resolves when the worker has counted so much more than at its rest, exactly; throws `WrongOutput` otherwise. */
  counted(sent: { readonly ticks: number; readonly frames: number }): Promise<void>;
  stop(): Promise<void>;
};

/** What a worker has counted: ticks, or frames where it does not look into them. */
type Counter = { readonly unit: 'ticks' | 'frames'; count(): Promise<number> };

function rigOf(page: Page, { unit, count }: Counter): Pick<WorkerRig, 'rest' | 'counted'> {
  let since = 0;
  /** Asks until the answer is right or the time is over; gives the last answer. */
  const ask = async (isRight: (now: number, sameMs: number) => boolean): Promise<number> => {
    let now = await count();
    let sameMs = 0;
    for (let waitedMs = 0; waitedMs < WITHIN_MS && !isRight(now, sameMs); waitedMs += ASK_EVERY_MS) {
      await page.waitForTimeout(ASK_EVERY_MS);
      const before = now;
      now = await count();
      sameMs = now === before ? sameMs + ASK_EVERY_MS : 0;
      if (sameMs > STILL_MS) break;
    }
    return now;
  };
  return {
    async rest() {
      since = await ask((_, sameMs) => sameMs >= STILL_MS);
    },
    async counted(sent) {
      const now = await ask((counted) => counted - since === sent[unit]);
      assertOutput(now - since === sent[unit], `${sent[unit]} ${unit} were sent, the worker counted ${now - since}`);
    },
  };
}

/** Opens a page in a browser of its own, and closes that when the page does not come to work. */
async function open(work: (page: Page) => Promise<Counter>): Promise<WorkerRig> {
  const browser: Browser = await launch();
  try {
    const { page } = await openPage(browser, (error) => {
      throw error;
    });
    const counter = await work(page);
    return { ...rigOf(page, counter), cpu: await workerCpu(browser), stop: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** The app's Home with every symbol of the market. `site`: of the build. */
export async function openEngineRig(standIn: StandIn, site: string): Promise<WorkerRig> {
  await standIn.set({ site });
  return open(async (page) => {
    await page.goto(`${standIn.origin}/#/`);
    await page.waitForFunction((rows) => document.querySelectorAll('[data-symbol]').length >= rows, ROWS_MIN);
    await page.waitForFunction(() => 'outcry' in globalThis);
    return { unit: 'ticks', count: async () => (await engineStats(page)).ticks };
  });
}

/** `parses`: how often each frame is parsed; 0 counts frames only. */
export async function openFloorRig(standIn: StandIn, built: BuiltPages, parses: number): Promise<WorkerRig> {
  await standIn.set({ site: built.site });
  return open(async (page) => {
    await page.goto(`${standIn.origin}${built.path('floor')}`);
    await page.waitForFunction(() => 'floorBench' in globalThis);
    const asked = { parses, url: standIn.socketUrl };
    await page.evaluate((ask) => (globalThis as unknown as { floorBench: FloorBench }).floorBench.start(ask), asked);
    const unit = parses > 0 ? 'ticks' : 'frames';
    return {
      unit,
      count: async () => (await page.evaluate(() => (globalThis as unknown as { floorBench: FloorBench }).floorBench.counts()))[unit],
    };
  });
}
