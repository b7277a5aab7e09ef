/** How much one commit of due work takes, on machines that are quick, slow, and slow for a moment. */
import { describe, expect, it } from 'vitest';
import { COMMIT_MS_AIM, CommitPace } from '#server/trading/due/commit-pace.ts';

const ROWS_MAX = 48;

/** Times of so many commits in a row on a machine where a commit costs `baseMs` and each of its rows `rowMs`. */
function commits(pace: CommitPace, count: number, { baseMs, rowMs }: { baseMs: number; rowMs: number }): number[] {
  return Array.from({ length: count }, () => {
    const { rows } = pace;
    const ms = baseMs + rows * rowMs;
    pace.took(rows, ms);
    return ms;
  });
}

describe('D9.94 the pace of commits', () => {
  it('begins with 4 rows and goes up to 48 while commits are quick', () => {
    const pace = new CommitPace();
    expect([pace.rows, pace.rowsMost]).toEqual([4, 5]);
    commits(pace, 7, { baseMs: 1, rowMs: 0.1 });
    expect([pace.rows, pace.rowsMost]).toEqual([24, 30]);
    commits(pace, 20, { baseMs: 1, rowMs: 0.1 });
    expect(pace.rows).toBe(ROWS_MAX);
  });

  it.each([
    [1, 0.6],
    [5, 1],
    [3, 3],
    [8, 0.4],
  ])('where a commit costs %s ms and a row %s ms, none takes 50 ms, and none is far from what it is meant to take', (baseMs, rowMs) => {
    const all = commits(new CommitPace(), 200, { baseMs, rowMs });
    expect(Math.max(...all)).toBeLessThan(50);
    const settled = all.slice(20);
    const mean = settled.reduce((sum, ms) => sum + ms, 0) / settled.length;
    expect(mean).toBeGreaterThan(COMMIT_MS_AIM * 0.6);
    expect(mean).toBeLessThan(COMMIT_MS_AIM * 1.3);
  });

  it('goes back to 4 after a stall, and no further: it goes up again', () => {
    const pace = new CommitPace();
    commits(pace, 20, { baseMs: 1, rowMs: 0.1 });
    pace.took(ROWS_MAX, 5_000);
    expect(pace.rows).toBe(4);
    commits(pace, 20, { baseMs: 1, rowMs: 0.1 });
    expect(pace.rows).toBe(ROWS_MAX);
  });

  it('where each statement takes long, the pace is 4 rows', () => {
    const pace = new CommitPace();
    commits(pace, 50, { baseMs: 40, rowMs: 1 });
    expect(pace.rows).toBe(4);
  });

  it('a commit with little to do says nothing about more, one that was slow with little does', () => {
    const pace = new CommitPace();
    commits(pace, 7, { baseMs: 1, rowMs: 0.1 });
    for (let time = 0; time < 10; time++) pace.took(1, 2);
    expect(pace.rows).toBe(24);
    pace.took(40, 25);
    expect(pace.rows, 'never more after a slow one').toBe(24);
    pace.took(20, 2 * COMMIT_MS_AIM);
    expect(pace.rows).toBe(10);
  });
});
