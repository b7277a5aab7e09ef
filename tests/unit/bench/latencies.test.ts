/** To which batch a tick belongs whose product no socket watches. */
import { expect, it } from 'vitest';
import { latencies } from '../../../bench/fan-out/latencies.ts';

type Noted = readonly (readonly [lastSeq: number, atMs: number])[];

/** Batches arrive 10 ms behind their flushes; watched are the numbers 4, 8 and 12. */
const BATCHES = [
  { n: 4, times: [110] },
  { n: 8, times: [210] },
  { n: 12, times: [310] },
];
const told = (commits: Noted, flushes: Noted, batches = BATCHES) => latencies({ batches }, { commits, flushes, cpuMs: 3 });

it('a group whose last number is of a product that nobody watches belongs to the flush behind it', () => {
  // The group up to 9 holds the watched 8; by numbers alone it would be told a whole interval later.
  const commits: Noted = [
    [4, 90],
    [9, 150],
    [13, 290],
  ];
  const flushes: Noted = [
    [4, 100],
    [9, 200],
    [13, 300],
  ];
  expect(told(commits, flushes)).toEqual({ fromCommit: [60, 20], fromFlush: [10, 10], cpuPerFlush: 1 });
});

it('a group behind the number of the first batch, told by its flush, is not put to the second', () => {
  const commits: Noted = [
    [4, 20],
    [5, 95],
    [9, 150],
  ];
  const flushes: Noted = [
    [5, 100],
    [9, 200],
    [13, 300],
  ];
  expect(told(commits, flushes).fromCommit).toEqual([60]);
});

it('what a flush told nobody is late', () => {
  const commits: Noted = [
    [4, 90],
    [6, 140],
    [9, 250],
  ];
  const flushes: Noted = [
    [4, 100],
    [6, 200],
    [9, 300],
  ];
  const batches = [
    { n: 4, times: [110] },
    { n: 8, times: [310] },
  ];
  expect(told(commits, flushes, batches).fromCommit).toEqual([170, 60]);
});

it('each socket of a batch counts, and what was flushed before anything was noted has no time', () => {
  const batches = [
    { n: 4, times: [110, 120] },
    { n: 8, times: [210, 230] },
  ];
  const flushes: Noted = [
    [4, 100],
    [9, 200],
  ];
  expect(told([[9, 150]], flushes, batches)).toMatchObject({ fromCommit: [60, 80], fromFlush: [10, 30] });
  expect(told([[9, 150]], [[9, 200]], batches)).toMatchObject({ fromCommit: [], fromFlush: [] });
});
