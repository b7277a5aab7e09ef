/** What waits between a visitor's press and the account that came of it (decision D9.108). */
import { afterEach, describe, expect, it } from 'vitest';
import { heldOrder } from '#ui/screens/trade/ticket/held-order.ts';
import { initial } from '#ui/screens/trade/ticket/ticket.ts';
import { product } from './product.ts';

const ticket = { ...initial(product()), lots: '0.25' };
const sending = { side: 'sell', seenPrice: 1.08, session: 3, atMs: 1_000 } as const;

afterEach(() => void heldOrder.take(0, 0));

describe('D9.108 an order begun before there was an account', () => {
  it('is taken up once, to be sent for the session that came of it', () => {
    heldOrder.hold(ticket, sending);
    expect(heldOrder.take(3, 1_500)).toEqual({ form: ticket, sending });
    expect(heldOrder.take(3, 1_500)).toBeUndefined();
  });

  it('is only filled in again for another session', () => {
    heldOrder.hold(ticket, sending);
    expect(heldOrder.take(4, 1_500)).toEqual({ form: ticket, sending: undefined });
    expect(heldOrder.take(3, 1_500)).toBeUndefined();
  });

  it.each([
    [11_000, sending],
    [11_001, undefined],
  ])('is sent within ten seconds, later only filled in again: %i', (nowMs, left) => {
    heldOrder.hold(ticket, sending);
    expect(heldOrder.take(3, nowMs)?.sending).toEqual(left);
  });

  it('is never sent where nothing was to be sent, and a later one takes its place', () => {
    heldOrder.hold(ticket, sending);
    heldOrder.hold({ ...ticket, lots: '0.3' });
    expect(heldOrder.take(3, 1_000)).toEqual({ form: { ...ticket, lots: '0.3' }, sending: undefined });
  });
});
