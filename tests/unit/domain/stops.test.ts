import { describe, expect, it } from 'vitest';
import { decimal, type Price } from '#domain/decimal.ts';
import { cutPrice, priceStep, typedPriceProblem } from '#domain/typed-price.ts';
import { standsBelow, wrongStops } from '#domain/wrong-stops.ts';

describe('stops and the price that they are compared with', () => {
  it.each<[below: string | undefined, above: string | undefined, wrong: boolean]>([
    ['1.07999999', '1.08000001', false],
    ['1.08', undefined, true],
    [undefined, '1.08', true],
    ['1.09', '1.1', true],
    ['1', '1.07', true],
    [undefined, undefined, false],
  ])('D1.2.25 %s below and %s above 1.08: wrong is %s', (below, above, isWrong) => {
    const read = (text: string | undefined) => (text === undefined ? undefined : decimal<Price>(text));
    const at = decimal<Price>('1.08');
    expect(wrongStops('buy', at, { stopLoss: read(below), takeProfit: read(above) }).length > 0).toBe(isWrong);
    expect(wrongStops('sell', at, { stopLoss: read(above), takeProfit: read(below) }).length > 0).toBe(isWrong);
  });

  it('names the stop that is wrong, stop loss first', () => {
    const both = { stopLoss: decimal<Price>('2'), takeProfit: decimal<Price>('1') };
    expect(wrongStops('buy', decimal('1.5'), both)).toEqual(['stopLoss', 'takeProfit']);
    expect(wrongStops('buy', decimal('3'), both)).toEqual(['takeProfit']);
    expect(wrongStops('sell', decimal('1.5'), both)).toEqual([]);
    expect([standsBelow('buy', 'stopLoss'), standsBelow('sell', 'stopLoss')]).toEqual([true, false]);
    expect([standsBelow('buy', 'takeProfit'), standsBelow('sell', 'takeProfit')]).toEqual([false, true]);
  });
});

describe('a typed price', () => {
  it.each([
    ['', 5, 'missing'],
    ['0', 5, 'missing'],
    ['0.00000', 5, 'missing'],
    ['-1', 5, 'missing'],
    ['1e3', 5, 'missing'],
    ['.5', 5, 'missing'],
    ['12345678901', 5, 'missing'],
    ['1.083421', 5, 'too-fine'],
    ['1.5', 0, 'too-fine'],
    ['1.0834200', 5, undefined],
    ['1.08342', 5, undefined],
    ['70', 0, undefined],
  ])('D1.4.26 %j with %i digits: %s', (text, digits, problem) => {
    expect(typedPriceProblem(text, digits)).toBe(problem);
  });

  it('D1.4.26 is cut, never rounded, and steps by its last digit', () => {
    expect([cutPrice('1.083429', 5), cutPrice('70.9', 0), cutPrice('7', 2), cutPrice('', 2)]).toEqual(['1.08342', '70', '7', '']);
    expect([priceStep(5), priceStep(2), priceStep(0)]).toEqual(['0.00001', '0.01', '1']);
  });
});
