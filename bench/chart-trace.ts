// Where the time of the chart goes, ours and lightweight-charts: CPU time of the main thread for one first draw, pan and step of the newest
// candle, by function, style, layout, paint, garbage and the browser's own work, from a trace.
//   node --import tsx bench/chart-trace.ts       prints a table for docs/performance.md
import { buildPages } from './lib/build-pages.ts';
import { launch, openPage } from './lib/chromium.ts';
import { serveFolder } from './lib/serve-folder.ts';
import { KINDS, startTaskTrace } from './lib/task-trace.ts';
import type { ContenderName } from './pages/chart/contender.ts';
import type { ChartBench, Operation } from './pages/chart/page.ts';

const CLOCK = { sample: 'traced', ms: 400 };
const built = await buildPages('chart');
const served = await serveFolder(built.site);
const browser = await launch();
const { page, cdp } = await openPage(browser, (error) => console.error(error));
await page.goto(`${served.url}${built.path('chart')}`);
await page.waitForFunction(() => 'chartBench' in globalThis);

/** ms of CPU by kind for one round; the first call of each is not traced, since it compiles. */
async function traced(name: ContenderName, count: number, operation: Operation): Promise<string> {
  const sample = () =>
    page.evaluate(
      ([contender, bars, what, clock]) =>
        (globalThis as unknown as { chartBench: ChartBench }).chartBench.sample(contender, { count: bars, operation: what }, clock),
      [name, count, operation, CLOCK] as const,
    );
  await sample();
  const stop = await startTaskTrace(cdp);
  const done = await sample();
  const { ms } = await stop();
  if ('wrong' in done) throw new Error(done.wrong);
  const each = KINDS.map((kind) => ms[kind] / done.rounds);
  return [...each, each.reduce((sum, value) => sum + value, 0)].map((value) => value.toFixed(2)).join(' | ');
}

console.log(`| ms of CPU for one | ${KINDS.join(' | ')} | sum |\n|---|${KINDS.map(() => '---|').join('')}---|`);
for (const [words, count, operation] of [
  ['first draw, 300 bars', 300, 'first'],
  ['first draw, 20,000 bars', 20_000, 'first'],
  ['pan, 300 bars', 300, 'pan'],
  ['last candle, 300 bars', 300, 'update'],
] as const)
  for (const name of ['ours', 'lightweight-charts'] as const)
    console.log(`| ${words}, ${name} | ${await traced(name, count, operation)} |`);
await browser.close();
served.close();
process.exit(0);
