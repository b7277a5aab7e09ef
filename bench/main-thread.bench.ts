/** G6 and G7: what a page's main thread spends on 10,000 ticks a second above the floor, beside the same screen without a worker and beside React and Redux. */
import type { Browser } from 'playwright';
import { appFigures } from './lib/app-figures.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { type BuiltPages, breakModule, buildPages } from './lib/build-pages.ts';
import { launch } from './lib/chromium.ts';
import { assertSamePicture } from './lib/same-picture.ts';
import { type OpenScreen, openOnMarket, type ScreenRun, type Turn } from './lib/screen-run.ts';
import { startStandIn } from './lib/stand-in-client.ts';
import { median } from './lib/statistics.ts';
import { KINDS, type TaskTrace } from './lib/task-trace.ts';
import { PACE, ROWS } from './pages/main-thread/screen-figures.ts';

const RATE = 6;
const TICKS = { ticksPerSecond: 10_000, ticksPerFrame: 50 } as const;
/** Ticks of one symbol: with more symbols there are more ticks, and the rows on screen move as often as before. */
const TICKS_OF_SYMBOL = 10;
/** Screens that are compared must have been brought up to date equally often: this share of each other at least. */
const PACE_MIN_SHARE = 0.7;

const NAMES = {
  worker: 'ours',
  floor: 'floor',
  inline: 'ours without a worker',
  redux: 'React + Redux',
  'redux-batched': 'React + Redux, an action a frame',
} as const;
type Page = keyof typeof NAMES;

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
    mayDrown: page !== 'worker' && page !== 'floor',
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

/** Opens pages, has them take turns, and closes them. */
async function turnsOf(rig: Rig, pages: readonly Page[], turn: Turn, rounds: number): Promise<Map<Page, ScreenRun[]>> {
  const screens: OpenScreen[] = [];
  try {
    for (const page of pages) screens.push(await open(rig, page));
    const runs = await inTurn(screens, [turn], rounds);
    return new Map(pages.map((page, at) => [page, runs[at] as ScreenRun[]]));
  } finally {
    for (const screen of screens) await screen.close();
  }
}

const times = ({ quick }: Rig) => (quick ? { warmUpMs: 400, sampleMs: 800 } : { warmUpMs: 300, sampleMs: 1_500 });

/** CPU time at full speed and at the pace of a slow page: the cleanest figure that there is. A peer that drowns is measured apart, since its backlog outlives its turn. */
async function compare(rig: Rig): Promise<Map<Page, ScreenRun[]>> {
  const turn: Turn = { ticksPerSecond: TICKS.ticksPerSecond, rate: 1, paceMs: PACE.slow, ...times(rig) };
  const runs = await turnsOf(rig, ['worker', 'floor', 'inline'], turn, rig.quick ? 1 : 8);
  const updates = (page: Page) => median((runs.get(page) ?? []).map((each) => each.updatesPerSecond));
  for (const page of ['floor', 'inline'] as const) {
    const share = Math.min(updates('worker') / updates(page), updates(page) / updates('worker'));
    assertOutput(
      share >= PACE_MIN_SHARE,
      `${NAMES[page]} is brought up to date ${updates(page)} times a second, ours ${updates('worker')}`,
    );
  }
  for (const page of ['redux', 'redux-batched'] as const) runs.set(page, (await turnsOf(rig, [page], turn, 1)).get(page) ?? []);
  return runs;
}

/** On a main thread six times slower, traced: the longest tasks, and where the time goes. */
const slow = (rig: Rig): Promise<Map<Page, ScreenRun[]>> =>
  turnsOf(
    rig,
    ['worker', 'floor'],
    { ticksPerSecond: TICKS.ticksPerSecond, rate: RATE, paceMs: PACE.slow, isTraced: true, ...times(rig) },
    rig.quick ? 1 : 3,
  );

type Unseen = { readonly few: ScreenRun[]; readonly many: ScreenRun[]; readonly fewInline: ScreenRun[] };

/** Few and many symbols in turn; the rows on screen move ten times a second in all. */
async function unseen(rig: Rig): Promise<Unseen> {
  const screens: OpenScreen[] = [];
  const turn = (symbols: number): Turn => ({ ticksPerSecond: symbols * TICKS_OF_SYMBOL, rate: 1, paceMs: PACE.slow, ...times(rig) });
  try {
    screens.push(await open(rig, 'worker', 100), await open(rig, 'worker', 5_000));
    const [few, many] = await inTurn(screens, [turn(100), turn(5_000)], rig.quick ? 1 : 5);
    screens.push(await open(rig, 'inline', 100));
    const [fewInline] = await inTurn(screens.slice(2), [turn(100)], rig.quick ? 1 : 2);
    return { few: few ?? [], many: many ?? [], fewInline: fewInline ?? [] };
  } finally {
    for (const screen of screens) await screen.close();
  }
}

const column = (
  runs: readonly ScreenRun[] = [],
  name: 'busyPercent' | 'scriptPercent' | 'layoutPercent' | 'servedPercent' | 'updatesPerSecond',
) => runs.map((each) => each[name]);
const longest = ({ trace }: ScreenRun): number => trace?.tasksMs.at(-1) ?? Number.NaN;

