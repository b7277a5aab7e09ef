/**
 * Screens that stay open and take turns: each has a market of its own, which stands still but for its turn. A turn says what the main
 * thread spent, whether every tick was taken in, and whether the screen still shows the truth.
 */
import type { Browser } from 'playwright';
import type { ExposedStats } from '../../src/ui/state/apply-frame.ts';
import type { ScreenFigures } from '../pages/main-thread/screen-figures.ts';
import { assertOutput } from './bench.ts';
import { type BusyTime, countThreadTime, startBusyTime } from './busy-time.ts';
import { slowDown } from './chromium.ts';
import { assertChart, assertNewestPrices, openScreen, type PaintedCandles, paintedCandles, type ScreenPage } from './screen-page.ts';
import { type StandIn, startStandIn } from './stand-in-client.ts';
import type { StandInOptions } from './stand-in-words.ts';
import { startTaskTrace, type TaskTrace } from './task-trace.ts';

const CHART_WITHIN_MS = 10_000;
/** Of a market that goes on until the chart moves. */
const CHART_MOVES_MS = 500;
/** For whoever counts the ticks to have counted the last one. */
const COUNTED_WITHIN_MS = 10_000;
/** A stand-in that sends less than this share of its pace says nothing of that pace. */
const SENT_MIN_SHARE = 0.2;

type ScreenOptions = {
  readonly path: string;
  readonly market: Partial<StandInOptions>;
  /** Rows that must show the newest price at least, and whether there is a chart to look at. */
  readonly rows: number;
  readonly hasChart: boolean;
  /** A peer may drown: its ticks and prices are looked at before the load only. */
  readonly mayDrown: boolean;
};
export type Turn = {
  readonly ticksPerSecond: number;
  /** Slowdown of the main thread. */
  readonly rate: number;
  /** Asked of the screen where it knows a pace. */
  readonly paceMs?: number;
  readonly warmUpMs: number;
  readonly sampleMs: number;
  /** Traces its tasks, which costs: its busy time is then worth nothing. */
  readonly isTraced?: boolean;
};
export type ScreenRun = BusyTime & {
  /** ms of the tasks over 50 ms. */
  readonly longTasks: readonly number[];
  /** Ticks taken in, of those that the pace asks for, in percent. */
  readonly servedPercent: number;
  /** Ticks sent, of those that the pace asks for, in percent. */
  readonly sentPercent: number;
  readonly updates: number;
  readonly updatesPerSecond: number;
  readonly frameBytesPerSecond: number;
  readonly frameRowsPerSecond: number;
  readonly trace: TaskTrace | undefined;
};

export type OpenScreen = {
  readonly screen: ScreenPage;
  readonly standIn: StandIn;
  take(turn: Turn): Promise<ScreenRun>;
  close(): Promise<void>;
};

/** Opens a screen on a market of its own; throws `WrongOutput` unless it shows its prices and its chart. */
export async function openOnMarket(browser: Browser, options: ScreenOptions): Promise<OpenScreen> {
  const standIn = await startStandIn({ ...options.market, ticksPerSecond: 0 });
  try {
    const screen = await openScreen(browser, standIn, options.path);
    await screen.page.waitForFunction(() => 'screenUnderTest' in globalThis || 'outcry' in globalThis);
    await countThreadTime(screen.cdp);
    await assertNewestPrices(screen, standIn, options.rows);
    if (options.hasChart) await assertChart(screen);
    return {
      screen,
      standIn,
      take: (turn) => take({ screen, standIn, options }, turn),
      close: async () => {
        await slowDown(screen.cdp, 1);
        await screen.context.close();
        await standIn.stop();
      },
    };
  } catch (error) {
    await standIn.stop();
    throw error;
  }
}

/** Screens that open side by side, since nothing is measured as they do; when one fails the others are closed. */
export async function openTogether(opening: readonly Promise<OpenScreen>[]): Promise<OpenScreen[]> {
  const outcomes = await Promise.allSettled(opening);
  const screens = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return screens;
  await closeTogether(screens);
  throw failed.reason;
}

export async function closeTogether(screens: readonly OpenScreen[]): Promise<void> {
  await Promise.all(screens.map((screen) => screen.close()));
}

type Parts = { readonly screen: ScreenPage; readonly standIn: StandIn; readonly options: ScreenOptions };

