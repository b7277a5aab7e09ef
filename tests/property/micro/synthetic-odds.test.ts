import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNumber } from '#domain/decimal.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { LiveMarket } from '#server/feed/live-market.ts';
import { moveDistribution, type StepLaw } from '#server/feed/step-law.ts';
import { NOT_KEPT, type WinShares } from '#server/micro/micro-odds.ts';
import { tickShares } from '#server/micro/tick-shares.ts';
import { tieProbabilities } from '#server/micro/tie-probability.ts';
import type { TickColumns } from '#server/micro/window-sweep.ts';
import { randomFrom } from '../domain/random.ts';
import { type Trade, tradesOver } from './coin-flips.ts';
import { oddsOf, type Seeded, seeded, ticksOf } from './synthetic-ticks.ts';

/** Mon 2026-02-02 00:00 UTC. */
const DAY_MS = Date.UTC(2026, 1, 2);
const middle = (all: Float64Array): number => all[(all.length - 1) / 2] as number;

/** Probability of a tie, every path counted one by one. */
function enumerated({ moves, sizeMax }: StepLaw, count: number): number {
  const sizes = Array.from({ length: 2 * sizeMax + 1 }, (_, at) => at - sizeMax);
  const of = (left: number, at: number): number =>
    left === 0
      ? Number(at === 0)
      : sizes.reduce((sum, size) => sum + (size === 0 ? 1 - moves : moves / (2 * sizeMax)) * of(left - 1, at + size), 0);
  return of(count, 0);
}

describe('ties of many moves', () => {
  it('D9.19 are those of every path counted one by one', () => {
    expect([...tieProbabilities({ moves: 0.5, sizeMax: 1 }, 2, 0)]).toEqual([expect.closeTo(3 / 8, 12)]);
    for (const law of [
      { moves: 0.6, sizeMax: 2 },
      { moves: 1, sizeMax: 1 },
      { moves: 0.3, sizeMax: 3 },
    ]) {
      const found = tieProbabilities(law, 0, 6);
      for (const [count, tie] of found.entries()) expect(tie, `${count} moves`).toBeCloseTo(enumerated(law, count), 10);
    }
  });

  it('D9.19 are those of adding moves one by one, for any law', () => {
    const law = fc.record({ moves: fc.double({ min: 0, max: 1, noNaN: true }), sizeMax: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(law, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3 }), (made, count, more) => {
        const found = tieProbabilities(made, count, more);
        for (let at = 0; at <= more; at++) expect(found[at]).toBeCloseTo(middle(moveDistribution(made, count + at)), 9);
      }),
    );
    expect([...tieProbabilities({ moves: 0, sizeMax: 0 }, 9, 1)]).toEqual([1, 1]);
  });

  it('D9.130 are never said smaller than they are where a price has too many places, and hardly larger', () => {
    const wild: StepLaw = { moves: 0.9, sizeMax: 900 };
    const [count, exact] = [40, middle(moveDistribution(wild, 40))];
    const [tie = 0] = tieProbabilities(wild, count, 0);
    expect(tie).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
    expect(tie - exact).toBeLessThan(0.0001);
  });

  it('D9.130 more moves than an even number of them never tie more often', () => {
    const law = fc.record({ moves: fc.double({ min: 0, max: 1, noNaN: true }), sizeMax: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(law, fc.integer({ min: 0, max: 20 }), (made, half) => {
        const [even = 0, ...later] = tieProbabilities(made, 2 * half, 9);
        for (const tie of later) expect(tie).toBeLessThanOrEqual(even + 1e-9);
      }),
    );
  });
});

describe('ticks in a stretch that begins at a random moment', () => {
  it('D9.130 are as many as the integral over where it begins says', () => {
    for (const slots of [10, 1, 7.25, 4.5, 3.9]) {
      const found = [0, 0, 0, 0];
      const points = 4_000;
      for (let point = 0; point < points; point++) {
        const begin = (point + 0.5) / points;
        const end = begin + slots;
        const [first, last] = [1 - begin, end - Math.floor(end)];
        const inside = Math.floor(end) - 1 - (Math.floor(slots) - 1);
        for (const [isFirst, p] of [first, 1 - first].entries())
          for (const [isLast, q] of [last, 1 - last].entries()) {
            const more = inside + (isFirst === 0 ? 1 : 0) + (isLast === 0 ? 1 : 0);
            found[more] = (found[more] as number) + (p * q) / points;
          }
      }
      for (const [more, share] of tickShares(slots).entries())
        expect(share, `${slots} slots, ${more}`).toBeCloseTo(found[more] as number, 5);
    }
  });
});

