/** G6 and G7: what a page's main thread spends on 10,000 ticks a second, beside the same screen without a worker and beside React and Redux. */
import type { Browser } from 'playwright';
import { ABSOLUTE_NOTE, assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { type BuiltPages, breakModule, buildPages } from './lib/build-pages.ts';
import { launch } from './lib/chromium.ts';
import { runScreen, type ScreenLoad, type ScreenRun } from './lib/screen-run.ts';
import { type StandIn, startStandIn } from './lib/stand-in-client.ts';
import { median, quantile, ratios } from './lib/statistics.ts';
import { ROWS } from './pages/main-thread/screen-figures.ts';

const RATE = 6;
const TICKS = { ticksPerSecond: 10_000, ticksPerFrame: 50 } as const;
/** Ticks of one symbol: with more symbols there are more ticks, and the rows on screen move as often as before. */
const TICKS_OF_SYMBOL = 10;
/** A screen that takes in less, or is brought up to date less often, is not fast but behind. */
const SERVED_MIN_PERCENT = 90;
const UPDATES_MIN = 7;
const LATENCY_MAX_MS = 250;

const OURS = 'worker';
const PEERS = ['inline', 'redux'] as const;
const NAMES = {
  worker: 'ours',
  inline: 'ours without a worker',
  redux: 'React + Redux',
  'redux-batched': 'React + Redux, an action a frame',
} as const;
type Page = keyof typeof NAMES;

const BREAKS = {
  'the list does not update': breakModule('src/ui/state/apply-frame.ts', 'applyQuotes(slots,', '((..._: unknown[]) => undefined)(slots,'),
  'the chart does not draw': breakModule('src/ui/charts/candle-view.ts', 'private paint(): void {', 'private paint(): void { return;'),
} as const;

type Rig = { readonly browser: Browser; readonly standIn: StandIn; readonly built: BuiltPages; readonly quick: boolean };

/** One run of a page of this bench. */
async function run({ browser, standIn, built, quick }: Rig, page: Page, more: Partial<ScreenLoad> = {}): Promise<ScreenRun> {
  const mayDrown = page !== OURS;
  const times = quick ? { warmUpMs: 1_000, sampleMs: 1_500 } : { warmUpMs: 2_000, sampleMs: 5_000 };
  const load = {
    path: built.path(page),
    ticksPerSecond: TICKS.ticksPerSecond,
    rate: RATE,
    rows: ROWS,
    hasChart: true,
    mayDrown,
    isProbed: false,
  };
  const result = await runScreen(browser, standIn, { ...load, ...times, ...more });
  if (mayDrown) return result;
  assertOutput(result.servedPercent >= SERVED_MIN_PERCENT, `${result.servedPercent} % of the ticks were taken in`);
  assertOutput(result.updatesPerSecond >= UPDATES_MIN, `${result.updatesPerSecond} updates a second`);
  return result;
}

/** Busy time, all pages in turn. */
async function compare(rig: Rig): Promise<Map<Page, ScreenRun[]>> {
  const runs = new Map<Page, ScreenRun[]>(([OURS, ...PEERS] as const).map((page): [Page, ScreenRun[]] => [page, []]));
  for (let round = 0; round < (rig.quick ? 1 : 3); round++)
    for (const page of round % 2 ? ([...PEERS, OURS] as const) : ([OURS, ...PEERS] as const)) runs.get(page)?.push(await run(rig, page));
  runs.set('redux-batched', [await run(rig, 'redux-batched')]);
  return runs;
}

/** Few and many symbols in turn; the rows on screen move ten times a second in both. */
async function unseen(rig: Rig): Promise<{ few: ScreenRun[]; many: ScreenRun[]; fewInline: ScreenRun }> {
  const [few, many]: [ScreenRun[], ScreenRun[]] = [[], []];
  const take = async (symbols: number, page: Page = OURS): Promise<ScreenRun> => {
    await rig.standIn.set({ symbols });
    const times = rig.quick ? {} : { warmUpMs: 1_500, sampleMs: 4_000 };
    return run(rig, page, { ticksPerSecond: symbols * TICKS_OF_SYMBOL, ...times });
  };
  for (let round = 0; round < (rig.quick ? 1 : 2); round++) {
    if (round % 2 === 0) few.push(await take(100));
    many.push(await take(5_000));
    if (round % 2 === 1) few.push(await take(100));
  }
  const fewInline = await take(100, 'inline');
  await rig.standIn.set({ symbols: 1_000 });
  return { few, many, fewInline };
}

/** The built app itself, once a page: figures, since a real screen holds more than rows and a chart. */
async function app(rig: Rig): Promise<Figure[]> {
  await rig.standIn.set({ site: 'dist' });
  const load = { warmUpMs: 2_000, sampleMs: 4_000 } as const;
  const home = await run(rig, OURS, { ...load, path: '/#/', rows: 5, hasChart: false });
  const trade = await run(rig, OURS, { ...load, path: '/#/trade', rows: 1 });
  await rig.standIn.set({ site: rig.built.site });
  return [
    { name: 'the app, Home: busy', unit: '%', samples: [home.busyPercent] },
    { name: 'the app, Trade: busy', unit: '%', samples: [trade.busyPercent] },
    { name: 'the app: tasks over 50 ms', unit: 'ms', samples: [0, ...home.longTasks, ...trade.longTasks] },
  ];
}

/** Latencies and gaps of the pages that keep up, each once and apart from its busy time, since looking costs. */
async function probes(rig: Rig): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const page of [OURS, 'inline'] as const) {
    const { latenciesMs, gapsMs } = await run(rig, page, { isProbed: true, warmUpMs: 2_000, sampleMs: 4_000 });
    const [p50, p99] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)];
    if (page === OURS) assertOutput(p50 <= LATENCY_MAX_MS, `half of the prices are more than ${p50} ms old when they are shown`);
    figures.push(
      { name: `${NAMES[page]}: sent to shown, p50 and p99`, unit: 'ms', samples: [p50, p99] },
      { name: `${NAMES[page]}: between display frames, p99`, unit: 'ms', samples: [quantile(gapsMs, 0.99)] },
    );
  }
  return figures;
}

