/** G5: what the built worker costs in a real browser, fed over a socket from another process that conflates nothing. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import type { PageStats } from '../src/ui/state/apply-frame.ts';
import { ABSOLUTE_NOTE, assertOutput, type Bench, type BenchOptions, type BenchResult, WrongOutput } from './lib/bench.ts';
import { breakModule } from './lib/build-pages.ts';
import { launch, openPage } from './lib/chromium.ts';
import { type StandIn, startStandIn } from './lib/stand-in-client.ts';
import { median } from './lib/statistics.ts';
import { workerCpu } from './lib/worker-cpu.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const BROKEN_SITE = join('.cache', 'bench-pages', 'worker-broken');
const SYMBOLS = 1_000;
const SETTLE_MS = 3_000;
const CHECK_EVERY_MS = 100;
/** Frames go up only when something in sight has changed, so the last ticks of a stretch may be told with the next one. */
const UNTOLD_TICKS_MAX = 250;
/** A frame to the page may be on its way for as long. */
const STILL_MS = 500;

type Pace = { readonly ticksPerSecond: number; readonly ticksPerFrame: number };
const USUAL: Pace = { ticksPerSecond: 10_000, ticksPerFrame: 50 };
/** What a stand-in on the same two cores can send without falling behind; the goal is what a whole core would take. */
const FLOOD: Pace = { ticksPerSecond: 80_000, ticksPerFrame: 50 };
const ONE_A_FRAME: Pace = { ticksPerSecond: 5_000, ticksPerFrame: 1 };

type Rig = { readonly page: Page; readonly standIn: StandIn; readonly cpu: () => number };
type Sample = { readonly percent: number; readonly ticksPerSecond: number; readonly ticksPerCpuSecond: number; readonly usPerTick: number };

const ticksOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { outcry: { stats(): PageStats } }).outcry.stats().ticks);

/** Stops the market and waits until the engine has counted what was sent since; throws `WrongOutput` when it never does. */
async function settled({ page, standIn }: Rig, since?: { sent: number; ticks: number }): Promise<{ sent: number; ticks: number }> {
  const { sent, skipped } = await standIn.set({ ticksPerSecond: 0 });
  assertOutput(skipped === 0, `${skipped} ticks were not even sent, since the page was behind`);
  let ticks = await ticksOf(page);
  let stillMs = 0;
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += CHECK_EVERY_MS) {
    await page.waitForTimeout(CHECK_EVERY_MS);
    const before = ticks;
    ticks = await ticksOf(page);
    stillMs = ticks === before && ticks > 0 ? stillMs + CHECK_EVERY_MS : 0;
    const isCounted = !since || Math.abs(ticks - since.ticks - (sent - since.sent)) <= UNTOLD_TICKS_MAX;
    if (stillMs >= STILL_MS && isCounted) return { sent, ticks };
  }
  assertOutput(since !== undefined, 'the page does not come to rest');
  throw new WrongOutput(`${sent - since.sent} ticks were sent, the engine counted ${ticks - since.ticks}`);
}

/** One stretch at a pace: CPU of the worker's thread from the first tick until the last one is counted. */
async function sample(rig: Rig, pace: Pace, lastsMs: number): Promise<Sample> {
  const before = await settled(rig);
  const [cpuBefore, startedMs] = [rig.cpu(), performance.now()];
  await rig.standIn.set(pace);
  await rig.page.waitForTimeout(lastsMs);
  const seconds = (performance.now() - startedMs) / 1_000;
  const after = await settled(rig, before);
  const cpuSeconds = rig.cpu() - cpuBefore;
  const ticks = after.ticks - before.ticks;
  assertOutput(ticks > 0, 'no tick was sent');
  return {
    percent: (cpuSeconds / seconds) * 100,
    ticksPerSecond: ticks / seconds,
    ticksPerCpuSecond: ticks / cpuSeconds,
    usPerTick: (cpuSeconds * 1e6) / ticks,
  };
}

