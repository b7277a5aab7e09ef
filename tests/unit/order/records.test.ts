import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { gaugePosition, STOP_OUT_SHARE, WARNING_SHARE } from '#ui/screens/order/gauge-position.ts';
import { liveRows } from '#ui/screens/order/live-rows.ts';
import { recordPath, recordQuery } from '#ui/screens/order/order-query.ts';

const row = (Id: number, Status = 1): OrderRow => ({ Id, Status }) as OrderRow;
const ids = (rows: readonly OrderRow[]) => rows.map(({ Id }) => Id);
const none = new Set<number>();

const live = (
  status: 0 | 1,
  pages: readonly OrderRow[],
  engine: readonly OrderRow[] | undefined,
  gone: ReadonlySet<number> = none,
  isTaken: (row: OrderRow) => boolean = () => true,
) => liveRows({ status, pages, engine, gone, isTaken });

describe('what is held, and what waits', () => {
  it('is the list of the server while the engine knows nothing', () => {
    expect(ids(live(1, [row(3), row(2)], undefined))).toEqual([3, 2]);
  });
  it('loses at once what has closed, whoever says so', () => {
    expect(ids(live(1, [row(3), row(2)], undefined, new Set([3])))).toEqual([2]);
    expect(ids(live(1, [row(3), row(2)], [row(2)]))).toEqual([2]);
    expect(ids(live(1, [row(3), row(2)], [row(3), row(2)], new Set([2])))).toEqual([3]);
  });
  it('gains in front what was opened since, and nothing of the other kind', () => {
    expect(ids(live(1, [row(3)], [row(3), row(5), row(6), row(7, 0)]))).toEqual([6, 5, 3]);
    expect(ids(live(0, [], [row(3), row(7, 0)]))).toEqual([7]);
  });
  it('moves an order that has filled from the waiting list to the positions', () => {
    const engine = [row(7, 1)];
    expect(ids(live(0, [row(7, 0)], engine))).toEqual([]);
    expect(ids(live(1, [], engine))).toEqual([7]);
  });
  it('shows the newer row of the engine', () => {
    const fresh = { ...row(3), Quantity: '0.05' } as OrderRow;
    expect(live(1, [row(3)], [fresh])[0]).toBe(fresh);
  });
  it('keeps what the filter does not take out of the list, but not what the server has listed', () => {
    expect(ids(live(1, [row(3)], [row(3), row(5)], none, () => false))).toEqual([3]);
  });
});

describe('the address of the records', () => {
  it('S1-2.91 query source selects the tab and type the sub-tab; unknown ones are the defaults', () => {
    expect(recordQuery({})).toEqual({ source: 0, type: 1 });
    expect(recordQuery({ source: '0', type: '3' })).toEqual({ source: 0, type: 3 });
    expect(recordQuery({ type: '0' }).type).toBe(0);
    expect(recordQuery({ type: '2' }).type).toBe(1);
    expect(recordQuery({ type: '3; drop', source: '9' })).toEqual({ source: 0, type: 1 });
    expect(recordPath('/order', { source: 0, type: 3 })).toBe('/order?source=0&type=3');
  });
});

describe('the gauge of the margin level', () => {
  const at = (level: number | undefined) => gaugePosition(level, 50, 100);
  it('puts stop-out and warning where its colours change', () => {
    expect(at(0)).toBe(0);
    expect(at(-20)).toBe(0);
    expect(at(50)).toBeCloseTo(STOP_OUT_SHARE);
    expect(at(100)).toBeCloseTo(WARNING_SHARE);
    expect(at(200)).toBeCloseTo(0.68);
  });
  it('never leaves its scale and never goes back while the level rises', () => {
    let before = -1;
    for (const level of [0, 1, 49, 50, 51, 99, 100, 101, 500, 4812, 1e6]) {
      expect(at(level)).toBeGreaterThan(before);
      before = at(level);
    }
    expect(before).toBeLessThanOrEqual(1);
    expect(at(undefined)).toBe(1);
  });
});