/** Ties among trades over fresh hours from the product's seed price. */
function simulated(
  product: Seeded,
  at: { seconds: number; hourMs: number; trades: number; isPicked?: (ticks: TickColumns, trade: Trade) => boolean },
) {
  const { seconds, hourMs, trades, isPicked = () => true } = at;
  let [count, ties] = [0, 0];
  for (let seed = 0; count < trades; seed++) {
    const ticks = ticksOf(product, { seed, fromMs: hourMs, toMs: hourMs + HOUR_MS / 4 });
    for (const trade of tradesOver(ticks, seconds, randomFrom(seed))) {
      if (!isPicked(ticks, trade)) continue;
      count++;
      if (ticks.prices[trade.openAt] === ticks.prices[trade.endAt]) ties++;
    }
  }
  return { count, share: (1 + ties / count) / 2 };
}

/** Standard errors between a share that was simulated and one that was computed. */
const errorsBetween = (found: { count: number; share: number }, share: number): number =>
  (found.share - share) / Math.sqrt((Math.max(2 * share - 1, 1 / found.count) * (2 - 2 * share)) / found.count / 4);
const sharesOf = (product: Seeded, seconds: number, openMs: number): WinShares =>
  oddsOf([product]).sharesOf(product.id, seconds, openMs) as WinShares;

