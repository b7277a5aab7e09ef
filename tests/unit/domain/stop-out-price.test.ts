import { describe, expect, it } from 'vitest';
import type { Side } from '#domain/contract.ts';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { lotsOfRisk } from '#domain/lots-of-risk.ts';
import { stopOutPrice } from '#domain/stop-out-price.ts';

const position = (side: Side, lots: string, number = '100000', rate = '1') => ({
  side,
  lots: decimal(lots),
  contractNumber: decimal(number),
  quoteRate: decimal(rate),
});
const ask = (over: { positions: ReturnType<typeof position>[]; equity: string; margin?: string; price?: string; precision?: number }) => {
  const answer = stopOutPrice({
    price: decimal(over.price ?? '1.08345'),
    positions: over.positions,
    equity: decimal(over.equity),
    margin: decimal(over.margin ?? '108.345'),
    stopOutLevel: decimal('50'),
    pricePrecision: over.precision ?? 5,
  });
  return answer === undefined ? '--' : formatDecimal(answer);
};

describe('stop-out price (D9.06)', () => {
  it('lies where equity is the level of margin: 1.08345 - (10000 - 54.1725) / 10000, up to the next step for a long', () => {
    expect(ask({ positions: [position('buy', '0.1')], equity: '10000' })).toBe('0.08887');
  });

  it('lies above the price for a short, down to the step below', () => {
    // 1.08345 + 9945.8275 / 10000 = 2.07803275
    expect(ask({ positions: [position('sell', '0.1')], equity: '10000' })).toBe('2.07803');
  });

  it('counts only the net exposure of the product', () => {
    expect(ask({ positions: [position('buy', '0.3'), position('sell', '0.2')], equity: '10000' })).toBe('0.08887');
    expect(ask({ positions: [position('buy', '0.1'), position('sell', '0.1')], equity: '10000' })).toBe('--');
    expect(ask({ positions: [], equity: '10000' })).toBe('--');
  });

  it('is unknown when no price that can be would stop the account out', () => {
    expect(ask({ positions: [position('buy', '0.01')], equity: '10000' })).toBe('--');
    expect(ask({ positions: [position('sell', '0.00000001', '1')], equity: '10000' })).toBe('--');
  });

  it('takes QuoteRate and precision into account', () => {
    // Exposure 0.1 x 100000 x 0.0066 = 66; 150 - (1000 - 330) / 66 = 139.84848...
    const answer = ask({
      positions: [position('buy', '0.1', '100000', '0.0066')],
      equity: '1000',
      margin: '660',
      price: '150',
      precision: 3,
    });
    expect(answer).toBe('139.849');
  });

  it('an exact step is left as it is', () => {
    expect(ask({ positions: [position('buy', '1', '1')], equity: '150', margin: '100', price: '300', precision: 2 })).toBe('200');
    expect(ask({ positions: [position('sell', '1', '1')], equity: '150', margin: '100', price: '300', precision: 2 })).toBe('400');
  });
});

describe('lots of a risk', () => {
  const lots = (risk: string, price: string, stop: string) => {
    const answer = lotsOfRisk({
      risk: decimal(risk),
      price: decimal(price),
      stop: decimal(stop),
      pip: decimal('0.01'),
      contractNumber: decimal('100000'),
      quoteRate: decimal('1'),
    });
    return answer === undefined ? '--' : formatDecimal(answer);
  };

  it('floors to the Pip step', () => {
    expect(lots('100', '1.08500', '1.08000')).toBe('0.2');
    expect(lots('99.99', '1.08500', '1.08000')).toBe('0.19');
    expect(lots('100', '1.08000', '1.08500')).toBe('0.2');
    expect(lots('1', '1.08500', '1.08000')).toBe('0');
  });

  it('has no answer without a distance or a risk', () => {
    expect(lots('100', '1.08', '1.08')).toBe('--');
    expect(lots('0', '1.08', '1.07')).toBe('--');
  });
});