/** (ours - floor) / (other - floor), of medians. */
function aboveFloor(runs: ReadonlyMap<Page, ScreenRun[]>, other: Page, name: 'busyPercent' | 'scriptPercent'): number {
  const of = (page: Page) => median(column(runs.get(page), name));
  return (of('worker') - of('floor')) / (of(other) - of('floor'));
}

const FLOOR_NOTE = 'ours less the floor page, over the other page less the floor page: CPU time at full speed, medians of turns';
const goals = (runs: ReadonlyMap<Page, ScreenRun[]>, traced: ReadonlyMap<Page, ScreenRun[]>, { few, many }: Unseen): Goal[] => {
  const tasks = (page: Page) => (traced.get(page) ?? []).map(longest);
  const flat = (of: (each: ScreenRun) => number) => median(many.map(of)) / median(few.map(of));
  // The one that keeps up: beside one that drowns anything looks small.
  const batched = `${FLOOR_NOTE}; the other page has an action a frame`;
  const goal = (id: Goal['id'], text: string, value: number, limit: number, note?: string): Goal => {
    const noted = note ? { note } : {};
    return { id, text, value, unit: 'x', limit, ...noted };
  };
  return [
    goal(
      'G6',
      'busy above the floor, of the same screen without a worker',
      aboveFloor(runs, 'inline', 'busyPercent'),
      LIMITS.busyInline,
      FLOOR_NOTE,
    ),
    goal(
      'G6',
      'script above the floor, of the same screen without a worker',
      aboveFloor(runs, 'inline', 'scriptPercent'),
      LIMITS.scriptInline,
      FLOOR_NOTE,
    ),
    goal('G6', 'busy above the floor, of React + Redux', aboveFloor(runs, 'redux-batched', 'busyPercent'), LIMITS.busyRedux, batched),
    goal('G6', 'longest task at 6x beside the floor, medians', median(tasks('worker')) / median(tasks('floor')), LIMITS.longestMedian),
    goal(
      'G6',
      'longest task at 6x of any turn beside the floor',
      Math.max(...tasks('worker')) / Math.max(...tasks('floor')),
      LIMITS.longestAny,
    ),
    goal(
      'G7',
      'busy at 5,000 symbols beside 100',
      flat((each) => each.busyPercent),
      1.1,
    ),
    goal(
      'G7',
      'bytes from worker to page at 5,000 symbols beside 100',
      flat((each) => each.frameBytesPerSecond),
      1.1,
    ),
    goal(
      'G7',
      'rows from worker to page at 5,000 symbols beside 100',
      flat((each) => each.frameRowsPerSecond),
      1.1,
    ),
  ];
};

/** A little above the worst of today's runs: docs/performance.md says of which. */
const LIMITS = { busyInline: 0.17, scriptInline: 0.18, busyRedux: 0.026, longestMedian: 1.5, longestAny: 1.5 } as const;

const figuresOf = (runs: ReadonlyMap<Page, ScreenRun[]>): Figure[] =>
  [...runs].flatMap(([page, list]) => [
    { name: `${NAMES[page]}: busy`, unit: '%', samples: column(list, 'busyPercent') },
    { name: `${NAMES[page]}: script`, unit: '%', samples: column(list, 'scriptPercent') },
    { name: `${NAMES[page]}: style and layout`, unit: '%', samples: column(list, 'layoutPercent') },
    { name: `${NAMES[page]}: ticks taken in`, unit: '%', samples: column(list, 'servedPercent'), isMoreBetter: true },
    { name: `${NAMES[page]}: updates`, unit: '/s', samples: column(list, 'updatesPerSecond'), isMoreBetter: true },
  ]);

/** Where the time goes: ms of CPU at 6x for one update of the screen. */
const tracedFigures = (traced: ReadonlyMap<Page, ScreenRun[]>): Figure[] =>
  [...traced].flatMap(([page, list]) => [
    ...KINDS.map((kind) => ({
      name: `${NAMES[page]} at 6x: ${kind}`,
      unit: 'ms an update',
      samples: list.map((each) => (each.trace as TaskTrace).ms[kind] / each.updates),
    })),
    { name: `${NAMES[page]} at 6x: busy, traced`, unit: '%', samples: column(list, 'busyPercent') },
    { name: `${NAMES[page]} at 6x: longest task`, unit: 'ms', samples: list.map(longest) },
  ]);

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
      load: `20 rows and a live chart, 500x900 at scale 2, ${TICKS.ticksPerSecond} ticks a second of 1,000 symbols in frames of ${TICKS.ticksPerFrame}, each symbol ten times a second, the screen brought up to date ten times a second; ${runs.get('worker')?.length} turns of ${times(rig).sampleMs / 1_000} s at full speed, ${traced.get('worker')?.length} traced ones at 6x; before them the floor page and ours showed the same texts, marks and pixels.`,
      figures: [
        ...figuresOf(runs),
        ...tracedFigures(traced),
        { name: 'ours at 100 symbols, 1,000 ticks a second: busy', unit: '%', samples: column(bySymbols.few, 'busyPercent') },
        { name: 'ours without a worker at 100 symbols: busy', unit: '%', samples: column(bySymbols.fewInline, 'busyPercent') },
        { name: 'ours at 5,000 symbols, 50,000 ticks a second: busy', unit: '%', samples: column(bySymbols.many, 'busyPercent') },
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
