import { expect, it } from 'vitest';
import { keepNewest } from '#domain/keep-newest.ts';

it('forgets what came first, of a map and of a set, until so many are left', () => {
  const map = new Map([3, 1, 2].map((key) => [key, `${key}`]));
  keepNewest(map, 2);
  expect([...map.keys()]).toEqual([1, 2]);
  const set = new Set(['a', 'b', 'c', 'd']);
  keepNewest(set, 1);
  expect([...set]).toEqual(['d']);
});

it('touches nothing that has room, and a key that came again keeps its place', () => {
  const map = new Map([
    ['a', 1],
    ['b', 2],
  ] as const);
  keepNewest(map, 2);
  expect(map.size).toBe(2);
  const again = new Map<string, number>([
    ['a', 1],
    ['b', 2],
  ]);
  again.set('a', 3).set('c', 4);
  keepNewest(again, 2);
  expect([...again]).toEqual([
    ['b', 2],
    ['c', 4],
  ]);
  keepNewest(again, 0);
  expect(again.size).toBe(0);
});
