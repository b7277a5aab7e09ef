import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, ONE, type Ratio } from '#domain/decimal.ts';
import { averageResult, offeredRatio, winShareOfTies } from '#domain/micro-odds.ts';

const offered = (share: string, configured: string): string | undefined => {
  const ratio = offeredRatio(decimal(share), decimal(configured));
  return ratio === undefined ? undefined : formatDecimal(ratio);
};

describe('odds of micro trades', () => {
  it('D9.19 a random side wins half of what does not tie and all that does', () => {
    expect([0, 0.1186, 0.59, 1].map((ties) => formatDecimal(winShareOfTies(ties)))).toEqual(['0.5', '0.5593', '0.795', '1']);
    for (const wrong of [-0.01, 1.01, Number.NaN]) expect(() => winShareOfTies(wrong)).toThrow(RangeError);
  });

  it('D9.19 the configured ratio is offered while a coin flip gets back 0.98 at most, then whole steps below it, down to 0.1', () => {
    expect(offered('0.5', '0.85')).toBe('0.85');
    expect(offered('0.5', '0.96')).toBe('0.96');
    expect(offered('0.5', '0.97')).toBe('0.96');
    // Recorded EUR/USD: ties of 11.6 % at 60 s, 21 % at 30 s, 59 % at 5 s.
    expect([offered('0.558', '0.8'), offered('0.605', '0.8'), offered('0.795', '0.8')]).toEqual(['0.75', '0.61', '0.23']);
    expect(offered('0.89', '0.8')).toBe('0.1');
    expect(offered('0.9', '0.8')).toBeUndefined();
    expect(offered('1', '0.8')).toBeUndefined();
    // A ratio between two steps stays as it is, and is lowered to a step.
    expect([offered('0.54', '0.8075'), offered('0.55', '0.8075')]).toEqual(['0.8075', '0.78']);
    for (const wrong of ['0', '1.01', '-0.5']) expect(() => offered(wrong, '0.8')).toThrow(RangeError);
  });

  it('D9.19 no share and no ratio make a coin flip gain, and no larger step would have been allowed', () => {
    const share = fc.bigInt({ min: 1n, max: ONE }) as fc.Arbitrary<Ratio>;
    const configured = fc.bigInt({ min: 1n, max: 5n * ONE }) as fc.Arbitrary<Ratio>;
    fc.assert(
      fc.property(share, configured, (winShare, asked) => {
        const ratio = offeredRatio(winShare, asked);
        const back = (one: bigint) => winShare * (ONE + one);
        const most = (98n * ONE * ONE) / 100n;
        expect(ratio ?? 0n).toBeLessThanOrEqual(asked);
        if (ratio !== undefined) expect(back(ratio)).toBeLessThanOrEqual(most);
        const larger = ratio === undefined ? 10_000_000n : ratio + 1_000_000n;
        if (ratio !== asked) expect(back(larger > asked ? asked : larger)).toBeGreaterThan(most);
      }),
    );
  });

  it('D9.130 what a trade costs on average is said of its stake: -2.1 % at a share of 0.5593 and a ratio of 0.75', () => {
    const average = (share: string, ratio: string, lossLevel = '0') =>
      formatDecimal(averageResult({ winShare: decimal(share), ratio: decimal(ratio), lossLevel }));
    expect(average('0.5593', '0.75')).toBe('-0.021225');
    expect(average('0.5', '0.8')).toBe('-0.1');
    // Where a loss is no more than a gain, ties alone decide, and they gain.
    expect(average('0.5593', '0.75', '1')).toBe('0.08895');
  });
});
