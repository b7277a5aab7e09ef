/** The page of the chart's bench: makes a chart, works it under the clock, and looks whether it drew what it should. */
import { options } from 'preact';
import { type Bars, makeBars } from './bars.ts';
import type { Chart, Contender, ContenderName, LastBar } from './contender.ts';
import { capture, flush, framesAsked, raster, watchDrawing } from './flush.ts';
import { kline } from './klinecharts.ts';
import { lightweight } from './lightweight.ts';
import { ours } from './ours.tsx';
import { candleProblem, newestCandle, pictureOf } from './pixels.ts';

const CONTENDERS: Record<ContenderName, Contender> = { ours, 'lightweight-charts': lightweight, klinecharts: kline };
export const OPERATIONS = ['first', 'pan', 'zoom', 'update'] as const;
export type Operation = (typeof OPERATIONS)[number];
/** `inView`: bars that were in sight while it was measured. */
export type Sample = { readonly ms: number; readonly inView: number } | { readonly wrong: string };

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

async function open(name: ContenderName, bars: Bars): Promise<{ box: HTMLElement; chart: Chart }> {
  const box = openBox();
  const chart = CONTENDERS[name](box, bars);
  await flush({ sizes: true });
  raster();
  return { box, chart };
}

function close({ box, chart }: { box: HTMLElement; chart: Chart }): void {
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

/** Repeats until `ms` have passed: the browser's slow-down works in slices of a millisecond. Gives the mean of one. */
async function repeat(ms: number, work: (round: number) => Promise<void>): Promise<number> {
  for (let round = 0; round < WARM_UP; round++) await work(round);
  let total = 0;
  let rounds = 0;
  while (total < ms || rounds < ROUNDS_MIN) {
    const startMs = performance.now();
    await work(rounds++);
    total += performance.now() - startMs;
  }
  return total / rounds;
}

/** Time to a first picture; the chart before goes outside of the clock. */
async function first(name: ContenderName, bars: Bars, ms: number): Promise<number> {
  let total = 0;
  let rounds = 0;
  while (total < ms || rounds < 2) {
    const startMs = performance.now();
    const opened = await open(name, bars);
    total += performance.now() - startMs;
    rounds++;
    close(opened);
    await flush();
  }
  return total / rounds;
}

/** What is wrong with the pictures of a chart: of its candles, and of the newest one after it moved. */
async function problem({ box, chart }: { box: HTMLElement; chart: Chart }, bars: Bars): Promise<string | undefined> {
  const wrong = candleProblem(pictureOf(box), chart, bars);
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

async function sample(name: ContenderName, count: number, operation: Operation, ms: number): Promise<Sample> {
  const bars = barsOf(count);
  if (operation === 'first') return { ms: await first(name, bars, ms), inView: 0 };
  const opened = await open(name, bars);
  const { chart } = opened;
  const settle = async () => {
    await flush();
    raster();
  };
  // Once is enough: the same bars give the same picture.
  const wrong = lookedAt.has(`${name}/${count}`) ? undefined : await problem(opened, bars);
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
  const taken = await repeat(ms, async (round) => {
    work(round);
    await settle();
  });
  close(opened);
  await flush();
  return { ms: taken, inView: to - from + 1 };
}

export type ChartBench = { sample: typeof sample };
Object.assign(globalThis, { chartBench: { sample } satisfies ChartBench });
