/** Figures and goals of the main thread's bench: what ours spends above the floor, beside what other pages spend above it. */
import { assertOutput, type Figure, type Goal } from './bench.ts';
import type { ScreenRun } from './screen-run.ts';
import { type AboveFloor, aboveFloor, mean, median, shareOfAllowance } from './statistics.ts';
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
/** One task of one turn is the browser's as often as ours; five are a third of the updates of a turn. */
const LONGEST = 5;
const longest = ({ trace }: ScreenRun): number => trace?.tasksMs.at(-1) ?? Number.NaN;
const longestFew = ({ trace }: ScreenRun): number => mean(trace?.tasksMs.slice(-LONGEST) ?? []);

/** Times a second that every screen is brought up to date, as is asked of them. */
const UPDATES = 10;
/**
 * What ours and another page take above the floor, turn by turn, at `UPDATES` a second: a turn holds twelve or thirteen of them, as it falls, and
 * one is a quarter of what ours takes above the floor.
 */
function above(runs: ReadonlyMap<Page, ScreenRun[]>, other: Page, name: 'busyPercent' | 'scriptPercent'): AboveFloor {
  const of = (page: Page) => (runs.get(page) ?? []).map((run) => (run[name] * run.seconds * UPDATES) / run.updates);
  const taken = aboveFloor(of('floor'), of('worker'), of(other));
  assertOutput(taken.other > 0, `${NAMES[other]} takes ${taken.other} % more than the floor page`);
  return taken;
}

/** What of the other page's time above the floor ours may take: a little above the worst of the runs of docs/performance.md. */
const ALLOWED = [
  ['busyPercent', 'inline', 'busy', 'the same screen without a worker', 0.17],
  ['scriptPercent', 'inline', 'script', 'the same screen without a worker', 0.18],
  // The one that keeps up, at the same pace: beside one that drowns, or that draws twenty times as often, anything looks small.
  ['busyPercent', 'redux-batched', 'busy', 'React + Redux', 0.026],
] as const;
const LIMITS = { longestMedian: 1.5, longestMean: 1.5 } as const;
const SENT_PERCENT_MIN = 95;

/** Of each allowance the share that ours takes; what it takes above the floor, of what the other takes, is in the note and a figure. */
const allowanceGoals = (runs: ReadonlyMap<Page, ScreenRun[]>): Goal[] =>
  ALLOWED.map(([name, other, what, whose, limit]) => {
    const taken = above(runs, other, name);
    const action = other === 'redux-batched' ? '; the other page has an action for all ticks of 100 ms' : '';
    return {
      id: 'G6',
      text: `${what}, of the floor and ${limit} of what ${whose} takes above it`,
      value: shareOfAllowance(taken, limit),
      unit: 'x',
      limit: 1,
      note: `above the floor it takes ${(taken.ours / taken.other).toPrecision(3)} of the other page; CPU time at full speed, turn by turn${action}`,
    };
  });

/** The quotients of what is above the floor, as small differences give them. */
export const aboveFigures = (runs: ReadonlyMap<Page, ScreenRun[]>): Figure[] =>
  ALLOWED.map(([name, other, what, whose]) => {
    const taken = above(runs, other, name);
    return { name: `${what} above the floor, of ${whose}`, unit: 'x', samples: [taken.ours / taken.other] };
  });

export const goals = (runs: ReadonlyMap<Page, ScreenRun[]>, traced: ReadonlyMap<Page, ScreenRun[]>, { few, many }: Unseen): Goal[] => {
  const flat = (of: (each: ScreenRun) => number) => mean(many.map(of)) / mean(few.map(of));
  const goal = (id: Goal['id'], text: string, value: number, limit: number): Goal => ({ id, text, value, unit: 'x', limit });
  const beside = (of: (each: ScreenRun) => number, over: (turns: readonly number[]) => number): number =>
    over((traced.get('worker') ?? []).map(of)) / over((traced.get('floor') ?? []).map(of));
  return [
    ...allowanceGoals(runs),
    goal(
      'G6',
      `the ${LONGEST} longest tasks of a turn at 6x beside the floor's, medians`,
      beside(longestFew, median),
      LIMITS.longestMedian,
    ),
    goal('G6', "the longest task of each turn at 6x beside the floor's, means", beside(longest, mean), LIMITS.longestMean),
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
    { name: `${NAMES[page]} at 6x: ${LONGEST} longest tasks, their mean`, unit: 'ms', samples: list.map(longestFew) },
    { name: `${NAMES[page]} at 6x: longest task of any turn`, unit: 'ms', samples: [Math.max(...list.map(longest))] },
  ]);
