/** One run of a screen under load: what its main thread spends, whether it keeps up, and whether it still shows the truth. */
import type { Browser } from 'playwright';
import type { PageStats } from '../../src/ui/state/apply-frame.ts';
import type { ScreenFigures } from '../pages/main-thread/screen-figures.ts';
import { assertOutput } from './bench.ts';
import { type BusyTime, countThreadTime, startBusyTime } from './busy-time.ts';
import { slowDown } from './chromium.ts';
import { assertNewestPrices, openScreen, type PaintedCandles, paintedCandles, type ScreenPage } from './screen-page.ts';
import type { StandIn } from './stand-in-client.ts';

/** Fewer coloured pixels are no chart of a hundred candles. */
const COLOURED_MIN = 1_000;
const CHART_WITHIN_MS = 2_000;
const CHECK_EVERY_MS = 200;

export type ScreenLoad = {
  readonly path: string;
  readonly ticksPerSecond: number;
  /** Slowdown of the main thread. */
  readonly rate: number;
  readonly warmUpMs: number;
  readonly sampleMs: number;
  /** Rows that must show the newest price at least, and whether there is a chart to look at. */
  readonly rows: number;
  readonly hasChart: boolean;
  /** A peer may drown: it is judged before the load only. */
  readonly mayDrown: boolean;
  /** Notes latencies and gaps between display frames, which costs: its busy time is then worth nothing. */
  readonly isProbed: boolean;
};
export type ScreenRun = BusyTime & {
  readonly longTasks: readonly number[];
  /** Share of the market that was taken in, in percent: for a page that drowns the stand-in stops to send. */
  readonly servedPercent: number;
  readonly updatesPerSecond: number;
  readonly frameBytesPerSecond: number;
  readonly frameRowsPerSecond: number;
  readonly latenciesMs: readonly number[];
  /** Between display frames; empty unless probed. */
  readonly gapsMs: readonly number[];
};

export async function runScreen(browser: Browser, standIn: StandIn, load: ScreenLoad): Promise<ScreenRun> {
  const screen = await openScreen(browser, standIn, load.path);
  const { page, cdp, context } = screen;
  const figures = (): Promise<ScreenFigures> => page.evaluate(readFigures);
  try {
    await page.waitForFunction(() => 'screenUnderTest' in globalThis || 'outcry' in globalThis);
    await countThreadTime(cdp);
    await assertNewestPrices(screen, standIn, load.rows);
    if (load.hasChart) await assertChart(screen, ({ coloured }) => coloured >= COLOURED_MIN, 'the chart shows no candles');

    await slowDown(cdp, load.rate);
    await standIn.set({ ticksPerSecond: load.ticksPerSecond });
    if (load.isProbed) await page.evaluate(probe);
    await page.waitForTimeout(load.warmUpMs);
    await screen.takeLongTasks();
    const [before, stop] = [await figures(), await startBusyTime(cdp)];
    const startedMs = performance.now();
    await page.waitForTimeout(load.sampleMs);
    const busy = await stop();
    const [after, longTasks] = [await figures(), await screen.takeLongTasks()];
    const seconds = (performance.now() - startedMs) / 1_000;
    const gapsMs = load.isProbed ? await page.evaluate(() => (globalThis as unknown as { gapsMs: number[] }).gapsMs) : [];
    const perSecond = (name: 'updates' | 'frameBytes' | 'frameRows') => (after[name] - before[name]) / seconds;

    if (!load.mayDrown) {
      const still = load.hasChart ? await paintedCandles(screen) : undefined;
      if (still) await assertChart(screen, ({ hash }) => hash !== still.hash, 'the chart stands still while its price moves');
      await assertNewestPrices(screen, standIn, load.rows);
    }
    return {
      ...busy,
      longTasks,
      servedPercent: ((after.ticks - before.ticks) * 100) / (load.ticksPerSecond * seconds),
      updatesPerSecond: perSecond('updates'),
      frameBytesPerSecond: perSecond('frameBytes'),
      frameRowsPerSecond: perSecond('frameRows'),
      latenciesMs: after.latenciesMs,
      gapsMs,
    };
  } finally {
    await standIn.set({ ticksPerSecond: 0 });
    // A page that drowned closes sooner at its own speed.
    await slowDown(cdp, 1);
    await context.close();
  }
}

async function assertChart(screen: ScreenPage, isRight: (painted: PaintedCandles) => boolean, message: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < CHART_WITHIN_MS; waitedMs += CHECK_EVERY_MS) {
    if (isRight(await paintedCandles(screen))) return;
    await screen.page.waitForTimeout(CHECK_EVERY_MS);
  }
  assertOutput(false, message);
}

/** Runs in the page: a page of this bench tells its figures itself, the app by the counters that it has for benches. */
function readFigures(): ScreenFigures {
  if (window.screenUnderTest) return window.screenUnderTest.figures();
  const { ticks, framesApplied } = (globalThis as unknown as { outcry: { stats(): PageStats } }).outcry.stats();
  return { ticks, updates: framesApplied, frameBytes: 0, frameRows: 0, latenciesMs: [], shownMs: [] };
}

/** Runs in the page: its own display frames, and the latencies of the rows. */
function probe(): void {
  const gapsMs: number[] = [];
  Object.assign(globalThis, { gapsMs });
  let last = performance.now();
  const next = (now: number) => {
    gapsMs.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.screenUnderTest?.probe();
}
