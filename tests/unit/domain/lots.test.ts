import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, type Lots } from '#domain/decimal.ts';
import { lotsProblem, partProblem, smallestLots } from '#domain/lots.ts';

const rules = { pip: decimal<Lots>('0.01'), min: decimal<Lots>('0.1'), max: decimal<Lots>('50') };
const loose = { ...rules, min: decimal<Lots>('0.01') };
const problem = (text: string, of = rules) => lotsProblem(decimal<Lots>(text), of);

describe('size of an order (D1.2.27)', () => {
  it('must be there', () => {
    expect(lotsProblem(undefined, rules)).toBe('missing');
  });

  it('is invalid at or below Pip, valid from two Pips on', () => {
    expect(problem('0.01', loose)).toBe('too-small');
    expect(problem('0', loose)).toBe('too-small');
    expect(problem('-1', loose)).toBe('too-small');
    expect(problem('0.02', loose)).toBeUndefined();
    expect(formatDecimal(smallestLots(loose))).toBe('0.02');
    expect(formatDecimal(smallestLots(rules))).toBe('0.1');
  });

  it('lies between minimum and maximum, in steps of Pip', () => {
    expect(problem('0.09')).toBe('too-small');
    expect(problem('0')).toBe('too-small');
    expect(problem('0.1')).toBeUndefined();
    expect(problem('50')).toBeUndefined();
    expect(problem('50.01')).toBe('above-max');
    expect(problem('0.105')).toBe('not-a-step');
    expect(problem('0.10000001')).toBe('not-a-step');
  });
});

describe('part of a position (D1.7.08)', () => {
  const part = (text: string, quantity = '0.5') =>
    partProblem(decimal<Lots>(text), { quantity: decimal(quantity), pip: rules.pip, min: rules.min });

  it('is a step of Pip, at most the position, and leaves nothing or the minimum', () => {
    expect(part('0.5')).toBeUndefined();
    expect(part('0.4')).toBeUndefined();
    expect(part('0.01')).toBeUndefined();
    expect(part('0.41')).toBe('rest-below-min');
    expect(part('0.51')).toBe('above-quantity');
    expect(part('0.015')).toBe('not-a-step');
    expect(part('0')).toBe('missing');
    expect(partProblem(undefined, { quantity: decimal('0.5'), pip: rules.pip, min: rules.min })).toBe('missing');
  });
});
