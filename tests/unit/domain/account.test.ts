import { describe, expect, it } from 'vitest';
import {
  type AccountFunds,
  equity,
  isMarginLevelAtOrBelow,
  marginLevelPercent,
  todayPercent,
  totalBalance,
  usable,
} from '#domain/account.ts';
import { decimal, formatDecimal } from '#domain/decimal.ts';

const funds = (over: Partial<Record<keyof AccountFunds, string>>): AccountFunds => ({
  balance: decimal(over.balance ?? '0'),
  margin: decimal(over.margin ?? '0'),
  pending: decimal(over.pending ?? '0'),
  deficit: decimal(over.deficit ?? '0'),
  floatingProfit: decimal(over.floatingProfit ?? '0'),
});

describe('trading account', () => {
  it('equity is balance + margin + pending + floating profit - deficit', () => {
    const account = funds({ balance: '9891.055', margin: '108.345', pending: '10', deficit: '1.5', floatingProfit: '-4.2' });
    expect(formatDecimal(equity(account))).toBe('10003.7');
  });

  it('usable carries no floating loss away and counts no floating gain', () => {
    expect(formatDecimal(usable(funds({ balance: '100', floatingProfit: '-30' })))).toBe('70');
    expect(formatDecimal(usable(funds({ balance: '100', floatingProfit: '30' })))).toBe('100');
    expect(formatDecimal(usable(funds({ balance: '100', floatingProfit: '-130' })))).toBe('0');
    expect(formatDecimal(usable(funds({ balance: '100', deficit: '40' })))).toBe('60');
  });

  it('margin level is a percent with 2 digits, and none without margin', () => {
    expect(marginLevelPercent(funds({ balance: '10' }))).toBeUndefined();
    expect(formatDecimal(marginLevelPercent(funds({ balance: '200', margin: '100' })) as bigint, 2)).toBe('300.00');
  });

  it('rounding never decides a stop-out: 50.004 % shows 50.00 and is above 50', () => {
    const account = funds({ margin: '100', floatingProfit: '-49.996' });
    expect(formatDecimal(marginLevelPercent(account) as bigint, 2)).toBe('50.00');
    expect(isMarginLevelAtOrBelow(account, decimal('50'))).toBe(false);
    expect(isMarginLevelAtOrBelow(funds({ margin: '100', floatingProfit: '-50' }), decimal('50'))).toBe(true);
  });
});

describe('balance card', () => {
  it('S1-2.37 total is the sum of balance and locks less deficits, never below 0', () => {
    const account = (balance: string, locked: string, deficit: string) => ({
      balance: decimal(balance),
      locked: decimal(locked),
      deficit: decimal(deficit),
    });
    expect(formatDecimal(totalBalance([account('10', '5', '0'), account('0.005', '0', '2')]))).toBe('13.005');
    expect(totalBalance([account('1', '0', '2')])).toBe(0n);
    expect(totalBalance([])).toBe(0n);
  });

  it("S1-2.38 today's percent: profits 5 of total 200 give 2.50; total 0 gives 0", () => {
    expect(formatDecimal(todayPercent({ profits: decimal('5'), total: decimal('200') }), 2)).toBe('2.50');
    expect(formatDecimal(todayPercent({ profits: decimal('-5'), total: decimal('300') }), 2)).toBe('-1.67');
    expect(todayPercent({ profits: decimal('5'), total: 0n })).toBe(0n);
  });
});
