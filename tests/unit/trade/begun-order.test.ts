/** What waits between a visitor's press and the account that came of it (decision D9.108). */
import { afterEach, describe, expect, it } from 'vitest';
import { begunOrder } from '#ui/screens/trade/ticket/begun-order.ts';
import { initial } from '#ui/screens/trade/ticket/ticket.ts';
import { product } from './product.ts';

const ticket = { ...initial(product()), lots: '0.25' };
const sending = { side: 'sell', seenPrice: 1.08, session: 3, atMs: 1_000 } as const;

afterEach(() => void begunOrder.take(0, 0));

describe('D9.108 an order begun before there was an account', () => {
  it('is taken up once, to be sent for the session that came of it', () => {
    begunOrder.keep(ticket, sending);
    expect(begunOrder.take(3, 1_500)).toEqual({ form: ticket, sending });
    expect(begunOrder.take(3, 1_500)).toBeUndefined();
  });

  it('is only filled in again for another session', () => {
    begunOrder.keep(ticket, sending);
    expect(begunOrder.take(4, 1_500)).toEqual({ form: ticket, sending: undefined });
    expect(begunOrder.take(3, 1_500)).toBeUndefined();
  });

  it.each([
    [11_000, sending],
    [11_001, undefined],
  ])('is sent within ten seconds, later only filled in again: %i', (nowMs, left) => {
    begunOrder.keep(ticket, sending);
    expect(begunOrder.take(3, nowMs)?.sending).toEqual(left);
  });

  it('is never sent where nothing was to be sent, and a later one takes its place', () => {
    begunOrder.keep(ticket, sending);
    begunOrder.keep({ ...ticket, lots: '0.3' });
    expect(begunOrder.take(3, 1_000)).toEqual({ form: { ...ticket, lots: '0.3' }, sending: undefined });
  });
});