const INLINE_NOTE =
  'the other page is our own engine with its reader of frames, called on the main thread; the limit was found beside one that parsed JSON there';
/** A thread cannot be busier than all the time, however much of the market it leaves aside. */
const drownedNote = (runs: readonly ScreenRun[] = []): string =>
  `the other page is busy all the time and takes in ${median(runs.map((each) => each.servedPercent)).toFixed(0)} % of the ticks`;

const busy = (runs: readonly ScreenRun[] = []): number[] => runs.map((each) => each.busyPercent);
const longest = ({ longTasks }: ScreenRun): number => Math.max(0, ...longTasks);

function goals(runs: ReadonlyMap<Page, ScreenRun[]>, { few, many }: { few: ScreenRun[]; many: ScreenRun[] }): Goal[] {
  const ours = runs.get(OURS) ?? [];
  const against = (page: Page) => median(ratios(busy(ours), busy(runs.get(page))));
  const flat = (of: (each: ScreenRun) => number) => median(ratios(many.map(of), few.map(of)));
  return [
    {
      id: 'G6',
      text: 'main thread busy at 6x, 10,000 ticks a second',
      value: median(busy(ours)),
      unit: '%',
      limit: 15,
      note: ABSOLUTE_NOTE,
    },
    {
      id: 'G6',
      text: 'busy, beside the same screen without a worker',
      value: against('inline'),
      unit: 'x',
      limit: 0.45,
      note: INLINE_NOTE,
    },
    { id: 'G6', text: 'busy, beside React + Redux', value: against('redux'), unit: 'x', limit: 0.2, note: drownedNote(runs.get('redux')) },
    {
      id: 'G6',
      text: 'script on the main thread',
      value: median(ours.map((each) => each.scriptPercent)),
      unit: '%',
      limit: 3,
      note: ABSOLUTE_NOTE,
    },
    { id: 'G6', text: 'longest task, median of the runs', value: median(ours.map(longest)), unit: 'ms', limit: 50, note: ABSOLUTE_NOTE },
    { id: 'G6', text: 'longest task of any run', value: Math.max(...ours.map(longest)), unit: 'ms', limit: 100, note: ABSOLUTE_NOTE },
    { id: 'G7', text: 'busy at 5,000 symbols beside 100', value: flat((each) => each.busyPercent), unit: 'x', limit: 1.1 },
    {
      id: 'G7',
      text: 'bytes from worker to page at 5,000 symbols beside 100',
      value: flat((each) => each.frameBytesPerSecond),
      unit: 'x',
      limit: 1.1,
    },
    {
      id: 'G7',
      text: 'rows from worker to page at 5,000 symbols beside 100',
      value: flat((each) => each.frameRowsPerSecond),
      unit: 'x',
      limit: 1.1,
    },
  ];
}

