/** G9: our chart beside lightweight-charts and klinecharts: the same bars in the same box, what a person waits for, painting included. */
import type { Browser, Page } from 'playwright';
import { alternate } from './lib/alternate.ts';
import { assertOutput, type Bench, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { breakModule, buildPages } from './lib/build-pages.ts';
import { launch, openPage } from './lib/chromium.ts';
import { startMarkedTime } from './lib/marked-time.ts';
import { serveFolder } from './lib/serve-folder.ts';
import { median, ratios } from './lib/statistics.ts';
import type { ContenderName } from './pages/chart/contender.ts';
import type { ChartBench, Operation } from './pages/chart/page.ts';

const BREAKS = {
  'painter draws nothing': breakModule('src/ui/charts/history-painter.ts', 'if (last < first) return;', 'if (last !== first) return;'),
  'last candle is not redrawn': breakModule(
    'src/ui/charts/candle-view.ts',
    'this.#painter.ask(!fits && port.bars.last === last ? PAINT.everything : PAINT.newest);',
    'if (!fits) this.#painter.ask(PAINT.everything);',
  ),
  'pan paints nothing': breakModule(
    'src/ui/charts/candle-view.ts',
    'panBars(-dx / this.#picture.port.barWidthPx);',
    'panBars(-dx / this.#picture.port.barWidthPx); return;',
  ),
  // What the bench itself once did: its steps of pan and zoom reached no chart.
  'the wheel is not heard': breakModule('bench/pages/chart/ours.tsx', 'bubbles: true, ', ''),
};

const OURS = 'ours';
const LIGHTWEIGHT = 'lightweight-charts';
const BARE: ContenderName = 'bare canvas';
const NAMES: readonly ContenderName[] = [OURS, LIGHTWEIGHT, 'klinecharts'];
const FEW = 300;
const MANY = 20_000;
const OPERATIONS: readonly Operation[] = ['first', 'pan', 'zoom', 'update'];
const WORDS: Record<Operation, string> = { first: 'first draw', pan: 'pan', zoom: 'zoom', update: 'last candle' };
/** As many as a chart shows. */
const ORDERS = 50;
const LOOP_MS = 40;
const REPETITIONS = { full: 21, quick: 1 } as const;
/** A right edge that a chart rounds, and an axis of another width. */
const IN_VIEW_APART = 6;

/** Of pan and zoom. */
const REDRAW_NOTE = 'each step clears one canvas and paints grid, labels and bars anew';

/** `orders`: open ones on the chart; only ours has any. */
type Case = { readonly count: number; readonly operation: Operation; readonly orders?: number };
/** ms of CPU of one, by contender. */
type Measured = Case & { readonly samples: ReadonlyMap<string, number[]> };
const keyOf = ({ count, operation, orders = 0 }: Case): string => `${count}/${operation}/${orders}`;

type Rig = { readonly browser: Browser; readonly page: Page; readonly inView: Map<string, number> };

type Entrant = { readonly key: string; readonly name: ContenderName; readonly one: Case };

/**
 * ms of CPU by key, all in turn. The clock is the browser's own, of the CPU time between two marks: how many rounds fit between them the page
 * says.
 */
async function inTurn(
  { browser, page, inView }: Rig,
  entrants: readonly Entrant[],
  quick: boolean,
): Promise<ReadonlyMap<string, number[]>> {
  const ms = quick ? LOOP_MS / 2 : LOOP_MS;
  const rounds = new Map<string, number>();
  const take = async ({ name, one }: Entrant): Promise<number> => {
    const at = rounds.size;
    const sample = await page.evaluate(
      ([contender, asked, clock]) => (globalThis as unknown as { chartBench: ChartBench }).chartBench.sample(contender, asked, clock),
      [name, one, { sample: `${at}`, ms }] as const,
    );
    assertOutput(!('wrong' in sample), `${name}, ${one.count} bars: ${'wrong' in sample ? sample.wrong : ''}`);
    if (one.operation !== 'first') inView.set(`${name}/${one.count}`, sample.inView);
    rounds.set(`${at}`, sample.rounds);
    return at;
  };
  const stop = await startMarkedTime(browser, page);
  const contenders = entrants.map((entrant) => ({ name: entrant.key, run: () => take(entrant) }));
  const taken = await alternate(contenders, REPETITIONS[quick ? 'quick' : 'full']);
  const cpuMs = await stop();
  const msOf = (at: number): number => (cpuMs.get(`${at}`) ?? Number.NaN) / (rounds.get(`${at}`) as number);
  return new Map([...taken].map(([key, list]) => [key, list.map(msOf)]));
}

async function measure(rig: Rig, one: Case, quick: boolean): Promise<Measured> {
  const { count, operation, orders = 0 } = one;
  const isFirst = operation === 'first' && count === FEW;
  const names: readonly ContenderName[] = [...NAMES.filter((name) => orders === 0 || name !== 'klinecharts'), ...(isFirst ? [BARE] : [])];
  const entrants = names.map((name) => ({ key: name, name, one }));
  return { ...one, samples: await inTurn(rig, entrants, quick) };
}

/** What our newest candle takes among many bars, of what it takes among few: in turns with each other. */
async function ownGrowth(rig: Rig, quick: boolean): Promise<number> {
  const entrant = (count: number): Entrant => ({ key: `${count}`, name: OURS, one: { count, operation: 'update' } });
  const samples = await inTurn(rig, [FEW, MANY].map(entrant), quick);
  return median(ratios(samples.get(`${MANY}`) ?? [], samples.get(`${FEW}`) ?? []));
}

export const bench: Bench = {
  title: 'the chart',
  breaks: Object.keys(BREAKS),
  async run({ quick, broken }) {
    const plugin = broken === undefined ? undefined : BREAKS[broken as keyof typeof BREAKS];
    assertOutput(broken === undefined || plugin !== undefined, `no way to break it is called ${broken}`);
    const pages = await buildPages('chart', plugin ? { plugins: [plugin], variant: 'broken' } : {});
    const served = await serveFolder(pages.site);
    const browser = await launch();
    try {
      const { page } = await openPage(browser, (error) => console.error(error));
      await page.goto(`${served.url}${pages.path('chart')}`);
      await page.waitForFunction(() => 'chartBench' in globalThis);
      const inView = new Map<string, number>();
      const measured: Measured[] = [];
      for (const count of [FEW, MANY])
        for (const operation of OPERATIONS) measured.push(await measure({ browser, page, inView }, { count, operation }, quick));
      measured.push(await measure({ browser, page, inView }, { count: FEW, operation: 'update', orders: ORDERS }, quick));
      for (const [key, count] of inView)
        assertOutput(
          Math.abs(count - (inView.get(`${OURS}/${FEW}`) ?? 0)) <= IN_VIEW_APART,
          `${key} shows ${count} bars, ours ${inView.get(`${OURS}/${FEW}`)}`,
        );
      return resultOf(measured, inView, await ownGrowth({ browser, page, inView }, quick));
    } finally {
      await browser.close();
      served.close();
    }
  },
};

function resultOf(measured: readonly Measured[], inView: ReadonlyMap<string, number>, growth: number): BenchResult {
  const byKey = new Map(measured.map((one) => [keyOf(one), one.samples]));
  const samplesOf = (one: Case, name: string): number[] => byKey.get(keyOf(one))?.get(name) ?? [];
  const beside = (count: number, operation: Operation, name: string, orders = 0) =>
    median(ratios(samplesOf({ count, operation, orders }, OURS), samplesOf({ count, operation, orders }, name)));
  const goal = (text: string, value: number, limit: number, note?: string): Goal => ({
    id: 'G9',
    text,
    value,
    unit: 'times',
    limit,
    ...(note ? { note } : {}),
  });
  const bareShare = median(
    ratios(samplesOf({ count: FEW, operation: 'first' }, BARE), samplesOf({ count: FEW, operation: 'first' }, OURS)),
  );
  const firstNote = `a bare canvas of that size with one rectangle and one word takes ${bareShare.toFixed(2)} of ours, most of it the memory of its pixels`;
  const figures: Figure[] = measured.flatMap(({ count, operation, orders = 0, samples }) =>
    [...samples].map(([name, list]) => ({
      name: `${WORDS[operation]}, ${count} bars, ${orders > 0 && name === OURS ? `${orders} orders, ` : ''}${name}${orders > 0 && name !== OURS ? ' beside it' : ''}`,
      unit: 'ms of CPU',
      samples: list,
    })),
  );
  return {
    load: `Candles without volume in 360 x 300 CSS pixels at device scale 2, ${inView.get(`${OURS}/${FEW}`)} bars in view; frames, observers and promises run at once, one pixel of each canvas is read back so that painting counts; loops of ${LOOP_MS} ms or more, CPU time of the main thread`,
    figures,
    goals: [
      goal('first draw against lightweight-charts, 300 bars', beside(FEW, 'first', LIGHTWEIGHT), 0.25, firstNote),
      goal('pan against lightweight-charts', beside(FEW, 'pan', LIGHTWEIGHT), 0.25, REDRAW_NOTE),
      goal('zoom against lightweight-charts', beside(FEW, 'zoom', LIGHTWEIGHT), 0.25, REDRAW_NOTE),
      goal('last candle against lightweight-charts', beside(FEW, 'update', LIGHTWEIGHT), 0.1),
      goal(`last candle with ${ORDERS} orders against lightweight-charts without any`, beside(FEW, 'update', LIGHTWEIGHT, ORDERS), 0.1),
      goal('first draw against lightweight-charts, 20,000 bars', beside(MANY, 'first', LIGHTWEIGHT), 0.1),
      goal('last candle against lightweight-charts, 20,000 bars', beside(MANY, 'update', LIGHTWEIGHT), 0.02),
      goal('own last candle, 20,000 bars against 300', growth, 1.2),
    ],
    notes: [
      `Against klinecharts at 300 and 20,000 bars: ${OPERATIONS.map((operation) => `${WORDS[operation]} ${[FEW, MANY].map((count) => beside(count, operation, 'klinecharts').toFixed(2)).join(' and ')} times`).join(', ')}.`,
      `Bars in view: ${[...inView].map(([key, count]) => `${key} ${count}`).join(', ')}.`,
    ],
  };
}
