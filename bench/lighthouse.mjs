// Lighthouse as a phone: Home and Trade of the built product, and the bare page of each beside them, in turns in one run.
//   node --import tsx bench/lighthouse.mjs [--runs 5]      after `npm run build`, on a machine that does nothing else
// Prints the medians of the four scores, and of what the performance is made of; then every audit of the product that costs a point in
// accessibility, best practices or SEO. Performance may be 5 points below the bare page's, the other three are to be 100.
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumPath } from '../scripts/browser.mjs';
import { ColdSite } from './cold-load/cold-site.ts';
import { siteAnswers } from './cold-load/site-answers.ts';
import { buildPages } from './lib/build-pages.ts';
import { median } from './lib/statistics.ts';

const BEHIND_MAX = 5;
const WHOLE = ['accessibility', 'best-practices', 'seo'];
const FIGURES = [
  ['first-contentful-paint', 'FCP ms'],
  ['largest-contentful-paint', 'LCP ms'],
  ['total-blocking-time', 'TBT ms'],
  ['speed-index', 'SI ms'],
  ['cumulative-layout-shift', 'CLS'],
];
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
if (!(Number.isInteger(runs) && runs > 0)) throw new Error(`--runs: ${values.runs}, allowed: a whole number above 0`);

const [answers, built] = await Promise.all([siteAnswers(), buildPages('cold-load')]);
const [product, bare] = [await ColdSite.start('dist', answers), await ColdSite.start(built.site, answers)];
const chrome = await launch({ chromePath: await chromiumPath(), chromeFlags: FLAGS });

/** Looks at one page before it is given up: the browser loses the beginning of a trace now and then. */
const LOOKS_MAX = 3;
const LOST_TRACE = 'NO_NAVSTART';

/** Scores from 0 to 100, and the audits that they are made of. */
async function look(url, looks = 1) {
  const found = await lighthouse(url, { port: chrome.port, logLevel: 'error', output: 'json' });
  const { categories, audits, runtimeError } = found.lhr;
  if (runtimeError?.code === LOST_TRACE && looks < LOOKS_MAX) return look(url, looks + 1);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const scores = Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]));
  const figures = Object.fromEntries(FIGURES.map(([id]) => [id, audits[id].numericValue]));
  const costly = WHOLE.flatMap((name) =>
    categories[name].auditRefs.flatMap(({ id, weight }) => (weight > 0 && audits[id].score !== null && audits[id].score < 1 ? [id] : [])),
  );
  return {
    scores,
    figures,
    costly: costly.map((id) => `${id}: ${audits[id].title} ${JSON.stringify(audits[id].details?.items?.slice(0, 3))}`),
  };
}

const pages = [
  { name: 'Home', url: `${product.origin}/`, isOurs: true },
  { name: 'bare Home', url: `${bare.origin}${built.path('home')}` },
  { name: 'Trade', url: `${product.origin}/#/trade`, isOurs: true },
  { name: 'bare Trade', url: `${bare.origin}${built.path('trade')}` },
].map((page) => ({ ...page, looks: [] }));
for (let run = 0; run < runs; run++) {
  for (const { name, url, looks } of run % 2 ? pages.toReversed() : pages) {
    looks.push(await look(url));
    process.stderr.write(`${run + 1}/${runs} ${name}: ${JSON.stringify(looks.at(-1).scores)}\n`);
  }
}
chrome.kill();
await Promise.all([product.stop(), bare.stop()]);

const middle = ({ looks }, kind, name) => median(looks.map((each) => each[kind][name]));
const NAMES = ['performance', ...WHOLE];
const cells = (page) => [
  ...NAMES.map((name) => middle(page, 'scores', name)),
  ...FIGURES.map(([id]) => Number(middle(page, 'figures', id).toPrecision(3))),
];
const head = ['', ...NAMES, ...FIGURES.map(([, title]) => title)];
console.log(
  [head, head.map(() => '---'), ...pages.map((page) => [page.name, ...cells(page)])].map((row) => `| ${row.join(' | ')} |`).join('\n'),
);
for (const [ours, theirs] of [pages.slice(0, 2), pages.slice(2)]) {
  const behind = middle(theirs, 'scores', 'performance') - middle(ours, 'scores', 'performance');
  console.log(
    `${behind <= BEHIND_MAX ? 'pass ' : 'SHORT'} ${ours.name}: performance ${behind} points below the bare page's (<= ${BEHIND_MAX})`,
  );
  for (const name of WHOLE) {
    const score = middle(ours, 'scores', name);
    console.log(`${score === 100 ? 'pass ' : 'SHORT'} ${ours.name}: ${name} ${score} (100)`);
  }
}
const costly = new Set(
  pages.filter(({ isOurs }) => isOurs).flatMap(({ name, looks }) => looks.flatMap((each) => each.costly.map((text) => `${name}: ${text}`))),
);
console.log([...costly].join('\n'));
process.exit(0);