function figuresOf(runs: ReadonlyMap<Page, ScreenRun[]>): Figure[] {
  return [...runs].flatMap(([page, list]) => [
    { name: `${NAMES[page]}: busy`, unit: '%', samples: busy(list) },
    { name: `${NAMES[page]}: script`, unit: '%', samples: list.map((each) => each.scriptPercent) },
    { name: `${NAMES[page]}: style and layout`, unit: '%', samples: list.map((each) => each.layoutPercent) },
    { name: `${NAMES[page]}: ticks taken in`, unit: '%', samples: list.map((each) => each.servedPercent) },
    { name: `${NAMES[page]}: longest task`, unit: 'ms', samples: list.map(longest) },
  ]);
}

async function measure({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const way = broken as keyof typeof BREAKS | undefined;
  const built = way
    ? await buildPages('main-thread', { plugins: [BREAKS[way]], variant: 'broken', pages: [OURS] })
    : await buildPages('main-thread');
  const standIn = await startStandIn({ ...TICKS, site: built.site });
  const browser = await launch();
  try {
    const rig = { browser, standIn, built, quick };
    if (way) await run(rig, OURS);
    const runs = await compare(rig);
    const bySymbols = await unseen(rig);
    const few = bySymbols.few.map((each) => each.busyPercent);
    const many = bySymbols.many.map((each) => each.busyPercent);
    const more = quick ? [] : [...(await probes(rig)), ...(await app(rig))];
    return {
      load: `20 rows and a live chart, 500x900 at scale 2, main thread slowed ${RATE} times, ${TICKS.ticksPerSecond} ticks a second of 1,000 symbols in frames of ${TICKS.ticksPerFrame}, each symbol ten times a second; ${runs.get(OURS)?.length} runs of 5 s after 2 s of warming up.`,
      figures: [
        ...figuresOf(runs),
        { name: 'ours at 100 symbols, 1,000 ticks a second: busy', unit: '%', samples: few },
        { name: 'ours without a worker at 100 symbols, 1,000 ticks a second: busy', unit: '%', samples: [bySymbols.fewInline.busyPercent] },
        { name: 'ours at 5,000 symbols, 50,000 ticks a second: busy', unit: '%', samples: many },
        ...more,
      ],
      goals: goals(runs, bySymbols),
      notes: [
        'Busy is CPU time of the tasks of the main thread as the browser counts it; the peers take no part in the flash of moved prices, which ours paints.',
      ],
    };
  } finally {
    await browser.close();
    await standIn.stop();
  }
}

export const bench: Bench = {
  title: 'what 10,000 ticks a second cost the main thread',
  breaks: ['the list does not update', 'the chart does not draw'],
  run: measure,
};
