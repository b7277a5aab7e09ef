// Where the time of a cold load goes on a phone six times slower: Home and Trade of the built product, and of the bare page beside them.
//   node --import tsx bench/cold-trace.ts [--rate 6] [--runs 3]      after `npm run build`
// Prints a table for docs/performance.md: ms of the main thread from the navigation to 3 s after the first live price or candles, medians of
// the runs; then the longest tasks of the last run. Tracing itself makes everything a little slower: read the shares, not the sums.
import { coldLoad, type Screen } from './cold-load/cold-page.ts';
import { ColdSite } from './cold-load/cold-site.ts';
import { siteAnswers } from './cold-load/site-answers.ts';
import { GROUPS, type GroupTimes, mainThreadTasks, type TracedTask, totals } from './cold-load/trace-groups.ts';
import { buildPages } from './lib/build-pages.ts';
import { launch } from './lib/chromium.ts';
import { median } from './lib/statistics.ts';

const CATEGORIES = ['toplevel', 'blink', 'v8', 'devtools.timeline', 'disabled-by-default-v8.gc', 'disabled-by-default-v8.compile'];
const AFTER_MS = 3_000;
const SHOWN_WITHIN_MS = 60_000;
const LONG_TASKS = 6;

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const [rate, runs] = [option('rate', 6), option('runs', 3)];

const [answers, built] = await Promise.all([siteAnswers(), buildPages('cold-load')]);
const [product, bare] = [await ColdSite.start('dist', answers), await ColdSite.start(built.site, answers)];
const browser = await launch();

async function traced(site: ColdSite, path: string, screen: Screen): Promise<TracedTask[]> {
  let trace: Buffer | undefined;
  await coldLoad(browser, {
    ...{ site, path, screen, rate, afterMs: AFTER_MS, shownWithinMs: SHOWN_WITHIN_MS },
    before: (page) => browser.startTracing(page, { categories: CATEGORIES }),
    after: async () => {
      trace = await browser.stopTracing();
    },
  });
  return mainThreadTasks(trace as Buffer);
}

const row = (name: string, times: GroupTimes) =>
  `| ${name} | ${GROUPS.map((group) => Math.round(times[group])).join(' | ')} | ${Math.round(GROUPS.reduce((sum, group) => sum + times[group], 0))} |`;

const pages = [
  ['Home', product, '/', 'home'],
  ['bare Home', bare, built.path('home'), 'home'],
  ['Trade', product, '/#/trade', 'trade'],
  ['bare Trade', bare, built.path('trade'), 'trade'],
] as const;
const rows: string[] = [];
const longest: string[] = [];
for (const [name, site, path, screen] of pages) {
  const loads: TracedTask[][] = [];
  while (loads.length < runs) loads.push(await traced(site, path, screen));
  const sums = loads.map(totals);
  rows.push(row(name, Object.fromEntries(GROUPS.map((group) => [group, median(sums.map((sum) => sum[group]))])) as GroupTimes));
  const long = [...(loads.at(-1) ?? [])].sort((a, b) => b.ms - a.ms).slice(0, LONG_TASKS);
  for (const { startMs, ms, groups } of long) longest.push(row(`${name}: ${Math.round(ms)} ms at ${Math.round(startMs)}`, groups));
}
const head = [`| ms at ${rate}x | ${GROUPS.join(' | ')} | sum |`, `|---|${GROUPS.map(() => '---|').join('')}---|`];
console.log([...head, ...rows, '', ...head, ...longest].join('\n'));
await browser.close();
await Promise.all([product.stop(), bare.stop()]);
process.exit(0);
