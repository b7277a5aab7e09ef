/** G12: what a page keeps of 10,000 ticks a second, and whether the buffers between worker and page are the same ones all along. */
import type { Page } from 'playwright';
import { FRAME_BYTES } from '../src/protocol/frame.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult } from './lib/bench.ts';
import { breakModule, buildPages } from './lib/build-pages.ts';
import { launch } from './lib/chromium.ts';
import { pageHeap, workerHeap } from './lib/heap-size.ts';
import { assertNewestPrices, openScreen } from './lib/screen-page.ts';
import { startStandIn } from './lib/stand-in-client.ts';
import { slope } from './lib/statistics.ts';
import { ROWS } from './pages/main-thread/screen-figures.ts';

const TICKS_PER_SECOND = 10_000;
const WARM_UP_MS = 5_000;
/** Growth is the slope through what is kept at the ends of these, told for so long. */
const WINDOW_MS = 8_000;
const WINDOWS = 5;
const TOLD_MS = 20_000;
const MEGABYTE = 1_000_000;
/** Fewer frames than this in a second are no live screen. */
const FRAMES_MIN = 5;
/** A worker may lose its buffer with a page that failed; here nothing fails. */
const NEW_BUFFERS_MAX = 0;

/** What is held on purpose, to see that the measure sees it, and how exactly it must. */
const HELD_BYTES = 4_000_000;
const HELD_APART_MAX = 0.05;
const HELD_TRIES_MAX = 3;
const BLIND = 'the measure does not see what is kept';

const BREAKS = {
  'buffers are not recycled': breakModule(
    'src/worker/frames/frame-pump.ts',
    'this.#buffer = returned;',
    'this.#buffer = new ArrayBuffer(FRAME_BYTES);',
  ),
} as const;

/** Counts buffers of a frame's size that the worker makes from here on. */
async function countBuffers(page: Page): Promise<() => Promise<number>> {
  const [worker] = page.workers();
  if (!worker) throw new Error('the page has no worker');
  await worker.evaluate((frameBytes) => {
    const counter = { made: 0 };
    const counted = new Proxy(ArrayBuffer, {
      construct(target, args: [number]) {
        if (args[0] === frameBytes) counter.made++;
        return Reflect.construct(target, args) as ArrayBuffer;
      },
    });
    Object.assign(globalThis, { ArrayBuffer: counted, counter });
  }, FRAME_BYTES);
  return () => worker.evaluate(() => (globalThis as unknown as { counter: { made: number } }).counter.made);
}

/** Holds bytes in the page, and lets them go: the heap must tell of them, or a growth of nothing says nothing. */
async function assertSeesHeld(page: Page, bytes: () => Promise<number>): Promise<void> {
  // A page that has just opened may let go of what it began with in between.
  for (let tries = 1; ; tries++) {
    const before = await bytes();
    await page.evaluate(
      (count) => Object.assign(globalThis, { held: Array.from({ length: count / 8 }, (_, index) => index + 0.5) }),
      HELD_BYTES,
    );
    const held = (await bytes()) - before;
    await page.evaluate(() => Object.assign(globalThis, { held: undefined }));
    if (Math.abs(held / HELD_BYTES - 1) <= HELD_APART_MAX) return;
    assertOutput(tries < HELD_TRIES_MAX, `the page holds ${HELD_BYTES} bytes more, and the heap is said to hold ${held} more`);
  }
}

async function measure({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const way = broken as keyof typeof BREAKS | undefined;
  const plugins = way && way in BREAKS ? [BREAKS[way]] : [];
  const built = await buildPages('main-thread', { plugins, variant: way ? 'heap-broken' : 'heap', pages: ['worker'] });
  const standIn = await startStandIn({ site: built.site });
  const browser = await launch();
  try {
    const screen = await openScreen(browser, standIn, built.path('worker'));
    const { page, cdp } = screen;
    await page.waitForFunction(() => window.screenUnderTest !== undefined);
    await assertNewestPrices(screen, standIn, ROWS);
    const heaps = [broken === BLIND ? { bytes: async () => 4e6 } : pageHeap(cdp), await workerHeap(cdp)] as const;
    await assertSeesHeld(page, heaps[0].bytes);
    const updates = () => page.evaluate(async () => (await window.screenUnderTest?.figures())?.updates ?? 0);
    const sizes = async () => {
      // What the page under test notes of every row is ours, and goes as it is told.
      await updates();
      return [await heaps[0].bytes(), await heaps[1].bytes()] as const;
    };
    const buffers = await countBuffers(page);
    await standIn.set({ ticksPerSecond: TICKS_PER_SECOND });
    await page.waitForTimeout(quick ? 1_000 : WARM_UP_MS);
    const windowMs = quick ? 2_000 : WINDOW_MS;
    const kept = [await sizes()];
    const [updatesBefore, startedMs] = [await updates(), performance.now()];
    for (let count = 0; count < WINDOWS; count++) {
      await page.waitForTimeout(windowMs);
      kept.push(await sizes());
    }
    const frames = (await updates()) - updatesBefore;
    const seconds = (performance.now() - startedMs) / 1_000;
    assertOutput(frames / seconds >= FRAMES_MIN, `${frames} frames in ${seconds} s`);
    assertOutput((await buffers()) <= NEW_BUFFERS_MAX, `${await buffers()} buffers were made for ${frames} frames`);
    await assertNewestPrices(screen, standIn, ROWS);
    const growth = (which: 0 | 1) => ((slope(kept.map((sizes) => sizes[which])) / MEGABYTE) * TOLD_MS) / windowMs;
    return {
      load: `20 rows and a live chart, ${TICKS_PER_SECOND} ticks a second of 1,000 symbols in frames of 50, ${WINDOWS} windows of ${WINDOW_MS / 1_000} s, each ended by a full collection.`,
      figures: [
        { name: 'page: heap after collection', unit: 'MB', samples: kept.map(([bytes]) => bytes / MEGABYTE) },
        { name: 'page: growth in 20 s', unit: 'MB', samples: [growth(0)] },
        { name: 'worker: heap after collection', unit: 'MB', samples: kept.map(([, bytes]) => bytes / MEGABYTE) },
        { name: 'worker: growth in 20 s', unit: 'MB', samples: [growth(1)] },
        { name: 'frames from worker to page', unit: '/s', samples: [frames / seconds] },
      ],
      goals: [
        {
          id: 'G12',
          text: "growth of the page's heap in 20 s",
          value: growth(0),
          unit: 'MB',
          limit: 0.2,
          note: 'absolute: bytes do not depend on how fast a machine is',
        },
      ],
      notes: [`The worker made no buffer for ${frames} frames: the one it began with came back each time.`],
    };
  } finally {
    await browser.close();
    await standIn.stop();
  }
}

export const bench: Bench = {
  title: 'what is kept of the ticks',
  breaks: ['buffers are not recycled', 'the measure does not see what is kept'],
  run: measure,
};
