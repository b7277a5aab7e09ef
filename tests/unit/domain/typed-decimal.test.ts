import { describe, expect, it } from 'vitest';
import { steppedDecimal, typedDecimal } from '#domain/typed-decimal.ts';

describe('steps of a decimal text', () => {
  it('are exact where floats are not', () => {
    let value = '0';
    for (let step = 0; step < 30; step++) value = steppedDecimal(value, 1, { step: '0.01' });
    expect(value).toBe('0.30');
    expect(steppedDecimal('0.2', 1, { step: '0.1' })).toBe('0.3');
    expect(steppedDecimal('9007199254740993', 1, { step: '1' })).toBe('9007199254740994');
  });

  it('stay inside the limits', () => {
    expect(steppedDecimal('0.1', -1, { step: '0.01', min: '0.1' })).toBe('0.10');
    expect(steppedDecimal('50', 1, { step: '0.01', max: '50' })).toBe('50.00');
    expect(steppedDecimal('', 1, { step: '0.01', min: '0.1' })).toBe('0.10');
    expect(steppedDecimal('0', -1, { step: '1' })).toBe('0');
  });

  it('D9.496 go to the next multiple in their direction from between two', () => {
    expect(steppedDecimal('0.125', 1, { step: '0.01' })).toBe('0.13');
    expect(steppedDecimal('0.125', -1, { step: '0.01' })).toBe('0.12');
    expect([1, -1].map((way) => steppedDecimal('69047.98', way as 1 | -1, { step: '50.00' }))).toEqual(['69050.00', '69000.00']);
    expect([1, -1].map((way) => steppedDecimal('69050', way as 1 | -1, { step: '50.00' }))).toEqual(['69100.00', '69000.00']);
    expect(steppedDecimal('30', -1, { step: '50' })).toBe('0');
  });

  it('stand still where a product is said to have no step', () => {
    expect([1, -1].map((way) => steppedDecimal('0.5', way as 1 | -1, { step: '0' }))).toEqual(['0.5', '0.5']);
  });

  it('drop the zeros behind the digits of the step', () => {
    expect(steppedDecimal('0.110', 1, { step: '0.01' })).toBe('0.12');
    expect(steppedDecimal('68000.5', 1, { step: '50' })).toBe('68050');
  });
});

describe('what may be typed', () => {
  it('takes a comma for a point', () => {
    expect(typedDecimal('1,5')).toBe('1.5');
    expect(typedDecimal('1.')).toBe('1.');
    expect(typedDecimal(',5')).toBe('0.5');
    expect(typedDecimal('')).toBe('');
  });
  it.each(['1e5', '-1', '1.2.3', 'abc', '+1', '0x1'])('refuses %j', (text) => {
    expect(typedDecimal(text)).toBeUndefined();
  });
});
