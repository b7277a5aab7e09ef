/** Which call begins in which turn of the event loop. */
import { expect, it } from 'vitest';
import { createNetworkTurns } from '#server/routes/network-turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('each network begins one call a turn, in the order in which it asked; the first begins at once', async () => {
  const takeTurn = createNetworkTurns(10);
  const begun: string[] = [];
  const ask = (network: string, at: number) => {
    const turn = takeTurn(network);
    if (turn === 'full') throw new Error('full');
    const begin = () => void begun.push(network + at);
    if (turn) void turn.then(begin);
    else begin();
  };
  for (let at = 0; at < 3; at++) ask('a', at);
  ask('b', 0);
  expect(begun).toEqual(['a0', 'b0']);
  await nextTurn();
  expect(begun).toEqual(['a0', 'b0', 'a1']);
  ask('b', 1);
  await nextTurn();
  expect(begun).toEqual(['a0', 'b0', 'a1', 'b1', 'a2']);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  expect(takeTurn('a')).toBeUndefined();
});

it('beyond the maximum a call does not wait; another network still begins', async () => {
  const takeTurn = createNetworkTurns(2);
  expect(takeTurn('a')).toBeUndefined();
  const waiting = [takeTurn('a'), takeTurn('a')];
  expect([takeTurn('a'), takeTurn('b')]).toEqual(['full', undefined]);
  for (const turn of waiting) if (turn !== 'full') await turn;
});
