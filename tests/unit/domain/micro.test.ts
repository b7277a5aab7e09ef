import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { isMicroWin, type MicroSide, microIncome, microProfit } from '#domain/micro.ts';

const profit = (side: MicroSide, open: string, price: string, lossLevel: string, stake = '100', ratio = '0.8') =>
  formatDecimal(
    microProfit({ side, stake: decimal(stake), ratio: decimal(ratio), openPrice: decimal(open), price: decimal(price), lossLevel }),
  );

describe('a micro trade', () => {
  it('S1-4.16 estimate is amount x ratio to 2 decimals: 33.33 x 0.85 = 28.33', () => {
    expect(formatDecimal(microIncome({ stake: decimal('33.33'), ratio: decimal('0.85') }))).toBe('28.33');
  });

  it('S1-4.17 up wins at or above the open price, down at or below: a tie wins on both sides', () => {
    const wins = (side: MicroSide, price: string) => isMicroWin({ side, openPrice: decimal('1.08'), price: decimal(price) });
    expect([wins('up', '1.08001'), wins('up', '1.08'), wins('up', '1.07999')]).toEqual([true, true, false]);
    expect([wins('down', '1.08001'), wins('down', '1.08'), wins('down', '1.07999')]).toEqual([false, true, true]);
  });

  it('S1-4.19 a loss is the whole amount at level 0, otherwise the computed profit', () => {
    expect(profit('up', '1.08', '1.07', '0')).toBe('-100');
    expect(profit('up', '1.08', '1.07', '1')).toBe('-80');
    expect(profit('down', '1.08', '1.07', '0')).toBe('80');
    expect(profit('down', '1.08', '1.08', '0')).toBe('80');
  });
});
