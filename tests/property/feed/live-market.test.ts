import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen } from '#domain/market-hours.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { LiveMarket } from '#server/feed/live-market.ts';
import { LivePath } from '#server/feed/live-path.ts';
import { SecretStream } from '#server/feed/secret-stream.ts';
import { moveDistribution, type StepLaw, stepLaw, stepOf, stepVariance } from '#server/feed/step-law.ts';
import { activityAt } from '#server/feed/trading-time.ts';
import { SEEDED } from './seeded-products.ts';

/** Mon 2026-02-02 00:00 UTC: a week without holidays. */
const WEEK_MS = Date.UTC(2026, 1, 2);
const HOURS = Array.from({ length: 168 }, (_, hour) => WEEK_MS + hour * HOUR_MS);
const DAY_HOURS = 8 * HOUR_MS;

const streamOf = (seed: number, name = ''): SecretStream => new SecretStream(createHash('sha256').update(String(seed)).digest(), name);
const seeded = fc.constantFrom(...SEEDED);
const hour = fc.constantFrom(...HOURS);
/** Prices from the bottom of a grid to far above any product. */
const steps = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 5_000, max: 50_000_000 }));

const pathOf = (product: (typeof SEEDED)[number], seed: number, fromMs: number, from: { steps?: number; speed?: number } = {}) =>
  new LivePath({
    market: new LiveMarket(product),
    random: streamOf(seed, product.code),
    speed: from.speed ?? 1,
    steps: from.steps ?? product.seedSteps,
    shownMs: fromMs,
    fromMs,
  });

const mean = (probabilities: Float64Array): number => {
  const middle = (probabilities.length - 1) / 2;
  return probabilities.reduce((sum, p, at) => sum + p * (at - middle), 0);
};

