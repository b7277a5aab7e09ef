import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areSoundNumbers,
  INDICATOR_DEFAULTS,
  INDICATOR_KINDS,
  INDICATOR_LINES_MAX,
  type IndicatorChoice,
  linesOf,
  soundChoices,
} from '#domain/indicators/indicator-choice.ts';
import { LINE } from '#protocol/frame.ts';
import { IndicatorSet } from '#worker/indicators/indicator-set.ts';
import { referenceLines } from './reference.ts';

const times = (count: number) => Float64Array.from({ length: count }, (_, at) => at * 60_000);
const whole = (choices: readonly IndicatorChoice[], closes: readonly number[]) =>
  new IndicatorSet(choices).whole(times(closes.length), Float64Array.from(closes)).map((column) => [...column]);
const one = (kind: IndicatorChoice['kind'], numbers: number[], closes: number[]) => whole([{ kind, numbers }], closes);
const N = Number.NaN;

/** Same shape; no value further off than the tolerance. */
function expectAlike(found: number[][], wanted: number[][], tolerance: number): void {
  expect(found.map((line) => line.length)).toEqual(wanted.map((line) => line.length));
  for (const [line, values] of wanted.entries()) {
    for (const [bar, value] of values.entries()) {
      const got = found[line]?.[bar] as number;
      if (Number.isNaN(value)) expect([line, bar, got]).toEqual([line, bar, N]);
      else if (Math.abs(got - value) > tolerance) expect([line, bar, got]).toEqual([line, bar, value]);
    }
  }
}

describe('indicators by hand', () => {
  it('MA: the mean of the last closes', () => {
    expect(one('ma', [1, 3], [1, 2, 6, 4])).toEqual([
      [1, 2, 6, 4],
      [N, N, 3, 4],
    ]);
  });
  it('EMA: begins with the simple average', () => {
    expect(one('ema', [2], [2, 4, 6])).toEqual([[N, 3, 5]]);
  });
  it('BOLL: deviation of the whole window', () => {
    const [upper, middle, lower] = one('boll', [3, 2], [1, 2, 3, 3]);
    expect(middle).toEqual([N, N, 2, 8 / 3]);
    expect(upper?.[2]).toBeCloseTo(2 + 2 * Math.sqrt(2 / 3), 12);
    expect(lower?.[2]).toBeCloseTo(2 - 2 * Math.sqrt(2 / 3), 12);
    expect(upper?.[3]).toBeCloseTo(8 / 3 + 2 * Math.sqrt(2 / 9), 12);
  });
  it('MACD: fast minus slow, its signal, and the difference', () => {
    const [macd, signal, histogram] = one('macd', [1, 2, 2], [2, 4, 8]);
    expect(macd?.slice(0, 2)).toEqual([N, 1]);
    expect(macd?.[2]).toBeCloseTo(5 / 3, 12);
    expect(signal?.[2]).toBeCloseTo(4 / 3, 12);
    expect(histogram?.[2]).toBeCloseTo(1 / 3, 12);
  });
  it('RSI: averages of gains and losses after Wilder; a flat market is at 50', () => {
    expect(one('rsi', [2], [1, 2, 4, 3])).toEqual([[N, N, 100, 60]]);
    expect(one('rsi', [2], [5, 5, 5, 4, 4])).toEqual([[N, N, 50, 0, 0]]);
  });
  it('a MACD of 12, 26, 9 has its first value at bar 26 and its first signal at bar 34', () => {
    const closes = Array.from({ length: 40 }, (_, at) => 100 + Math.sin(at));
    const [macd, signal] = one('macd', [12, 26, 9], closes);
    expect([macd?.findIndex((value) => !Number.isNaN(value)), signal?.findIndex((value) => !Number.isNaN(value))]).toEqual([25, 33]);
  });
});

/** A market of steps from a seed: forex, gold or a coin by its price and step. */
function walk(count: number, seed: number, price: number, step: number): number[] {
  let state = seed >>> 0;
  let now = price;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    now = Math.max(step, now + (((state >>> 16) % 21) - 10) * step);
    return Number(now.toFixed(8));
  });
}

