import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { durationsOf, readAmounts, readDurations } from '#domain/micro-settings.ts';
import { microWindow, stakeProblem, typedStake } from '#domain/micro-stake.ts';
import { durationWithin } from '#domain/micro-until.ts';
import { settingProblem } from '#domain/setting-rules.ts';
import seeded from '#server/seed/settings.json' with { type: 'json' };

describe("the operator's durations", () => {
  it('D9.121: a product has its own rows, and those for all that it has none of its own for, shortest first', () => {
    const rows = readDurations('all 60 0.8 10 1000, EURUSD 60 0.85 20 500, all 30 0.75 10 1000, XAUUSD 5 0.1 1 2') ?? [];
    const shown = (code: string | undefined) => durationsOf(rows, code).map(({ seconds, ratio }) => `${seconds} ${formatDecimal(ratio)}`);
    expect(shown('EURUSD')).toEqual(['30 0.75', '60 0.85']);
    expect(shown('XAUUSD')).toEqual(['5 0.1', '30 0.75', '60 0.8']);
    expect(shown(undefined)).toEqual(['30 0.75', '60 0.8']);
    expect(readDurations('')).toEqual([]);
  });

  it.each([
    ['seconds below the least', 'all 4 0.8 10 1000'],
    ['seconds above the most', 'all 86401 0.8 10 1000'],
    ['a ratio above one', 'all 60 1.01 10 1000'],
    ['a ratio below a tenth', 'all 60 0.09 10 1000'],
    ['a ratio of three digits', 'all 60 0.801 10 1000'],
    ['a largest stake below the least', 'all 60 0.8 10 9'],
    ['a stake of zero', 'all 60 0.8 0 9'],
    ['a stake below 1, whose income is mostly rounding', 'all 60 0.8 0.5 9'],
    ['a row twice', 'all 60 0.8 10 1000, all 60 0.9 10 1000'],
    ['a row too short', 'all 60 0.8 10'],
    ['a product in small letters', 'eurusd 60 0.8 10 1000'],
    ['more rows than allowed', Array.from({ length: 61 }, (_, at) => `all ${at + 5} 0.8 1 2`).join(',')],
  ])('D9.121: %s is refused with what is taken', (_name, text) => {
    expect(readDurations(text)).toBeUndefined();
    expect(settingProblem('micro_durations', text, () => true)).toContain('takes rows such as');
  });

  it('D9.121: the seed of the demo is taken, and presets, step and exposure are amounts', () => {
    for (const name of ['micro_durations', 'micro_amounts'] as const)
      expect(settingProblem(name, seeded.demo[name], () => true)).toBeUndefined();
    expect(readAmounts('10, 20.5')).toEqual([decimal('10'), decimal('20.5')]);
    const refused = {
      micro_amounts: ['', '0', '10,x', '1.001'],
      micro_step: ['0', '', '0.001', '-1'],
      micro_exposure_max: ['0', '1000000001'],
    };
    for (const [name, values] of Object.entries(refused)) {
      for (const value of values) expect(settingProblem(name, value, () => true)).toContain(`${name}: got`);
    }
  });
});

describe('a stake', () => {
  it('D1.5.16 D9.23: is above zero with two digits, within its bounds and on the step', () => {
    expect(['0', '-1', '1.001', '1e2', '', ' 1'].map(typedStake)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const rules = { minStake: decimal('10'), maxStake: decimal('100'), step: decimal('0.5') };
    const problem = (text: string) => stakeProblem(decimal(text), rules);
    expect(['9.5', '10', '10.25', '100', '100.5'].map(problem)).toEqual(['below-min', undefined, 'not-a-step', undefined, 'above-max']);
    expect([0, 9_999, 10_000, 19_999].map(microWindow)).toEqual([0, 0, 10_000, 10_000]);
  });

  it('D9.122: an end time has the longest duration that is not longer, and none outside the list', () => {
    const rows = [{ seconds: 30 }, { seconds: 60 }, { seconds: 300 }];
    const at = (leftMs: number) => durationWithin(rows, leftMs)?.seconds;
    expect([29_999, 30_000, 59_999, 60_000, 299_999, 300_000, 300_001].map(at)).toEqual([undefined, 30, 30, 60, 60, 300, undefined]);
    expect(durationWithin([], 1_000)).toBeUndefined();
  });
});