describe('odds on the synthetic market', () => {
  const LONG = Boolean(process.env.TEST_LONG);
  const CODES = LONG
    ? ['EURUSD', 'USDJPY', 'USDSGD', 'XAUUSD', 'XPTUSD', 'EU50', 'BTCUSD', 'DOGEUSD', 'TRXUSD']
    : ['EURUSD', 'USDSGD', 'XAUUSD', 'DOGEUSD'];
  /** Two, three and four ticks a second. */
  const HOURS = [4, 8, 14];
  const DURATIONS = LONG ? [5, 7, 30, 60, 300] : [5, 30];
  const cells = CODES.flatMap((code) => HOURS.flatMap((hour) => DURATIONS.map((seconds) => ({ code, hour, seconds }))));

  it(`D9.19 the share that is said is the share that the live path gives: ${cells.length} products, hours and durations`, {
    timeout: 600_000,
  }, () => {
    for (const { code, hour, seconds } of cells) {
      const product = seeded(code);
      const hourMs = DAY_MS + hour * HOUR_MS;
      const found = simulated(product, { seconds, hourMs, trades: LONG ? Math.round(600_000 / seconds) : 2_500 });
      const { random, best } = sharesOf(product, seconds, hourMs);
      expect(Math.abs(errorsBetween(found, toNumber(random))), `${code} ${hour}:00 ${seconds} s`).toBeLessThan(4);
      expect(best).toBeGreaterThanOrEqual(random);
    }
  });

  it('D9.130 somebody who opens when the tick of a slot has just come wins more often, within the better share', () => {
    const product = seeded('EURUSD');
    const hourMs = DAY_MS + 4 * HOUR_MS;
    // Two ticks a second: slots of 500 ms. The tick came in the first tenth of its slot, and so did the trade.
    const isEarly = (timeMs: number) => timeMs % 500 < 50;
    const isPicked = ({ times }: TickColumns, { openMs, openAt }: Trade) =>
      isEarly(openMs) && isEarly(times[openAt] as number) && openMs - (times[openAt] as number) < 50;
    const found = simulated(product, { seconds: 5, hourMs, trades: LONG ? 20_000 : 1_500, isPicked });
    const { random, best } = sharesOf(product, 5, hourMs);
    expect(errorsBetween(found, toNumber(best))).toBeLessThan(3);
    expect(best).toBeGreaterThan(random);
    // Nine ticks instead of ten on average.
    expect(toNumber(best)).toBeGreaterThan((1 + tieOf(product, hourMs, 9)) / 2 - 1e-9);
  });

  it('D9.130 a trade over the end of an hour is bounded by both hours', () => {
    // From three ticks a second in a calm hour to four in a busy one.
    for (const [code, seconds] of [
      ['EURUSD', 5],
      ['USDSGD', 30],
    ] as const) {
      const product = seeded(code);
      const endMs = DAY_MS + 13 * HOUR_MS;
      let [count, ties] = [0, 0];
      for (let seed = 0; seed < 1_500; seed++) {
        const openMs = endMs - (seconds * 1_000 * (seed % 100)) / 100;
        const { times, prices } = ticksOf(product, { seed, fromMs: openMs - 3_000, toMs: openMs + seconds * 1_000 + 1 });
        let openAt = 0;
        while ((times[openAt + 1] as number) <= openMs) openAt++;
        count++;
        if (prices[openAt] === prices.at(-1)) ties++;
      }
      const { random, best } = sharesOf(product, seconds, endMs - 1_000);
      expect(errorsBetween({ count, share: (1 + ties / count) / 2 }, toNumber(best)), code).toBeLessThan(3);
      const whole = [-0.5, 0.5].map((hours) => sharesOf(product, seconds, endMs + hours * HOUR_MS));
      for (const hour of whole) {
        expect(best).toBeGreaterThanOrEqual(hour.best);
        expect(random).toBeLessThanOrEqual(hour.random);
      }
    }
  });

  it('D9.19 follows the price, the speed of the feed and the hour, and says nothing of what it does not know', () => {
    const product = seeded('BTCUSD');
    let steps = product.seedSteps;
    const odds = oddsOf([product], { stepsOf: () => steps });
    const share = () => odds.sharesOf(product.id, 60, DAY_MS)?.random ?? 0n;
    const first = share();
    steps = Math.round(steps * 1.001);
    expect(share(), 'a price that hardly moved').toBe(first);
    steps = Math.round(product.seedSteps / 4);
    expect(share(), 'a quarter of the price moves a quarter as far').toBeGreaterThan(first);
    expect(toNumber(share()) - 0.5).toBeCloseTo((toNumber(first) - 0.5) * 4, 3);
    expect(odds.sharesOf(product.id, 60, DAY_MS + 14 * HOUR_MS)?.random).toBeLessThan(share());
    expect(odds.sharesOf(99, 60, DAY_MS)).toBeUndefined();
    for (const seconds of [0, 0.9, -5, Number.NaN, 86_401])
      expect(odds.sharesOf(product.id, seconds, DAY_MS), String(seconds)).toBeUndefined();
    // One tick in 20 s: nobody can say what a trade of 5 s would do, so none is offered at any ratio.
    expect(toNumber(oddsOf([product], { speed: 0.025 }).sharesOf(product.id, 5, DAY_MS)!.best)).toBe(1);
    const quick = ticksOf(product, { seed: 1, fromMs: DAY_MS, toMs: DAY_MS + 60_000, speed: 4 }).times.length;
    expect(quick / 60).toBeCloseTo(8, 0);
  });

  it('D9.167 are looked up without being computed while they are kept: for this hour, near this price, and 4,096 of them', () => {
    const product = seeded('EURUSD');
    let steps = product.seedSteps;
    const odds = oddsOf([product], { stepsOf: () => steps });
    const kept = (hour = 0) => odds.keptSharesOf(product.id, 5, DAY_MS + hour * HOUR_MS);
    expect(kept()).toBe(NOT_KEPT);
    expect(odds.keptSharesOf(99, 5, DAY_MS), 'of a product that nobody knows').toBeUndefined();
    const shares = odds.sharesOf(product.id, 5, DAY_MS);
    expect([kept(), kept(1)]).toEqual([shares, NOT_KEPT]);
    steps = Math.round(steps * 1.003);
    expect(kept(), 'once the price has moved').toBe(NOT_KEPT);
    odds.sharesOf(product.id, 5, DAY_MS);
    for (let hour = 1; hour < 4_096; hour++) odds.sharesOf(product.id, 5, DAY_MS + hour * HOUR_MS);
    expect(kept()).not.toBe(NOT_KEPT);
    odds.sharesOf(product.id, 5, DAY_MS + 4_096 * HOUR_MS);
    expect([kept(), kept(1) === NOT_KEPT]).toEqual([NOT_KEPT, false]);
  });
});

/** Ties of so many ticks of a product, added one by one. */
function tieOf(product: Seeded, hourMs: number, count: number): number {
  return middle(moveDistribution(new LiveMarket(product).tickLaw(product.seedSteps, hourMs, 1), count));
}
