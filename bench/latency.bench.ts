/** G8: from a tick to its pixels beside the floor page, on fast pages and on pages six times slower, seen from outside of what shows them. */
import type { Browser } from 'playwright';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { type BuiltPages, breakModule, buildPages } from './lib/build-pages.ts';
import { launch, slowDown } from './lib/chromium.ts';
import { assertNewestPrices } from './lib/screen-page.ts';
import { closeTogether, type OpenScreen, openOnMarket, openTogether } from './lib/screen-run.ts';
import { median, quantile } from './lib/statistics.ts';
import { PACE, ROWS, type ScreenFigures } from './pages/main-thread/screen-figures.ts';

const WARM_UP_MS = 600;
const FIRST_WARM_UP_MS = 2_000;
const TICKS_PER_SECOND = 10_000;
/** Of the frames that were acknowledged: a page that gets no display frame for a quarter of a second answers without one. */
const UNPAINTED_MAX_SHARE = 0.1;
/** Rows that moved and were seen to move, of those that frames brought. */
const SEEN_MIN_SHARE = 0.9;
/** What ours may add to the floor, in parts of the pace. */
const ADDED_MAX = 0.5;
/** Of the floor with that added. */
const LIMIT = 1;

const BREAKS = {
  'frames are acknowledged unpainted': breakModule('src/ui/state/apply-frame.ts', '(await painting)', '0'),
} as const;

type Sample = { readonly p50: number; readonly p99: number; readonly updates: number; readonly brought: number; readonly seen: number };
type Speed = { readonly rate: number; readonly paceMs: number; readonly turns: number; readonly sampleMs: number };
/**
 * Fast first: a page that was slow is trusted with every display frame only after a while. At display pace forty updates make a turn, so
 * that a pause of the machine is in one of many and not in each of a few; at the slow pace as many would take too long.
 */
const SPEEDS: readonly Speed[] = [
  { rate: 1, paceMs: PACE.frame, turns: 14, sampleMs: 700 },
  { rate: 6, paceMs: PACE.slow, turns: 6, sampleMs: 1_400 },
];
const QUICK = { turns: 2, sampleMs: 800 };

/** One turn of a screen that stays open. */
async function sample({ screen, standIn }: OpenScreen, { rate, paceMs }: Speed, warmUpMs: number, sampleMs: number): Promise<Sample> {
  const { page, cdp } = screen;
  const figures = (): Promise<ScreenFigures> => page.evaluate(() => window.screenUnderTest?.figures() as Promise<ScreenFigures>);
  await slowDown(cdp, rate);
  await page.evaluate((ms) => window.screenUnderTest?.pace?.(ms), paceMs);
  await standIn.set({ ticksPerSecond: TICKS_PER_SECOND });
  await page.waitForTimeout(warmUpMs);
  const before = await figures();
  const startedMs = performance.now();
  await page.waitForTimeout(sampleMs);
  const after = await figures();
  const { latenciesMs, shownMs, updates } = after;
  const seconds = (performance.now() - startedMs) / 1_000;
  await assertNewestPrices(screen, standIn, ROWS);
  await slowDown(cdp, 1);
  assertOutput(shownMs.length > 0, 'no row was seen to change');
  const [unpainted, acknowledged] = [after.unpainted - before.unpainted, after.acknowledged - before.acknowledged];
  assertOutput(
    unpainted <= acknowledged * UNPAINTED_MAX_SHARE,
    `of ${acknowledged} frames ${unpainted} were acknowledged before they were painted`,
  );
  const ofRows = { brought: latenciesMs.length, seen: shownMs.length };
  return { p50: quantile(shownMs, 0.5), p99: quantile(shownMs, 0.99), updates: (updates - before.updates) / seconds, ...ofRows };
}

type Pair = { readonly ours: Sample[]; readonly floor: Sample[] };

/** Of all turns together: the frame that is on its way when one ends is much of a short one. */
function assertSeen(samples: readonly Sample[]): void {
  const total = (name: 'brought' | 'seen') => samples.reduce((sum, each) => sum + each[name], 0);
  const [brought, seen] = [total('brought'), total('seen')];
  assertOutput(seen >= brought * SEEN_MIN_SHARE, `of ${brought} rows ${seen} were seen to change`);
}

