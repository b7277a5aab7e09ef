/** What the comparison of two commits says of figures whose truth is known. */
import { expect, it } from 'vitest';
import type { BenchResult, Figure, Goal } from '../../../bench/lib/bench.ts';
import { comparedRows, type Verdict } from '../../../bench/lib/compare-table.ts';

const run = (figures: readonly Figure[], goals: readonly Goal[] = []): BenchResult => ({ load: '', figures, goals });
const times = (list: readonly number[], isMoreBetter = false): BenchResult[] =>
  list.map((value) => run([{ name: 'a figure', unit: 'ms', samples: [value, value * 3, value / 3], isMoreBetter }]));

function verdictOf(old: readonly BenchResult[], now: readonly BenchResult[], worsePercent = 5): Verdict | undefined {
  return comparedRows({ worsePercent, measured: [{ bench: 'list', old, new: now }] })[0]?.verdict;
}

const OLD = [100, 103, 98, 101, 99, 100, 102];

it('says worse when most pairs are worse by more than is allowed, and better the other way round', () => {
  const slower = OLD.map((value, at) => value * (1.08 + at / 100));
  expect(verdictOf(times(OLD), times(slower))).toBe('worse');
  expect(verdictOf(times(slower), times(OLD))).toBe('better');
  expect(verdictOf(times(OLD), times(slower), 20)).toBe('same');
});

it('knows of what there should be more', () => {
  const more = OLD.map((value) => value * 1.1);
  expect(verdictOf(times(OLD, true), times(more, true))).toBe('better');
  expect(verdictOf(times(more, true), times(OLD, true))).toBe('worse');
});

it('compares run by run, so that a slow moment of the machine that is in both sides is no difference', () => {
  const busy = [1, 1, 2, 3, 3, 1, 2];
  expect(
    verdictOf(
      times(OLD.map((value, at) => value * (busy[at] as number))),
      times(OLD.map((value, at) => value * (busy[at] as number) * 1.02)),
    ),
  ).toBe('same');
});

it('says unclear when the median is worse but the pairs do not agree beyond chance, there are too few, or a run has no figure', () => {
  expect(verdictOf(times([100, 100, 100, 100, 100]), times([80, 90, 110, 120, 130]))).toBe('unclear');
  expect(verdictOf(times([100, 100, 100]), times([120, 120, 120]))).toBe('unclear');
  expect(verdictOf(times(OLD), times(OLD.map((value, at) => (at ? value * 2 : Number.NaN))))).toBe('unclear');
});

it('a count that was nothing and is something is worse; nothing on both sides is the same', () => {
  expect(verdictOf(times([0, 0, 0, 0]), times([4, 3, 4, 4]))).toBe('worse');
  expect(verdictOf(times([0, 0, 0]), times([0, 0, 0]))).toBe('same');
});

it('takes goals as well, and only what every run of both sides has', () => {
  const goal = (value: number): Goal => ({ id: 'G3', text: 'decode', value, unit: 'x', limit: 1 });
  const old = [1, 2, 3, 4].map(() => run([], [goal(0.5)]));
  const now = [1, 2, 3, 4].map(() => run([{ name: 'new', unit: 'ms', samples: [1] }], [goal(0.6)]));
  const rows = comparedRows({ worsePercent: 5, measured: [{ bench: 'ingest', old, new: now }] });
  expect(rows).toMatchObject([{ what: 'ingest: G3 decode', old: 0.5, new: 0.6, verdict: 'worse' }]);
});

it('believes a time by the clock only when every pair agrees and it is worse by three times as much', () => {
  const clock = (list: readonly number[]): BenchResult[] =>
    list.map((value) => run([{ name: 'a figure', unit: 'ms', samples: [value], isWall: true }]));
  const worse = (times: readonly number[]) => verdictOf(clock(OLD), clock(OLD.map((value, at) => value * (times[at] as number))));
  expect(worse([1.12, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12])).toBe('same');
  expect(worse([1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 0.99])).toBe('unclear');
  expect(worse([1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2])).toBe('worse');
});

it('compares a goal that is a difference by its limit, since a ratio of what is below nought says the contrary', () => {
  const goals = (list: readonly number[]): BenchResult[] =>
    list.map((value) => run([], [{ id: 'G15', text: 'blocking time', value, unit: 'x', limit: 0.27 }]));
  const before = [-0.01, -0.02, -0.01, -0.02, -0.01, -0.01, -0.02];
  const later = before.map((value) => value + 0.3);
  expect(verdictOf(goals(before), goals(later))).toBe('worse');
  expect(verdictOf(goals(later), goals(before))).toBe('better');
  expect(verdictOf(goals(before), goals(before))).toBe('same');
});

it('compares what is near nothing by its limit, whatever the ratio', () => {
  const shifts = (list: readonly number[]): BenchResult[] =>
    list.map((value) => run([], [{ id: 'G18', text: 'layout shift', value, unit: '', limit: 0.02, isDifference: true }]));
  const nothing = OLD.map(() => 0);
  const of = (value: number) => OLD.map(() => value);
  expect(verdictOf(shifts(nothing), shifts(of(0.0002)))).toBe('same');
  expect(verdictOf(shifts(of(0.0001)), shifts(of(0.0003)))).toBe('same');
  expect(verdictOf(shifts(nothing), shifts(of(0.01)))).toBe('worse');
  expect(verdictOf(shifts(of(0.01)), shifts(nothing))).toBe('better');
});
