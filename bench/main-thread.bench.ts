/** G6 and G7: what a page's main thread spends on 10,000 ticks a second above the floor, beside the same screen without a worker and beside React and Redux. */
import type { Browser } from 'playwright';
import { appFigures } from './lib/app-figures.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult } from './lib/bench.ts';
import { type BuiltPages, breakModule, buildPages } from './lib/build-pages.ts';
import { launch } from './lib/chromium.ts';
import { aboveFigures, column, figuresOf, goals, NAMES, type Page, tracedFigures, type Unseen } from './lib/main-thread-figures.ts';
import { assertSamePicture } from './lib/same-picture.ts';
import { closeTogether, type OpenScreen, openOnMarket, openTogether, type ScreenRun, type Turn } from './lib/screen-run.ts';
import { startStandIn } from './lib/stand-in-client.ts';
import { median } from './lib/statistics.ts';
import { PACE, ROWS } from './pages/main-thread/screen-figures.ts';

const RATE = 6;
const TICKS = { ticksPerSecond: 10_000, ticksPerFrame: 50 } as const;
/** Ticks of one symbol: with more symbols there are more ticks, and the rows on screen move as often as before. */
const TICKS_OF_SYMBOL = 10;
/** Screens that are compared must have been brought up to date equally often: this share of each other at least. */
const PACE_MIN_SHARE = 0.8;

const BREAKS = {
  'the list does not update': breakModule('src/ui/state/apply-frame.ts', 'applyQuotes(slots,', '((..._: unknown[]) => undefined)(slots,'),
  'the chart does not draw': breakModule(
    'src/ui/charts/chart-painter.ts',
    '#paint(mask: number): void {',
    '#paint(mask: number): void { return;',
  ),
  'the floor leaves out the newest candle': breakModule('pages/main-thread/floor-chart.ts', 'barWidths(geometry)', '{ body: 0, wick: 0 }'),
} as const;

type Rig = { readonly browser: Browser; readonly built: BuiltPages; readonly quick: boolean };

const open = ({ browser, built }: Rig, page: Page, symbols = 1_000): Promise<OpenScreen> =>
  openOnMarket(browser, {
    path: built.path(page),
    market: { ...TICKS, symbols, site: built.site },
    rows: ROWS,
    hasChart: true,
    mayDrown: page === 'redux' || page === 'inline',
  });

/** Screens in turn, in an order that turns round each time, so that none always goes first; the first round is warming up. */
async function inTurn(screens: readonly OpenScreen[], turns: readonly Turn[], rounds: number): Promise<ScreenRun[][]> {
  const runs = screens.map((): ScreenRun[] => []);
  for (let round = -1; round < rounds; round++) {
    const order = [...screens.keys()];
    for (const at of round % 2 ? order.reverse() : order) {
      const run = await (screens[at] as OpenScreen).take((turns[at] ?? turns[0]) as Turn);
      if (round >= 0) runs[at]?.push(run);
    }
  }
  return runs;
}

/** `rounds` of turns on pages that stay open, and that again on new ones: how the code of a page is compiled is settled as it opens, and stays. */
type Turns = { readonly openings: number; readonly rounds: number };

async function turnsOf(rig: Rig, pages: readonly Page[], turn: Turn, { openings, rounds }: Turns): Promise<Map<Page, ScreenRun[]>> {
  const all = new Map<Page, ScreenRun[]>(pages.map((page) => [page, []]));
  for (let opening = 0; opening < openings; opening++) {
    const screens = await openTogether(pages.map((page) => open(rig, page)));
    try {
      const runs = await inTurn(screens, [turn], rounds);
      for (const [at, page] of pages.entries()) all.get(page)?.push(...(runs[at] as ScreenRun[]));
    } finally {
      await closeTogether(screens);
    }
  }
  return all;
}

const times = ({ quick }: Rig) => (quick ? { warmUpMs: 400, sampleMs: 800 } : { warmUpMs: 300, sampleMs: 1_200 });
const TURNS = { full: { openings: 2, rounds: 4 }, quick: { openings: 1, rounds: 2 } } as const;
const UNSEEN_TURNS = { full: { openings: 4, rounds: 2 }, quick: { openings: 1, rounds: 1 } } as const;
const SLOW_TURNS = { full: { openings: 2, rounds: 3 }, quick: { openings: 1, rounds: 1 } } as const;

/** CPU time at full speed and at the pace of a slow page: the cleanest figure that there is. A peer that drowns is measured apart, since its backlog outlives its turn. */
async function compare(rig: Rig): Promise<Map<Page, ScreenRun[]>> {
  const turn: Turn = { ticksPerSecond: TICKS.ticksPerSecond, rate: 1, paceMs: PACE.slow, ...times(rig) };
  const runs = await turnsOf(rig, ['worker', 'floor', 'inline', 'redux-batched'], turn, TURNS[rig.quick ? 'quick' : 'full']);
  const updates = (page: Page) => median((runs.get(page) ?? []).map((each) => each.updatesPerSecond));
  for (const page of ['floor', 'inline', 'redux-batched'] as const) {
    const share = Math.min(updates('worker') / updates(page), updates(page) / updates('worker'));
    assertOutput(
      share >= PACE_MIN_SHARE,
      `${NAMES[page]} is brought up to date ${updates(page)} times a second, ours ${updates('worker')}`,
    );
  }
  runs.set('redux', (await turnsOf(rig, ['redux'], turn, { openings: 1, rounds: 1 })).get('redux') ?? []);
  return runs;
}