/** Ours and the floor in turn, in an order that turns round. */
async function inTurn(screens: { readonly ours: OpenScreen; readonly floor: OpenScreen }, speed: Speed, quick: boolean): Promise<Pair> {
  const pair: Pair = { ours: [], floor: [] };
  const { turns, sampleMs } = quick ? QUICK : speed;
  for (let turn = 0; turn < turns; turn++)
    for (const name of turn % 2 ? (['floor', 'ours'] as const) : (['ours', 'floor'] as const))
      pair[name].push(await sample(screens[name], speed, turn === 0 ? FIRST_WARM_UP_MS : WARM_UP_MS, sampleMs));
  for (const samples of [pair.ours, pair.floor]) assertSeen(samples);
  return pair;
}

const column = (samples: readonly Sample[], name: keyof Sample): number[] => samples.map((each) => each[name]);
/** Ours beside the floor and half a pace: turn by turn, so that a slow moment of the machine is in both. */
const beside = ({ ours, floor }: Pair, name: 'p50' | 'p99', { paceMs }: Speed): number =>
  median(ours.map((each, turn) => each[name] / ((floor[turn] as Sample)[name] + ADDED_MAX * paceMs)));

function resultOf(pairs: readonly Pair[]): BenchResult {
  const [fast, slow] = pairs.map(({ ours }) => ours.length);
  const figures: Figure[] = SPEEDS.flatMap(({ rate }, at) =>
    (['ours', 'floor'] as const).flatMap((name) => {
      const samples = (pairs[at] as Pair)[name];
      return [
        { name: `at ${rate}x, ${name}: to the pixels, p50`, unit: 'ms', samples: column(samples, 'p50'), isWall: true },
        { name: `at ${rate}x, ${name}: to the pixels, p99`, unit: 'ms', samples: column(samples, 'p99'), isWall: true },
        { name: `at ${rate}x, ${name}: updates`, unit: '/s', samples: column(samples, 'updates') },
      ];
    }),
  );
  const goals: Goal[] = SPEEDS.flatMap((speed, at) =>
    (['p50', 'p99'] as const).map((name) => ({
      id: 'G8',
      text: `tick to pixels ${speed.rate === 1 ? 'on a fast page' : `at ${speed.rate}x`}, ${name}, beside the floor's and half a pace of ${speed.paceMs} ms`,
      value: beside(pairs[at] as Pair, name, speed),
      unit: 'x',
      limit: LIMIT,
      isWall: true,
      note: 'the floor page shows the same at the same pace, in the same run',
    })),
  );
  return {
    load: `20 rows and a live chart, ${TICKS_PER_SECOND} ticks a second of 1,000 symbols in frames of 50; ours and the floor page in turn, ${fast} turns of each on fast pages, and ${slow} on pages slowed 6 times. From the tick's sending, so the socket's way is in it.`,
    figures,
    goals,
  };
}

async function openBoth(browser: Browser, built: BuiltPages): Promise<{ ours: OpenScreen; floor: OpenScreen }> {
  const open = (page: string) =>
    openOnMarket(browser, { path: built.path(page), market: { site: built.site }, rows: ROWS, hasChart: true, mayDrown: false });
  const [ours, floor] = (await openTogether([open('worker'), open('floor')])) as [OpenScreen, OpenScreen];
  const screens = { ours, floor };
  for (const { screen } of [screens.ours, screens.floor]) await screen.page.evaluate(() => window.screenUnderTest?.probe());
  return screens;
}

async function measure({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const way = broken as keyof typeof BREAKS | undefined;
  const plugins = way ? [BREAKS[way]] : [];
  const built = await buildPages('main-thread', { plugins, variant: way ? 'latency-broken' : 'latency', pages: ['worker', 'floor'] });
  const browser = await launch();
  try {
    const screens = await openBoth(browser, built);
    const pairs: Pair[] = [];
    for (const speed of SPEEDS) pairs.push(await inTurn(screens, speed, quick));
    await closeTogether([screens.ours, screens.floor]);
    return resultOf(pairs);
  } finally {
    await browser.close();
  }
}

export const bench: Bench = {
  title: 'how old a price is when it is shown',
  breaks: ['frames are acknowledged unpainted'],
  run: measure,
};