describe('indicators against exact decimals', () => {
  const markets: [name: string, price: number, step: number][] = [
    ['EURUSD', 1.08342, 0.00001],
    ['XAUUSD', 2_381.4, 0.01],
    ['BTCUSD', 68_214.5, 0.1],
  ];
  it.each(markets)('all five follow their definitions over 300 bars of %s', (_, price, step) => {
    const closes = walk(300, 7, price, step);
    const choices = INDICATOR_KINDS.map((kind) => ({ kind, numbers: INDICATOR_DEFAULTS[kind] }));
    const all = whole(choices, closes);
    for (const choice of choices) {
      // A millionth of a price step; of a hundredth of a percent for the index of strength.
      const tolerance = choice.kind === 'rsi' ? 1e-8 : step * 1e-6;
      expectAlike(all.splice(0, linesOf(choice)), referenceLines(choice, closes), tolerance);
    }
  });

  const number = (min: number, max: number) => fc.integer({ min, max });
  const choice: fc.Arbitrary<IndicatorChoice> = fc.oneof(
    fc.uniqueArray(number(1, 30), { minLength: 1, maxLength: 3 }).map((numbers) => ({ kind: 'ma' as const, numbers })),
    fc.uniqueArray(number(1, 30), { minLength: 1, maxLength: 3 }).map((numbers) => ({ kind: 'ema' as const, numbers })),
    fc.tuple(number(2, 30), number(5, 50)).map(([period, width]) => ({ kind: 'boll' as const, numbers: [period, width / 10] })),
    fc
      .tuple(number(1, 10), number(1, 20), number(1, 10))
      .map(([fast, more, signal]) => ({ kind: 'macd' as const, numbers: [fast, fast + more, signal] })),
    number(2, 30).map((period) => ({ kind: 'rsi' as const, numbers: [period] })),
  );

  it('any sound choice over any closes', () => {
    fc.assert(
      fc.property(choice, fc.array(number(1, 2_000_000), { maxLength: 90 }), (chosen, ticks) => {
        const closes = ticks.map((tick) => tick / 1000);
        expect(areSoundNumbers(chosen.kind, chosen.numbers)).toBe(true);
        expectAlike(whole([chosen], closes), referenceLines(chosen, closes), 2e-6);
      }),
      { numRuns: 150 },
    );
  });

  it('tick by tick is the same as all at once, bit by bit, whatever was read of the forming bar', () => {
    const feed = fc.array(fc.array(number(1, 50_000), { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 3 }), feed, number(1, 30), (chosen, bars, known) => {
        const closes = bars.map((ticks) => (ticks.at(-1) as number) / 100);
        const columns = whole(chosen, closes);
        const set = new IndicatorSet(chosen);
        const start = Math.min(known, bars.length);
        set.whole(times(start), Float64Array.from(closes.slice(0, start)));
        const row = new Float64Array(columns.length);
        for (let bar = start; bar < bars.length; bar++) {
          for (const tick of bars[bar] as number[])
            expect(set.tail(Float64Array.of(bar * 60_000), Float64Array.of(tick / 100), row, 0, row.length)).toBe(true);
          expect([...row]).toEqual(columns.map((column) => column[bar]));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('refuses to go on from a bar that it has kept, and writes nothing then', () => {
    const set = new IndicatorSet([{ kind: 'ma', numbers: [2] }]);
    set.whole(times(5), Float64Array.of(1, 2, 3, 4, 5));
    const out = Float64Array.of(7, 7);
    expect(set.tail(Float64Array.of(180_000, 240_000), Float64Array.of(9, 5), out, 0, 1)).toBe(false);
    expect([...out]).toEqual([7, 7]);
    expect(set.tail(Float64Array.of(240_000, 300_000), Float64Array.of(6, 8), out, 0, 1)).toBe(true);
    expect([...out]).toEqual([5, 7]);
  });

  it('keeps its digits over a long history: 50,000 bars of a coin that rose a thousandfold', () => {
    const closes = Array.from({ length: 50_000 }, (_, at) => Number((70 * 1000 ** (at / 50_000) + (at % 7) * 0.1).toFixed(1)));
    const chosen: IndicatorChoice[] = [
      { kind: 'ma', numbers: [20] },
      { kind: 'boll', numbers: [20, 2] },
    ];
    const found = whole(chosen, closes).map((line) => line.slice(-1));
    const wanted = chosen.flatMap((entry) => referenceLines(entry, closes.slice(-20))).map((line) => line.slice(-1));
    expectAlike(found, wanted, 1e-7);
  });
});

describe('the choice of indicators', () => {
  it('takes what is sound, in one order, once each, and leaves out the rest', () => {
    const bad = [
      null,
      'ma',
      { kind: 'volume', numbers: [] },
      { kind: 'ma', numbers: [] },
      { kind: 'ema', numbers: [1, 2, 3, 4] },
      { kind: 'boll', numbers: [20] },
      { kind: 'macd', numbers: [26, 12, 9] },
      { kind: 'rsi', numbers: ['14'] },
    ];
    expect(soundChoices(bad)).toEqual([]);
    expect(soundChoices({ kind: 'ma' })).toEqual([]);
    expect(
      soundChoices([
        { kind: 'rsi', numbers: [14] },
        { kind: 'ma', numbers: [5, 10] },
        { kind: 'ma', numbers: [9] },
      ]),
    ).toEqual([
      { kind: 'ma', numbers: [5, 10] },
      { kind: 'rsi', numbers: [14] },
    ]);
  });

  it.each([
    ['ma', [0]],
    ['ma', [501]],
    ['ma', [2.5]],
    ['ma', [5, 5]],
    ['ema', [-3]],
    ['boll', [1, 2]],
    ['boll', [20, 0.4]],
    ['boll', [20, 5.1]],
    ['boll', [20, 1.25]],
    ['macd', [12, 12, 9]],
    ['macd', [12, 26, 101]],
    ['rsi', [1]],
    ['rsi', [101]],
    ['rsi', [Number.NaN]],
    ['rsi', [Number.POSITIVE_INFINITY]],
  ] as const)('%s %j is out of bounds', (kind, numbers) => {
    expect(areSoundNumbers(kind, numbers)).toBe(false);
  });

  it('never has more lines than a row of a frame has room for', () => {
    const most = soundChoices([
      { kind: 'ma', numbers: [1, 2, 3] },
      { kind: 'ema', numbers: [1, 2, 3] },
      ...(['boll', 'macd', 'rsi'] as const).map((kind) => ({ kind, numbers: INDICATOR_DEFAULTS[kind] })),
    ]);
    expect(most).toHaveLength(5);
    expect(most.reduce((sum, entry) => sum + linesOf(entry), 0)).toBe(INDICATOR_LINES_MAX);
    expect(whole(most, [1, 2, 3])).toHaveLength(INDICATOR_LINES_MAX);
    expect(LINE.slots).toBe(INDICATOR_LINES_MAX);
  });
});
