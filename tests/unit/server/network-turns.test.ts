/** Which request begins in which turn of the event loop. */
import { expect, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import { createNetworkTurns } from '#server/limits/network-turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function setup(waitingMax = 10) {
  const clock = new ManualClock();
  const turns = createNetworkTurns({ clock, waitingMax });
  const begun: string[] = [];
  const ask = (network: string, at: number) => turns.wait(network, () => void begun.push(network + at));
  return { clock, turns, begun, ask };
}

it('one request begins in a turn, each network in its turn, in the order in which it asked', async () => {
  const { begun, ask } = setup();
  for (let at = 0; at < 3; at++) ask('a', at);
  ask('b', 0);
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun).toEqual(['a0']);
  await nextTurn();
  expect(begun).toEqual(['a0', 'b0']);
  ask('b', 1);
  ask('c', 0);
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  expect(begun).toEqual(['a0', 'b0', 'a1', 'b1', 'c0', 'a2']);
  ask('a', 3);
  await nextTurn();
  expect(begun.at(-1)).toBe('a3');
});

it('D9.81 while connections come nothing begins, so that they are taken first, for 50 ms', async () => {
  const { clock, turns, begun, ask } = setup();
  for (let at = 0; at < 3; at++) ask('a', at);
  for (let turn = 0; turn < 5; turn++) {
    turns.connected();
    clock.jump(9.9);
    await nextTurn();
  }
  expect(begun).toEqual([]);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  expect(begun, 'none comes any more').toEqual(['a0', 'a1', 'a2']);
});

it('D9.174 connections that never cease hold what waits for half of the time', async () => {
  const { clock, turns, begun, ask } = setup(1_000);
  for (let at = 0; at < 1_000; at++) ask('a', at);
  for (let turn = 0; turn < 1_000; turn++) {
    turns.connected();
    clock.jump(1);
    await nextTurn();
  }
  expect(begun.length).toBeGreaterThan(450);
  expect(begun.length).toBeLessThan(550);
});

it('what waits is held from when it came, not from when something else began long ago', async () => {
  const { clock, turns, begun, ask } = setup();
  ask('a', 0);
  await nextTurn();
  clock.jump(10_000);
  ask('a', 1);
  turns.connected();
  await nextTurn();
  expect(begun).toEqual(['a0']);
  await nextTurn();
  expect(begun).toEqual(['a0', 'a1']);
});

it('beyond the maximum a request does not wait; another network still does', async () => {
  const { begun, ask } = setup(2);
  expect([ask('a', 0), ask('a', 1), ask('a', 2), ask('b', 0)]).toEqual([true, true, false, true]);
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  expect(begun).toEqual(['a0', 'b0', 'a1']);
  expect(ask('a', 3)).toBe(true);
  await nextTurn();
  expect(begun.at(-1)).toBe('a3');
});

it('of many networks together a bounded number waits; beyond it each network has one in the queue', async () => {
  const { ask } = setup(100);
  const taken = Array.from({ length: 60 }, (_, at) => Array.from({ length: 100 }, (_, of) => ask(`n${at}`, of)).filter(Boolean).length);
  expect(taken.slice(0, 48)).toEqual(Array(48).fill(100));
  expect(taken.slice(48)).toEqual(Array(12).fill(1));
  await nextTurn();
});
