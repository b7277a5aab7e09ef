/** Closes of several products in one answer, and of one in the specification's own. */
import { describe, expect, it } from 'vitest';
import { dayClosesFromWire, dayClosesToWire } from '#protocol/day-closes.ts';

const read = (data: unknown, asked: readonly number[], most = 24) => [...dayClosesFromWire(data, asked, most)];
const line = (closes: readonly number[], open?: number) => ({ open, closes });

describe('D9.104 closes for small charts', () => {
  it('come by product, the newest so many of each', () => {
    const rows = [
      { Id: 3, Closes: [1, 2, 3] },
      { Id: 1, Closes: [] },
    ];
    expect(read(rows, [1, 3], 2)).toEqual([
      [3, line([2, 3])],
      [1, line([])],
    ]);
  });
  it('D9.181 of a day have what it opened at; an open that is no price is none', () => {
    const rows = [
      { Id: 3, Closes: [2, 3], Open: 1.5 },
      { Id: 1, Closes: [2], Open: 0 },
      { Id: 2, Closes: [2], Open: 'x' },
    ];
    expect(read(rows, [1, 2, 3])).toEqual([
      [3, line([2, 3], 1.5)],
      [1, line([2])],
      [2, line([2])],
    ]);
  });
  it('of one product may come as its bars', () => {
    const bars = [1.5, 2.5, 3.5].map((Close, index) => ({ Time: index, Close }));
    expect(read(bars, [7], 2)).toEqual([[7, line([2.5, 3.5])]]);
    // Bars for several products are of nobody knows which.
    expect(read(bars, [7, 8])).toEqual([]);
  });
  it.each([[null], ['x'], [{}], [[null, 'x', 5]], [[{ Id: 'a', Closes: [1] }]], [[{ Id: 1, Closes: 'a' }]], [[]]])(
    'are none in %j',
    (data) => {
      expect(read(data, [1, 2])).toEqual([]);
      expect(read(data, [1])).toEqual([]);
    },
  );
  it('leave out what is no number', () => {
    expect(read([{ Id: 1, Closes: [1, null, 'x', Number.NaN, 3] }], [1])).toEqual([[1, line([1, 3])]]);
  });
  it('go out as they come in', () => {
    const lines = new Map([
      [1, line([1, 2], 0.5)],
      [2, line([3])],
    ]);
    expect(dayClosesFromWire(JSON.parse(JSON.stringify(dayClosesToWire(lines))), [1, 2], 24)).toEqual(lines);
  });
});
