import { describe, expect, it } from 'vitest';
import { steppedDecimal, typedDecimal } from '#domain/typed-decimal.ts';

describe('steps of a decimal text', () => {
  it('are exact where floats are not', () => {
    let value = '0';
    for (let step = 0; step < 30; step++) value = steppedDecimal(value, 1, { step: '0.01' });
    expect(value).toBe('0.30');
    expect(steppedDecimal('0.1', 1, { step: '0.2' })).toBe('0.3');
    expect(steppedDecimal('9007199254740993', 1, { step: '1' })).toBe('9007199254740994');
  });

  it('stay inside the limits', () => {
    expect(steppedDecimal('0.1', -1, { step: '0.01', min: '0.1' })).toBe('0.10');
    expect(steppedDecimal('50', 1, { step: '0.01', max: '50' })).toBe('50.00');
    expect(steppedDecimal('', 1, { step: '0.01', min: '0.1' })).toBe('0.10');
    expect(steppedDecimal('0', -1, { step: '1' })).toBe('0');
  });

  it('keep more digits than the step has, and drop the zeros behind', () => {
    expect(steppedDecimal('0.125', 1, { step: '0.01' })).toBe('0.135');
    expect(steppedDecimal('0.110', 1, { step: '0.01' })).toBe('0.12');
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