async function take({ screen, standIn, options }: Parts, turn: Turn): Promise<ScreenRun> {
  const { page, cdp } = screen;
  const figures = (): Promise<ScreenFigures> => page.evaluate(readFigures);
  const still = options.hasChart && !options.mayDrown ? await paintedCandles(screen) : undefined;
  const rest = { sent: (await standIn.report()).sent, ticks: (await figures()).ticks };
  await slowDown(cdp, turn.rate);
  if (turn.paceMs !== undefined) await page.evaluate((ms) => window.screenUnderTest?.pace?.(ms), turn.paceMs);
  await standIn.set({ ticksPerSecond: turn.ticksPerSecond });
  await page.waitForTimeout(turn.warmUpMs);
  await screen.takeLongTasks();
  const sentBefore = await standIn.report();
  const stopTrace = turn.isTraced ? await startTaskTrace(cdp) : undefined;
  const stop = await startBusyTime(cdp);
  // Within the time that is counted: an update more or less is a twelfth of a turn.
  const before = await figures();
  const startedMs = performance.now();
  await page.waitForTimeout(turn.sampleMs);
  const after = await figures();
  const busy = await stop();
  const seconds = (performance.now() - startedMs) / 1_000;
  const [trace, longTasks] = [await stopTrace?.(), await screen.takeLongTasks()];
  const { sent } = await standIn.set({ ticksPerSecond: 0 });
  // The market goes on until it is stopped, behind the reading of a trace.
  const askedUntilEnd = (turn.ticksPerSecond * (performance.now() - startedMs)) / 1_000;
  const asked = turn.ticksPerSecond * seconds;
  if (!options.mayDrown) {
    assertOutput(
      sent - sentBefore.sent >= askedUntilEnd * SENT_MIN_SHARE,
      `of ${Math.round(askedUntilEnd)} ticks ${sent - sentBefore.sent} were sent`,
    );
    await assertCounted(figures, rest, sent);
    await assertNewestPrices(screen, standIn, options.rows);
    if (still) await assertMoves({ screen, standIn, options }, turn, still);
  }
  await slowDown(cdp, 1);
  const perSecond = (name: 'updates' | 'frameBytes' | 'frameRows') => (after[name] - before[name]) / seconds;
  return {
    ...busy,
    longTasks,
    sentPercent: ((sent - sentBefore.sent) * 100) / askedUntilEnd,
    servedPercent: ((after.ticks - before.ticks) * 100) / asked,
    updates: after.updates - before.updates,
    updatesPerSecond: perSecond('updates'),
    frameBytesPerSecond: perSecond('frameBytes'),
    frameRowsPerSecond: perSecond('frameRows'),
    trace,
  };
}

/** Whoever counts the ticks is asked until it has counted each that was sent. */
async function assertCounted(figures: () => Promise<ScreenFigures>, rest: { sent: number; ticks: number }, sent: number): Promise<void> {
  const endMs = performance.now() + COUNTED_WITHIN_MS;
  let counted = 0;
  while (performance.now() < endMs) {
    counted = (await figures()).ticks - rest.ticks;
    if (counted >= sent - rest.sent) break;
  }
  assertOutput(counted === sent - rest.sent, `${sent - rest.sent} ticks were sent, ${counted} were counted`);
}

/**
 * The chart is no more as it was when the market stood `still`. A price may have come back to where it was, or have moved by less than a
 * pixel: the market then goes on, until the chart moves; one that never does stands still.
 */
async function assertMoves({ screen, standIn, options }: Parts, { ticksPerSecond }: Turn, still: PaintedCandles): Promise<void> {
  for (let waitedMs = 0; (await paintedCandles(screen)).hash === still.hash; waitedMs += CHART_MOVES_MS) {
    assertOutput(waitedMs < CHART_WITHIN_MS, 'the chart stands still while its price moves');
    await standIn.set({ ticksPerSecond });
    await screen.page.waitForTimeout(CHART_MOVES_MS);
    await assertNewestPrices(screen, standIn, options.rows);
  }
}

/** Runs in the page: a page of this bench tells its figures itself, the app by the counters that it has for benches. */
async function readFigures(): Promise<ScreenFigures> {
  if (window.screenUnderTest) return window.screenUnderTest.figures();
  const { outcry } = globalThis as unknown as { outcry: ExposedStats };
  const { ticks } = await outcry.engine.stats();
  return {
    ticks,
    updates: outcry.stats().framesApplied,
    frameBytes: 0,
    frameRows: 0,
    latenciesMs: [],
    shownMs: [],
    acknowledged: 0,
    unpainted: 0,
  };
}
