/**
 * A long stay on Home and Trade, the main thread six times slower: nothing may crash, get later or grow.
 *   node --import tsx bench/soak.ts [--minutes 5] [--against stand-in|server]
 * `stand-in`: 15,000 ticks a second that nobody conflates; `server`: the built server with its feed a hundred times as fast. The time is
 * cut in five equal windows; each spends its first half on Home and its second on Trade. Ends with 1 when a promise was broken.
 */
import type { Page } from 'playwright';
import type { PageStats } from '../src/ui/state/apply-frame.ts';
import { startServer } from '../tests/e2e/server-process.ts';
import { launch, openPage, slowDown } from './lib/chromium.ts';
import { pageHeap, workerHeap } from './lib/heap-size.ts';
import { startStandIn } from './lib/stand-in-client.ts';
import { quantile } from './lib/statistics.ts';

const RATE = 6;
const WINDOWS = 5;
const LOOK_EVERY_MS = 200;
/** Loading and the first chunks of the other screens are over. */
const WARM_UP_MS = 8_000;
/** Opening a page is work that is not a tick's: its latencies are left out. */
const SETTLE_MS = 2_000;
const MEGABYTE = 1_000_000;
/** Limits of the last window beside the first, and of every window. */
const LATER = { times: 1.5, p50Ms: 20, p99Ms: 60 } as const;
const HEAP_GROWTH_MAX_MB = 1;
const FRAMES_MIN = 1;

type Against = { readonly origin: string; stop(): Promise<unknown> };
type Window = {
  readonly p50: number;
  readonly p99: number;
  readonly ticksPerSecond: number;
  readonly framesPerSecond: number;
  readonly reconnects: number;
  readonly pageMb: number;
  readonly workerMb: number;
};

const word = (name: string, preset: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? preset : (process.argv[at + 1] ?? preset);
};
const minutes = Number(word('minutes', '5'));
const against = word('against', 'stand-in');
if (!(minutes > 0) || !['stand-in', 'server'].includes(against)) {
  console.error('usage: soak.ts [--minutes 5] [--against stand-in|server]');
  process.exit(2);
}

async function start(): Promise<Against> {
  if (against === 'stand-in') return startStandIn({ ticksPerSecond: 15_000 });
  const server = await startServer({ FEED_SPEED: '100' });
  return { origin: server.url.replace(/\/$/, ''), stop: () => server.remove() };
}

const statsOf = (page: Page): Promise<PageStats> =>
  page.evaluate(() => (globalThis as unknown as { outcry: { stats(): PageStats } }).outcry.stats());

/** Looks at a page for so long; a latency counts once, with the frame that it belongs to. */
async function look(page: Page, durationMs: number, latencies: number[]): Promise<void> {
  let framesSeen = -1;
  for (const endMs = performance.now() + durationMs; performance.now() < endMs; ) {
    await page.waitForTimeout(LOOK_EVERY_MS);
    const { framesApplied, lastTickToPaintMs } = await statsOf(page);
    if (framesApplied !== framesSeen) latencies.push(lastTickToPaintMs);
    framesSeen = framesApplied;
  }
}

function problems(windows: readonly Window[]): string[] {
  const [first, last] = [windows[0] as Window, windows.at(-1) as Window];
  const isLater = (now: number, then: number, roomMs: number) => now > then * LATER.times + roomMs;
  return [
    ...(isLater(last.p50, first.p50, LATER.p50Ms) ? [`p50 went from ${first.p50.toFixed(0)} to ${last.p50.toFixed(0)} ms`] : []),
    ...(isLater(last.p99, first.p99, LATER.p99Ms) ? [`p99 went from ${first.p99.toFixed(0)} to ${last.p99.toFixed(0)} ms`] : []),
    ...(last.pageMb - first.pageMb > HEAP_GROWTH_MAX_MB ? [`the page's heap grew by ${(last.pageMb - first.pageMb).toFixed(2)} MB`] : []),
    ...(last.workerMb - first.workerMb > HEAP_GROWTH_MAX_MB
      ? [`the worker's heap grew by ${(last.workerMb - first.workerMb).toFixed(2)} MB`]
      : []),
    ...(windows.some((each) => each.framesPerSecond < FRAMES_MIN) ? ['the page stood still'] : []),
    ...(last.reconnects > 0 ? [`${last.reconnects} reconnects`] : []),
  ];
}

function print(windows: readonly Window[]): void {
  console.log(
    `| window of ${((minutes * 60) / WINDOWS).toFixed(0)} s | p50 ms | p99 ms | ticks/s | frames/s | reconnects | page MB | worker MB |`,
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [index, each] of windows.entries()) {
    const cells = [each.p50, each.p99, each.ticksPerSecond].map((value) => value.toFixed(0));
    const more = [each.framesPerSecond.toFixed(1), String(each.reconnects), each.pageMb.toFixed(2), each.workerMb.toFixed(2)];
    console.log(`| ${[index + 1, ...cells, ...more].join(' | ')} |`);
  }
}

async function soak({ origin }: Against): Promise<string[]> {
  const browser = await launch();
  const failures: string[] = [];
  const { page, cdp } = await openPage(browser, (error) => failures.push(error.message));
  page.on('crash', () => failures.push('the page crashed'));
  page.on('worker', () => failures.push('the worker was replaced'));
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'outcry' in globalThis);
  failures.length = 0;
  await slowDown(cdp, RATE);
  await page.waitForTimeout(WARM_UP_MS);
  const heaps = [pageHeap(cdp), await workerHeap(cdp)] as const;
  const windowMs = (minutes * 60_000) / WINDOWS;
  const windows: Window[] = [];
  for (let index = 0; index < WINDOWS && failures.length === 0; index++) {
    const latencies: number[] = [];
    const [before, startedMs] = [await statsOf(page), performance.now()];
    for (const hash of ['#/', '#/trade']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.waitForTimeout(SETTLE_MS);
      await look(page, windowMs / 2 - SETTLE_MS, latencies);
    }
    const [after, seconds] = [await statsOf(page), (performance.now() - startedMs) / 1_000];
    const [pageMb, workerMb] = [(await heaps[0].bytes()) / MEGABYTE, (await heaps[1].bytes()) / MEGABYTE];
    windows.push({
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      ticksPerSecond: (after.ticks - before.ticks) / seconds,
      framesPerSecond: (after.framesApplied - before.framesApplied) / seconds,
      reconnects: after.reconnects,
      pageMb,
      workerMb,
    });
  }
  await browser.close();
  print(windows);
  return windows.length === WINDOWS ? [...failures, ...problems(windows)] : failures;
}

const target = await start();
const found = await soak(target).finally(() => target.stop());
for (const problem of found) console.error(`broken: ${problem}`);
console.log(found.length === 0 ? `kept for ${minutes} minutes against the ${against}` : 'not kept');
process.exit(found.length === 0 ? 0 : 1);
