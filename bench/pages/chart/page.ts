/** The page of the chart's bench: makes a chart, works it under the clock, and looks whether it drew what it should. */
import { options } from 'preact';
import { clockMarks } from '../../lib/marked-time.ts';
import { bare } from './bare.ts';
import type { LastBar } from './bars.ts';
import { type Bars, makeBars } from './bars.ts';
import type { Chart, Contender, ContenderName } from './contender.ts';
import { capture, flush, framesAsked, raster, watchDrawing } from './flush.ts';
import { kline } from './klinecharts.ts';
import { lightweight } from './lightweight.ts';
import { moveProblem } from './moves.ts';
import { ours } from './ours.tsx';
import { candleProblem, newestCandle, pictureOf } from './pixels.ts';

const CONTENDERS: Record<ContenderName, Contender> = { ours, 'lightweight-charts': lightweight, klinecharts: kline, 'bare canvas': bare };
const OPERATIONS = ['first', 'pan', 'zoom', 'update'] as const;
export type Operation = (typeof OPERATIONS)[number];
/** How often it was done between the marks of the clock; `inView`: bars that were in sight meanwhile. */
type Sample = { readonly rounds: number; readonly inView: number } | { readonly wrong: string };
/** Under which name its clock is marked, and how long at least it runs. */
type Clock = { readonly sample: string; readonly ms: number };

capture();
watchDrawing();
// Effects of components run with the other frames that are captured.
Object.assign(options, { requestAnimationFrame: (work: () => void) => window.requestAnimationFrame(work) });

const known = new Map<number, Bars>();
const barsOf = (count: number): Bars => {
  const bars = known.get(count) ?? makeBars(count);
  known.set(count, bars);
  return bars;
};

function openBox(): HTMLElement {
  const box = document.createElement('div');
  box.className = 'chart-box';
  document.body.append(box);
  return box;
}

/** `painted`: how many canvases its first picture took. */
type Opened = { readonly box: HTMLElement; readonly chart: Chart; readonly painted: number };

async function open(name: ContenderName, bars: Bars): Promise<Opened> {
  const box = openBox();
  const chart = CONTENDERS[name](box, bars);
  await flush({ sizes: true });
  // The elements of a chart are laid out before anybody sees it, by all of them alike.
  box.getBoundingClientRect();
  return { box, chart, painted: raster() };
}

function close({ box, chart }: Opened): void {
  chart.destroy();
  box.remove();
}

/** Steps that stay inside the price scale, so that every one is a tick of the newest bar and nothing more. */
function step({ timeMs, open: opened, high, low }: LastBar, by: number): LastBar {
  const close = Number((low + ((high - low) * (1 + (by % 7))) / 8).toFixed(5));
  return { timeMs, open: opened, high, low, close };
}

/** Rounds that do not count: the first tick after a whole paint sets the overlay up. */
const WARM_UP = 2;
const ROUNDS_MIN = 6;

/** Rounds under the clock, and how many of them painted nothing: the time of such a round is that of no chart. */
type Counted = { readonly rounds: number; readonly unpainted: number };

/** Repeats under the clock until `ms` have passed. `work` gives the number of canvases that it painted. */
async function repeat({ sample: name, ms }: Clock, work: (round: number) => Promise<number>): Promise<Counted> {
  for (let round = 0; round < WARM_UP; round++) await work(round);
  const { begins, ends } = clockMarks(name);
  let rounds = 0;
  let unpainted = 0;
  performance.mark(begins);
  const endMs = performance.now() + ms;
  while (performance.now() < endMs || rounds < ROUNDS_MIN) if ((await work(rounds++)) === 0) unpainted++;
  performance.mark(ends);
  return { rounds, unpainted };
}

/** First pictures; the chart before goes outside of the clock. */
async function first(name: ContenderName, bars: Bars, clock: Clock): Promise<Counted> {
  const { begins, ends } = clockMarks(clock.sample);
  let total = 0;
  let rounds = 0;
  let unpainted = 0;
  while (total < clock.ms || rounds < 2) {
    const startMs = performance.now();
    performance.mark(begins);
    const opened = await open(name, bars);
    performance.mark(ends);
    total += performance.now() - startMs;
    rounds++;
    if (opened.painted === 0) unpainted++;
    close(opened);
    await flush();
  }
  return { rounds, unpainted };
}

/** What is wrong with the pictures of a chart: of its candles, where a pan and a zoom bring them, and of the newest one after it moved. */
async function problem({ box, chart }: Opened, bars: Bars): Promise<string | undefined> {
  const wrong = candleProblem(pictureOf(box), chart, bars) ?? (await moveProblem({ box, chart, bars, settle: flush }));
  if (wrong) return wrong;
  const { last } = bars;
  const heights: number[] = [];
  for (const rise of [0.0002, 0.0006]) {
    const close = last.open + rise;
    chart.update({ ...last, low: last.open, high: close, close });
    await flush();
    const found = newestCandle(pictureOf(box), chart, bars, 'up');
    if (!found) return 'the newest candle is not there';
    heights.push(found.bottom - found.top);
  }
  chart.update(last);
  await flush();
  const [small = 0, large = 0] = heights;
  if (!(large > small)) return `the newest candle did not grow: ${small} to ${large} rows`;
  return framesAsked() > 0 ? 'a frame is asked for though nothing changed' : undefined;
}

/** Charts whose pictures were right. */
const lookedAt = new Set<string>();

export type Asked = { readonly count: number; readonly operation: Operation /** Open orders on the chart. */; readonly orders?: number };

async function sample(name: ContenderName, { count, operation, orders = 0 }: Asked, clock: Clock): Promise<Sample> {
  const bars = barsOf(count);
  if (operation === 'first') return counted(operation, await first(name, bars, clock), 0);
  const opened = await open(name, bars);
  const { chart } = opened;
  // Once is enough: the same bars give the same picture.
  const wrong = lookedAt.has(`${name}/${count}`) ? undefined : await problem(opened, bars);
  chart.complete?.(orders);
  await flush({ sizes: true });
  if (wrong) {
    close(opened);
    return { wrong };
  }
  lookedAt.add(`${name}/${count}`);
  const { first: from, last: to } = chart.inView();
  const work = {
    pan: (round: number) => chart.pan(round % 2 ? -1 : 1),
    zoom: (round: number) => chart.zoom(round % 2 ? -1 : 1),
    update: (round: number) => chart.update(step(bars.last, round)),
  }[operation];
  const done = await repeat(clock, async (round) => {
    work(round);
    await flush();
    return raster();
  });
  close(opened);
  await flush();
  return counted(operation, done, to - from + 1);
}

const counted = (operation: Operation, { rounds, unpainted }: Counted, inView: number): Sample =>
  unpainted > 0 ? { wrong: `${operation}: ${unpainted} of ${rounds} steps under the clock painted nothing` } : { rounds, inView };

export type ChartBench = { sample: typeof sample };
Object.assign(globalThis, { chartBench: { sample } satisfies ChartBench });
