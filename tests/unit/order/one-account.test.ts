/** D1.3.15, D9.425: the money that the worker trades with, where the three accounts become one and back. */
import { describe, expect, it } from 'vitest';
import type { OwnBalance } from '#domain/account.ts';
import { decimal, type Money } from '#domain/decimal.ts';
import { tradingFunds, tradingType } from '#worker/account/funds.ts';
import { NumberedOrders } from '#worker/account/numbered-orders.ts';

const row = (type: string, balance: string): OwnBalance => ({ type, balance: decimal<Money>(balance), locked: 0n, deficit: 0n });
const THREE = [row('forex', '1000'), row('micro', '500'), row('change', '200')];

describe('the account that trades', () => {
  it('D1.3.15 D9.425 is the one that a whole state names; an older state brings the others back no more', () => {
    const orders = new NumberedOrders();
    const now = () => [tradingType(orders.balances, 'real'), tradingFunds(orders.balances, 'real')?.balance];
    expect(now()).toEqual(['forex', undefined]);
    orders.putWhole([], { seq: 1, balances: THREE });
    expect(now()).toEqual(['forex', decimal('1000')]);
    orders.putReply([], { seq: 3, balances: [row('change', '1700')] });
    expect(now()).toEqual(['change', decimal('1700')]);
    // Figures of the moment are of that account.
    orders.putBalances([row(tradingType(orders.balances, 'real'), '1650')], 4);
    expect(now()).toEqual(['change', decimal('1650')]);
    orders.putWhole([], { seq: 5, balances: THREE });
    expect(now()).toEqual(['forex', decimal('1000')]);
  });

  it('D1.3.13 of a demo user it is the demo account, whatever else there is', () => {
    expect(tradingType([row('change', '5'), row('demo', '9')], 'demo')).toBe('demo');
    expect([tradingType([], 'demo'), tradingType([], 'real')]).toEqual(['demo', 'forex']);
  });
});
