/** Figures and goals of the main thread's bench: what ours spends above the floor, beside what other pages spend above it. */
import { assertOutput, type Figure, type Goal } from './bench.ts';
import type { ScreenRun } from './screen-run.ts';
import { median } from './statistics.ts';
import { KINDS, type TaskTrace } from './task-trace.ts';

export const NAMES = {
  worker: 'ours',
  floor: 'floor',
  inline: 'ours without a worker',
  redux: 'React + Redux',
  'redux-batched': 'React + Redux, ten actions a second',
} as const;
export type Page = keyof typeof NAMES;

export type Unseen = { readonly few: ScreenRun[]; readonly many: ScreenRun[]; readonly fewInline: ScreenRun[] };

export const column = (
  runs: readonly ScreenRun[] = [],
  name: 'busyPercent' | 'scriptPercent' | 'layoutPercent' | 'servedPercent' | 'updatesPerSecond',
) => runs.map((each) => each[name]);
const longest = ({ trace }: ScreenRun): number => trace?.tasksMs.at(-1) ?? Number.NaN;

/** (ours - floor) / (other - floor): each difference within its own turn, so that a slow moment of the machine is in both, then medians of them. */
function aboveFloor(runs: ReadonlyMap<Page, ScreenRun[]>, other: Page, name: 'busyPercent' | 'scriptPercent'): number {
  const floors = column(runs.get('floor'), name);
  const above = (page: Page) => median(column(runs.get(page), name).map((value, turn) => value - (floors[turn] as number)));
  const whole = above(other);
  assertOutput(whole > 0, `${NAMES[other]} takes ${whole} % more than the floor page`);
  return above('worker') / whole;
}

const FLOOR_NOTE = 'ours less the floor page, over the other page less the floor page: CPU time at full speed, turn by turn';
const SENT_PERCENT_MIN = 95;
export const goals = (runs: ReadonlyMap<Page, ScreenRun[]>, traced: ReadonlyMap<Page, ScreenRun[]>, { few, many }: Unseen): Goal[] => {
  const tasks = (page: Page) => (traced.get(page) ?? []).map(longest);
  const flat = (of: (each: ScreenRun) => number) => median(many.map(of)) / median(few.map(of));
  // The one that keeps up, at the same pace: beside one that drowns, or that draws twenty times as often, anything looks small.
  const batched = `${FLOOR_NOTE}; the other page has an action for all ticks of 100 ms`;
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
      'rows that a frame brings to the page at 5,000 symbols beside 100',
      flat((each) => each.frameRowsPerSecond / each.updatesPerSecond),
      1.1,
    ),
    {
      id: 'G7',
      text: 'ticks that were sent, of 50,000 a second',
      value: median(many.map(({ sentPercent }) => sentPercent)),
      unit: '%',
      limit: SENT_PERCENT_MIN,
      atLeast: true,
      note: 'says of the machine and the sender whether the pace was one',
    },
  ];
};

/** A little above the worst of today's runs: docs/performance.md says of which. */
const LIMITS = { busyInline: 0.17, scriptInline: 0.18, busyRedux: 0.026, longestMedian: 1.5, longestAny: 1.5 } as const;

export const figuresOf = (runs: ReadonlyMap<Page, ScreenRun[]>): Figure[] =>
  [...runs].flatMap(([page, list]) => [
    { name: `${NAMES[page]}: busy`, unit: '%', samples: column(list, 'busyPercent') },
    { name: `${NAMES[page]}: script`, unit: '%', samples: column(list, 'scriptPercent') },
    { name: `${NAMES[page]}: style and layout`, unit: '%', samples: column(list, 'layoutPercent') },
    { name: `${NAMES[page]}: ticks taken in`, unit: '%', samples: column(list, 'servedPercent'), isMoreBetter: true },
    { name: `${NAMES[page]}: updates`, unit: '/s', samples: column(list, 'updatesPerSecond'), isMoreBetter: true },
  ]);

/** Where the time goes: ms of CPU at 6x for one update of the screen. */
export const tracedFigures = (traced: ReadonlyMap<Page, ScreenRun[]>): Figure[] =>
  [...traced].flatMap(([page, list]) => [
    ...KINDS.map((kind) => ({
      name: `${NAMES[page]} at 6x: ${kind}`,
      unit: 'ms an update',
      samples: list.map((each) => (each.trace as TaskTrace).ms[kind] / each.updates),
    })),
    { name: `${NAMES[page]} at 6x: busy, traced`, unit: '%', samples: column(list, 'busyPercent') },
    { name: `${NAMES[page]} at 6x: longest task`, unit: 'ms', samples: list.map(longest) },
  ]);