/** On a main thread six times slower, traced: the longest tasks, and where the time goes. */
const slow = (rig: Rig): Promise<Map<Page, ScreenRun[]>> =>
  turnsOf(
    rig,
    ['worker', 'floor'],
    { ticksPerSecond: TICKS.ticksPerSecond, rate: RATE, paceMs: PACE.slow, isTraced: true, ...times(rig) },
    SLOW_TURNS[rig.quick ? 'quick' : 'full'],
  );

/** Few and many symbols in turn, and one without a worker; the rows on screen move ten times a second in all. */
async function unseen(rig: Rig): Promise<Unseen> {
  const found: Record<keyof Unseen, ScreenRun[]> = { few: [], many: [], fewInline: [] };
  const turn = (symbols: number): Turn => ({ ticksPerSecond: symbols * TICKS_OF_SYMBOL, rate: 1, paceMs: PACE.slow, ...times(rig) });
  const { openings, rounds } = UNSEEN_TURNS[rig.quick ? 'quick' : 'full'];
  for (let opening = 0; opening < openings; opening++) {
    const screens = await openTogether([open(rig, 'worker', 100), open(rig, 'worker', 5_000)]);
    try {
      const [few, many] = await inTurn(screens, [turn(100), turn(5_000)], rounds);
      found.few.push(...(few ?? []));
      found.many.push(...(many ?? []));
    } finally {
      await closeTogether(screens);
    }
  }
  const inline = await openTogether([open(rig, 'inline', 100)]);
  try {
    const [fewInline] = await inTurn(inline, [turn(100)], rounds);
    found.fewInline.push(...(fewInline ?? []));
  } finally {
    await closeTogether(inline);
  }
  return found;
}

async function measure({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const way = broken as keyof typeof BREAKS | undefined;
  const built = way
    ? await buildPages('main-thread', { plugins: [BREAKS[way]], variant: 'broken', pages: ['worker', 'floor'] })
    : await buildPages('main-thread');
  const browser = await launch();
  const rig = { browser, built, quick };
  try {
    if (way) await (await open(rig, 'worker')).close();
    const standIn = await startStandIn({ ...TICKS, ticksPerSecond: 0, site: built.site });
    const paths = [built.path('worker'), built.path('floor')] as const;
    await assertSamePicture(browser, standIn, paths, { rows: ROWS, ticksPerSecond: TICKS.ticksPerSecond }).finally(() => standIn.stop());
    const runs = await compare(rig);
    const traced = await slow(rig);
    const bySymbols = await unseen(rig);
    return {
      load: `20 rows and a live chart, 500x900 at scale 2, ${TICKS.ticksPerSecond} ticks a second of 1,000 symbols in frames of ${TICKS.ticksPerFrame}, each symbol ten times a second, the screen brought up to date ten times a second, React's with Redux as well; ${runs.get('worker')?.length} turns of ${times(rig).sampleMs / 1_000} s at full speed, ${traced.get('worker')?.length} traced ones at 6x, half of each on pages opened anew; before them the floor page and ours showed the same texts, marks and pixels.`,
      figures: [
        ...figuresOf(runs),
        ...aboveFigures(runs),
        ...tracedFigures(traced),
        { name: 'ours at 100 symbols, 1,000 ticks a second: busy', unit: '%', samples: column(bySymbols.few, 'busyPercent') },
        { name: 'ours without a worker at 100 symbols: busy', unit: '%', samples: column(bySymbols.fewInline, 'busyPercent') },
        { name: 'ours at 5,000 symbols, 50,000 ticks a second: busy', unit: '%', samples: column(bySymbols.many, 'busyPercent') },
        {
          name: 'ours at 5,000 symbols: ticks that were sent, of 50,000 a second',
          unit: '%',
          samples: bySymbols.many.map(({ sentPercent }) => sentPercent),
        },
        {
          name: 'ours at 1,000 symbols: ticks that were sent, of 10,000 a second',
          unit: '%',
          samples: (runs.get('worker') ?? []).map(({ sentPercent }) => sentPercent),
        },
        ...(quick ? [] : await appFigures(browser, { ticks: TICKS, rate: RATE })),
      ],
      goals: goals(runs, traced, bySymbols),
      notes: [
        'Busy is CPU time of the tasks of the main thread as the browser counts it; the floor takes part in the flash of moved prices, React + Redux does not.',
      ],
    };
  } finally {
    await browser.close();
  }
}

export const bench: Bench = {
  title: 'what 10,000 ticks a second cost the main thread',
  breaks: ['the list does not update', 'the chart does not draw', 'the floor leaves out the newest candle'],
  run: measure,
};
