import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, type Money } from '#domain/decimal.ts';
import { chargesOf, lockedBy, marginBehind, netOf, returnPercent, sumOfResults } from '#domain/order-result.ts';

const result = (profit: string, fee: string, financing = '0') => ({
  profit: decimal<Money>(profit),
  fee: decimal<Money>(fee),
  financing: decimal<Money>(financing),
});
const text = (value: bigint | undefined) => (value === undefined ? undefined : formatDecimal(value));

describe('D9.116 what an order has brought', () => {
  it('is its profit and its nights less its fee', () => {
    expect(text(netOf(result('3.45', '0.6', '-2.64')))).toBe('0.21');
    expect(text(chargesOf(result('3.45', '0.6', '-2.64')))).toBe('-3.24');
  });

  it('is a loss where the fee is larger than the profit, though the profit is none', () => {
    expect(text(netOf(result('0.4', '0.6')))).toBe('-0.2');
  });

  it('can be helped by nights that pay', () => {
    expect(text(chargesOf(result('0', '0.6', '1')))).toBe('0.4');
  });

  it('of many is the same whether it is summed before or after', () => {
    const all = [result('3.45', '0.6'), result('-7.65', '0.6', '-2.64'), result('0', '0')];
    const sum = sumOfResults(all);
    expect([sum.profit, sum.fee, sum.financing].map(text)).toEqual(['-4.2', '1.2', '-2.64']);
    expect(text(netOf(sum))).toBe('-8.04');
    expect(netOf(sum)).toBe(all.map(netOf).reduce((left, right) => left + right));
    expect(netOf(sumOfResults([]))).toBe(0n);
  });
});

describe('D9.116 what pending orders hold back', () => {
  it('is margin and fee of each', () => {
    const orders = ['109', '230'].map((margin) => ({ margin: decimal<Money>(margin), fee: decimal<Money>('0.6') }));
    expect(text(lockedBy(orders))).toBe('340.2');
    expect(lockedBy([])).toBe(0n);
  });
});

describe('D9.116 the share of the margin', () => {
  const held = {
    margin: decimal<Money>('108.342'),
    marginMode: 0,
    lots: decimal('0.1'),
    openPrice: decimal('1.08342'),
    contractNumber: decimal('100000'),
    quoteRate: decimal('1'),
    leverage: 100,
  } as const;

  it('has two digits and the sign of the net', () => {
    expect(text(returnPercent(decimal('3.6'), decimal('108.342')))).toBe('3.32');
    expect(text(returnPercent(decimal('-0.2'), decimal('108.342')))).toBe('-0.18');
    expect(returnPercent(decimal('3.6'), 0n)).toBeUndefined();
  });

  it('of a closed order is of the margin that its lots took at its open price, though it holds none now', () => {
    expect(text(marginBehind(held))).toBe('108.342');
    // 0.1 x 100000 x 1.08342 / 100
    expect(text(marginBehind({ ...held, margin: 0n }))).toBe('108.342');
    // Margin that depends on neither price nor leverage: 0.1 x 100000.
    expect(text(marginBehind({ ...held, margin: 0n, marginMode: 1 }))).toBe('10000');
  });

  it('is not told where it cannot be: nothing was opened, or no leverage is known', () => {
    expect(marginBehind({ ...held, margin: 0n, openPrice: 0n })).toBe(0n);
    expect(marginBehind({ ...held, margin: 0n, leverage: 0 })).toBe(0n);
  });
});