async function samples(rig: Rig, pace: Pace, repetitions: number, lastsMs: number): Promise<Sample[]> {
  await sample(rig, pace, lastsMs / 2);
  const list: Sample[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) list.push(await sample(rig, pace, lastsMs));
  return list;
}

/** The app with an engine that takes every other tick and says nothing. */
async function buildBroken(): Promise<void> {
  const plugin = () => breakModule('src/worker/quotes/market.ts', 'row < batch.count; row++', 'row < batch.count; row += 2');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    worker: { plugins: () => [plugin()] },
    build: { outDir: BROKEN_SITE, emptyOutDir: true },
  });
}

async function openRig(browser: Browser, standIn: StandIn): Promise<Rig> {
  await standIn.set({ ticksPerSecond: 0 });
  const { page } = await openPage(browser, (error) => {
    throw error;
  });
  await page.goto(`${standIn.origin}/#/`);
  await page.waitForFunction((rows) => document.querySelectorAll('[data-symbol]').length >= rows, 5);
  await page.waitForFunction(() => 'outcry' in globalThis);
  // A market that has not begun cannot be seen to rest.
  await standIn.set({ ...USUAL, ticksPerSecond: 1_000 });
  await page.waitForFunction(() => (globalThis as unknown as { outcry: { stats(): PageStats } }).outcry.stats().ticks > 0);
  return { page, standIn, cpu: await workerCpu(browser) };
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  if (broken === 'ticks are dropped') await buildBroken();
  const standIn = await startStandIn({ symbols: SYMBOLS, ...USUAL, ticksPerSecond: 0, ...(broken ? { site: BROKEN_SITE } : {}) });
  const browser = await launch();
  try {
    const rig = await openRig(browser, standIn);
    const [repetitions, lastsMs] = quick ? [1, 1_000] : [5, 3_000];
    const usual = await samples(rig, USUAL, repetitions, lastsMs);
    const flood = await samples(rig, FLOOD, repetitions, lastsMs);
    const single = await samples(rig, ONE_A_FRAME, repetitions, lastsMs);
    const column = (list: readonly Sample[], name: keyof Sample) => list.map((each) => each[name]);
    return {
      load: `The built app's Home in Chromium, ${SYMBOLS.toLocaleString('en')} symbols, fed by another process for ${lastsMs / 1_000} s at each pace. CPU time of the worker's thread; in every stretch the engine counted the ticks that were sent, but for the last ones, which no frame had told yet.`,
      figures: [
        { name: 'worker at 10,000 ticks/s, 50 a frame', unit: '% of a core', samples: column(usual, 'percent') },
        { name: 'per tick there', unit: 'us', samples: column(usual, 'usPerTick') },
        { name: 'ticks taken while 160,000/s were asked of the sender', unit: 'ticks/s', samples: column(flood, 'ticksPerSecond') },
        { name: 'worker there', unit: '% of a core', samples: column(flood, 'percent') },
        { name: 'ticks per second of CPU there', unit: 'ticks/s', samples: column(flood, 'ticksPerCpuSecond') },
        { name: 'worker at 5,000 ticks/s, 1 a frame', unit: '% of a core', samples: column(single, 'percent') },
        { name: 'ticks per second of CPU, 1 a frame', unit: 'ticks/s', samples: column(single, 'ticksPerCpuSecond') },
      ],
      goals: [
        {
          id: 'G5',
          text: 'worker at 10,000 ticks a second, 50 a frame',
          value: median(column(usual, 'percent')),
          unit: '% of a core',
          limit: 6,
          note: ABSOLUTE_NOTE,
        },
        {
          id: 'G5',
          text: 'ticks a second that a whole core sustains, 50 a frame',
          value: median(column(flood, 'ticksPerCpuSecond')),
          unit: 'ticks/s',
          limit: 150_000,
          atLeast: true,
        },
      ],
      notes: [
        'With one tick a frame the cost is that of the browser’s socket events, not of ours: the limit of back ends that send every tick by itself.',
      ],
    };
  } finally {
    await browser.close();
    await standIn.stop();
  }
}

export const bench: Bench = {
  title: 'The worker under load',
  breaks: ['ticks are dropped'],
  run,
};
