// Where the time of the chart goes, ours and lightweight-charts: CPU time of the main thread for one first draw, pan and step of the newest
// candle, by function, style, layout, paint, garbage and the browser's own work, from a trace.
//   node --import tsx bench/chart-trace.ts       prints a table for docs/performance.md
import { buildPages } from './lib/build-pages.ts';
import { launch, openPage } from './lib/chromium.ts';
import { startCpuShares } from './lib/cpu-shares.ts';
import { serveFolder } from './lib/serve-folder.ts';
import { KINDS, startTaskTrace } from './lib/task-trace.ts';
import type { ContenderName } from './pages/chart/contender.ts';
import type { Asked, ChartBench } from './pages/chart/page.ts';

const CLOCK = { sample: 'traced', ms: 400 };
const built = await buildPages('chart');
const served = await serveFolder(built.site);
const browser = await launch();
const { page, cdp } = await openPage(browser, (error) => console.error(error));
await page.goto(`${served.url}${built.path('chart')}`);
await page.waitForFunction(() => 'chartBench' in globalThis);

/** ms of CPU by kind for one round; the first call of each is not traced, since it compiles. */
async function traced(name: ContenderName, asked: Asked): Promise<string> {
  const sample = () =>
    page.evaluate(
      ([contender, what, clock]) => (globalThis as unknown as { chartBench: ChartBench }).chartBench.sample(contender, what, clock),
      [name, asked, CLOCK] as const,
    );
  await sample();
  const stop = await startTaskTrace(cdp);
  const done = await sample();
  const { ms } = await stop();
  if ('wrong' in done) throw new Error(done.wrong);
  // All rounds are one task, in which the trace sees style, layout and garbage; what else it holds a profile of other rounds tells apart.
  const stopShares = await startCpuShares(cdp);
  await sample();
  const shares = await stopShares();
  const rest = ms.function + ms.paint + ms.browser;
  const split = { ...ms, function: rest * shares.function, paint: rest * shares.paint, browser: rest * shares.browser };
  const each = KINDS.map((kind) => split[kind] / done.rounds);
  return [...each, each.reduce((sum, value) => sum + value, 0)].map((value) => value.toFixed(2)).join(' | ');
}

console.log(`| ms of CPU for one | ${KINDS.join(' | ')} | sum |\n|---|${KINDS.map(() => '---|').join('')}---|`);
const ASKED: readonly (readonly [words: string, asked: Asked])[] = [
  ['first draw, 300 bars', { count: 300, operation: 'first' }],
  ['first draw, 20,000 bars', { count: 20_000, operation: 'first' }],
  ['pan', { count: 300, operation: 'pan' }],
  ['zoom', { count: 300, operation: 'zoom' }],
  ['last candle', { count: 300, operation: 'update' }],
  ['last candle, 50 orders', { count: 300, operation: 'update', orders: 50 }],
  ['last candle, 20,000 bars', { count: 20_000, operation: 'update' }],
];
for (const [words, asked] of ASKED)
  for (const name of ['ours', 'lightweight-charts'] as const)
    if (name === 'ours' || !asked.orders) console.log(`| ${words}, ${name} | ${await traced(name, asked)} |`);
await browser.close();
served.close();
process.exit(0);