describe('the law of a move', () => {
  const law = fc.record({ variance: fc.double({ min: 1e-6, max: 5_000, noNaN: true }), limit: fc.integer({ min: 1, max: 200 }) });

  it('is symmetric, adds up to 1 and has the variance that was asked for, or what its limit leaves', () => {
    fc.assert(
      fc.property(law, ({ variance, limit }) => {
        const made = stepLaw(variance, limit);
        const one = moveDistribution(made, 1);
        expect(one.length).toBe(2 * made.sizeMax + 1);
        expect(made.sizeMax).toBeLessThanOrEqual(limit);
        expect(one.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
        expect([...one].reverse()).toEqual([...one]);
        const middle = made.sizeMax;
        const found = one.reduce((sum, p, at) => sum + p * (at - middle) ** 2, 0);
        expect(found / stepVariance(made)).toBeCloseTo(1, 9);
        if (made.sizeMax < limit) expect(found / variance).toBeCloseTo(1, 9);
        else expect(found).toBeLessThanOrEqual(variance * (1 + 1e-9));
      }),
    );
  });

  it('is what draws follow: half up, half down, each size alike', () => {
    const made: StepLaw = { moves: 0.75, sizeMax: 3 };
    const random = streamOf(1);
    const draws = 400_000;
    const counts = new Map<number, number>();
    for (let draw = 0; draw < draws; draw++) {
      const step = stepOf(made, random.uniform(), (random.word() & 1) === 1);
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    const expected = moveDistribution(made, 1);
    let chiSquare = 0;
    for (const [at, p] of expected.entries()) chiSquare += ((counts.get(at - 3) ?? 0) - draws * p) ** 2 / (draws * p);
    // 6 degrees of freedom: 22.46 is passed once in a thousand runs.
    expect(chiSquare).toBeLessThan(22.46);
    expect(counts.size).toBe(7);
  });

  it('D9.19 gives the distribution of many moves exactly, as adding them one by one does', () => {
    // Two moves of at most one step that happens half the time: 1/16, 1/4, 3/8, 1/4, 1/16.
    expect([...moveDistribution({ moves: 0.5, sizeMax: 1 }, 2)]).toEqual([1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16]);
    const made: StepLaw = { moves: 0.9, sizeMax: 4 };
    const [one, five] = [moveDistribution(made, 1), moveDistribution(made, 5)];
    let slow = Float64Array.of(1);
    for (let count = 0; count < 5; count++) {
      const next = new Float64Array(slow.length + one.length - 1);
      for (const [at, p] of slow.entries()) for (const [by, q] of one.entries()) next[at + by] = (next[at + by] as number) + p * q;
      slow = next;
    }
    for (const [at, p] of slow.entries()) expect(five[at]).toBeCloseTo(p, 12);
    expect(mean(five)).toBeCloseTo(0, 12);
  });

  it('D9.19 says of a second of EUR/USD what its ticks do, ties included', () => {
    const [euro] = SEEDED;
    const fromMs = WEEK_MS + 14 * HOUR_MS;
    const law = new LiveMarket(euro!).distribution(euro!.seedSteps, fromMs, 1);
    const [paths, secondsEach] = [20, 1_000];
    const rounds = paths * secondsEach;
    let ties = 0;
    for (let seed = 0; seed < paths; seed++) {
      const path = pathOf(euro!, seed, fromMs);
      // The first tick comes after a pause of next to nothing; whole seconds begin behind it.
      while (path.nextMs < fromMs + 1_000) path.take();
      for (let second = 2; second < secondsEach + 2; second++) {
        const before = path.steps;
        while (path.nextMs < fromMs + second * 1_000) path.take();
        if (path.steps === before) ties++;
      }
    }
    const p = law[(law.length - 1) / 2] as number;
    expect(Math.abs(ties - rounds * p) / Math.sqrt(rounds * p * (1 - p))).toBeLessThan(4);
  });
});

describe('a live price', () => {
  it('has a mean move of exactly 0 at any price and time, and never comes near 0', () => {
    fc.assert(
      fc.property(seeded, hour, steps, fc.double({ min: 0.01, max: 1_000, noNaN: true }), (product, atMs, price, speed) => {
        const market = new LiveMarket(product);
        for (const law of [market.tickLaw(price, atMs, speed), market.pauseLaw(price, atMs, DAY_HOURS)]) {
          expect(mean(moveDistribution(law, 1))).toBeCloseTo(0, 6);
          // Half the margin at the highest leverage is below half the price, so no step leads to 0 or beyond.
          expect(law.sizeMax).toBeLessThanOrEqual(price * product.jumpMax);
          expect(price - law.sizeMax).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('stays a price when it falls to the bottom of its grid', () => {
    fc.assert(
      fc.property(seeded, fc.integer({ min: 1, max: 3_000 }), fc.nat(), (product, price, seed) => {
        const path = pathOf(product, seed, WEEK_MS, { steps: price });
        let lowest = price;
        for (let tick = 0; tick < 5_000; tick++) lowest = Math.min(lowest, path.take().steps);
        expect(lowest).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });

  it('moves as much in an open week as its volatility says; only a coarse grid makes it livelier', () => {
    for (const product of SEEDED) {
      const market = new LiveMarket(product);
      let variance = 0;
      for (const atMs of HOURS) {
        const open = Array.from({ length: 60 }, (_, minute) => isOpen(product.hours, atMs + minute * 60_000)).filter(Boolean).length;
        variance += open * 60 * market.variancePerSecond(product.seedSteps, atMs);
      }
      const yearly = Math.sqrt(variance * 52.18) / product.seedSteps;
      expect(yearly / product.volatility, product.code).toBeGreaterThan(0.999);
      expect(yearly / product.volatility, product.code).toBeLessThan(1.1);
    }
  });

  it('D9.12 FEED_SPEED multiplies the ticks and leaves the variance of a time as it is', () => {
    fc.assert(
      fc.property(seeded, hour, fc.constantFrom(0.05, 0.5, 4, 100), (product, atMs, speed) => {
        const market = new LiveMarket(product);
        const perHour = (times: number) => market.ticksPerHour(atMs, times) * stepVariance(market.tickLaw(product.seedSteps, atMs, times));
        expect(perHour(speed) / perHour(1)).toBeCloseTo(1, 6);
        expect(market.ticksPerHour(atMs, speed) / Math.min(333 * 3_600, market.ticksPerHour(atMs, 1) * speed)).toBeCloseTo(1, 1);
      }),
    );
  });

  it('ticks 1 to 5 times a second at times of its own, in order, and trades a volume that follows the hour', () => {
    for (const atMs of HOURS) {
      const path = pathOf(SEEDED[atMs % SEEDED.length] as (typeof SEEDED)[number], atMs % 1_000, atMs);
      let [count, volume, lastMs] = [0, 0, 0];
      while (path.nextMs < atMs + 600_000) {
        const tick = path.take();
        if (tick.timeMs < lastMs) expect.fail(`a tick of ${tick.timeMs} after one of ${lastMs}`);
        lastMs = tick.timeMs;
        volume += tick.volume;
        count++;
      }
      expect(count / 600).toBeGreaterThanOrEqual(1);
      expect(count / 600).toBeLessThanOrEqual(5);
      expect(volume / (900 * 10 * activityAt(atMs))).toBeGreaterThan(0.85);
      expect(volume / (900 * 10 * activityAt(atMs))).toBeLessThan(1.15);
    }
  });

  it('changes at least every 2 s in the median, each open product at each hour of the week', () => {
    for (const product of SEEDED) {
      for (const [at, atMs] of HOURS.entries()) {
        if (!isOpen(product.hours, atMs + 1_800_000)) continue;
        const path = pathOf(product, at, atMs);
        const gaps: number[] = [];
        let price = path.steps;
        let changedMs = atMs;
        while (path.nextMs < atMs + 120_000) {
          const { timeMs, steps: now } = path.take();
          if (now === price) continue;
          gaps.push(timeMs - changedMs);
          price = now;
          changedMs = timeMs;
        }
        gaps.sort((a, b) => a - b);
        expect(gaps[gaps.length >> 1], `${product.code} at hour ${at} of the week`).toBeLessThanOrEqual(2_000);
      }
    }
  });
});

describe('after a pause', () => {
  /** Profit of a long and a short position, each of which can lose its margin at most: 1 / leverage of the price. */
  const hedgeProfit = (moved: number, price: number, leverage: number): number => {
    const marginSteps = price / leverage;
    return Math.max(-marginSteps, moved) + Math.max(-marginSteps, -moved);
  };

  it('a long and a short account at the highest leverage, held over eight hours, gain nothing: no move is beyond half a margin', () => {
    for (const product of SEEDED) {
      const market = new LiveMarket(product);
      const price = product.seedSteps;
      for (const atMs of HOURS) {
        const law = market.pauseLaw(price, atMs, DAY_HOURS);
        const all = moveDistribution(law, 1);
        expect(law.sizeMax / price).toBeLessThanOrEqual(0.0005);
        const gain = all.reduce((sum, p, at) => sum + p * hedgeProfit(at - law.sizeMax, price, 0.5 / product.jumpMax), 0);
        expect(gain, product.code).toBeCloseTo(0, 9);
      }
    }
  });

  it('moves no further than the time would have moved it: a short pause is hardly seen', () => {
    const [euro] = SEEDED;
    const market = new LiveMarket(euro!);
    const variances = [200, 5_000, 60_000].map((pauseMs) => stepVariance(market.pauseLaw(euro!.seedSteps, WEEK_MS, pauseMs)));
    const perSecond = market.variancePerSecond(euro!.seedSteps, WEEK_MS);
    expect(variances[0]).toBeCloseTo(perSecond * 0.2, 6);
    expect(variances[1]).toBeCloseTo(perSecond * 5, 6);
    expect(variances[2]).toBeCloseTo(perSecond * 60, 6);
    expect(stepVariance(market.pauseLaw(euro!.seedSteps, WEEK_MS, 0))).toBe(0);
  });
});
