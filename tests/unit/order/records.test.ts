import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Order, OrderState } from '#domain/order.ts';
import { liveOrders } from '#ui/screens/order/lists/live-orders.ts';
import { recordPath, recordQuery } from '#ui/screens/order/lists/order-query.ts';
import { gaugePosition, STOP_OUT_SHARE, WARNING_SHARE } from '#ui/screens/order/margin/gauge-position.ts';

const order = (id: number, state: OrderState = 'holding'): Order => ({ id, state }) as Order;
const ids = (orders: readonly Order[]) => orders.map(({ id }) => id);
const none = new Set<number>();

const live = (
  list: 'pending' | 'holding',
  pages: readonly Order[],
  engine: readonly Order[] | undefined,
  gone: ReadonlySet<number> = none,
  isTaken: (order: Order) => boolean = () => true,
) => liveOrders({ list, pages, engine, gone, isTaken });

describe('what is held, and what waits', () => {
  it('is the list of the server while the engine knows nothing', () => {
    expect(ids(live('holding', [order(3), order(2)], undefined))).toEqual([3, 2]);
  });
  it('loses at once what has closed, whoever says so', () => {
    expect(ids(live('holding', [order(3), order(2)], undefined, new Set([3])))).toEqual([2]);
    expect(ids(live('holding', [order(3), order(2)], [order(2)]))).toEqual([2]);
    expect(ids(live('holding', [order(3), order(2)], [order(3), order(2)], new Set([2])))).toEqual([3]);
  });
  it('gains in front what was opened since, and nothing of the other kind', () => {
    expect(ids(live('holding', [order(3)], [order(3), order(5), order(6), order(7, 'pending')]))).toEqual([6, 5, 3]);
    expect(ids(live('pending', [], [order(3), order(7, 'pending')]))).toEqual([7]);
  });
  it('moves an order that has filled from the waiting list to the positions', () => {
    const engine = [order(7)];
    expect(ids(live('pending', [order(7, 'pending')], engine))).toEqual([]);
    expect(ids(live('holding', [], engine))).toEqual([7]);
  });
  it('shows the newer order of the engine', () => {
    const fresh = { ...order(3), lots: decimal('0.05') };
    expect(live('holding', [order(3)], [fresh])[0]).toBe(fresh);
  });
  it('keeps what the filter does not take out of the list, but not what the server has listed', () => {
    expect(ids(live('holding', [order(3)], [order(3), order(5)], none, () => false))).toEqual([3]);
  });
});

describe('the address of the records', () => {
  it('S1-2.91 query source selects the tab and type the sub-tab; unknown ones are the defaults', () => {
    const query = (asked: Record<string, string>) => recordQuery(asked, true);
    expect(query({})).toEqual({ source: 0, list: 'holding' });
    expect(query({ source: '0', type: '3' })).toEqual({ source: 0, list: 'closed' });
    expect(query({ type: '0' }).list).toBe('pending');
    expect(query({ type: '2' }).list).toBe('holding');
    expect(query({ type: '3; drop', source: '9' })).toEqual({ source: 0, list: 'holding' });
    expect(query({ source: '1' })).toEqual({ source: 1, list: 'holding' });
    expect(query({ source: '1', type: '3' })).toEqual({ source: 1, list: 'closed' });
    expect(query({ source: '1', type: '0' }).list).toBe('holding');
    expect(recordQuery({ source: '1', type: '3' }, false)).toEqual({ source: 0, list: 'closed' });
    expect(recordPath('/order', { source: 0, list: 'closed' })).toBe('/order?source=0&type=3');
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
      if (at(level) < 1) expect(at(level)).toBeGreaterThan(before);
      expect(at(level)).toBeGreaterThanOrEqual(before);
      before = at(level);
    }
    expect(before).toBe(1);
    expect(at(undefined)).toBe(1);
  });
  it('leaves no sliver beyond its mark: what is nearly at the end stands there', () => {
    // 0.36 + 0.64 x (1 - 100 / 1200) is 0.9467, of 1300 0.9508.
    expect(at(1200)).toBeCloseTo(0.9467, 4);
    expect(at(1300)).toBe(1);
    expect(at(9268)).toBe(1);
  });
});
