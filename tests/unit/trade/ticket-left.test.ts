/** What is left in a ticket after an order, and what it opens with. */
import { describe, expect, it } from 'vitest';
import { initial, problems, reduce, type Ticket } from '#ui/screens/trade/ticket/ticket.ts';
import { product } from './product.ts';

const row = product();
const withStops = (stopLoss: string | undefined, takeProfit: string | undefined): Ticket => ({ ...initial(row), stopLoss, takeProfit });

describe('D9.111 after an order was taken', () => {
  it('its stops are gone, and everything else stays', () => {
    const sent = { ...withStops('1.07', '1.09'), lots: '0.25' };
    expect(reduce(sent, { type: 'taken', sent })).toEqual({ ...sent, stopLoss: undefined, takeProfit: undefined });
  });

  it('a stop that was typed meanwhile stays, and so does the ticket of another product', () => {
    const sent = withStops('1.07', '1.09');
    expect(reduce(withStops('1.06', '1.09'), { type: 'taken', sent })).toMatchObject({ stopLoss: '1.06', takeProfit: undefined });
    const other = { ...withStops('1.07', undefined), productId: 8 };
    expect(reduce(other, { type: 'taken', sent })).toBe(other);
    expect(reduce(initial(row), { type: 'taken', sent })).toEqual(initial(row));
  });

  it('a ticket that waited for its account comes back as it was', () => {
    const kept = { ...withStops('1.07', undefined), lots: '0.4' };
    expect(reduce(initial(row), { type: 'restore', ticket: kept })).toEqual(kept);
  });
});

describe('the smallest order', () => {
  it('is what a ticket opens with, also where two Pips are more than the minimum', () => {
    const small = product({ lots: { ...row.lots, min: row.lots.pip } });
    expect(initial(small).lots).toBe('0.02');
    expect(problems(initial(small), small)).toEqual({});
  });
});
