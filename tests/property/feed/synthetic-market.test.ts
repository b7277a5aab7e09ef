import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALENDARS, type CalendarName, isOpen } from '#domain/market-hours.ts';
import { bucketStart } from '#domain/periods.ts';
import { SPECIFIED_PERIODS } from '#domain/specified-periods.ts';
import { CounterRandom } from '#server/feed/counter-random.ts';
import { KeyedRandom } from '#server/feed/keyed-random.ts';
import type { StepBar } from '#server/feed/split-bar.ts';
import type { StepTick } from '#server/feed/split-minute.ts';
import { SyntheticMarket } from '#server/feed/synthetic-market.ts';
import type { SyntheticProduct } from '#server/feed/synthetic-product.ts';

const NOW_MS = Date.UTC(2026, 2, 4, 10);
const DAY_MS = 86_400_000;
const WEEK = SPECIFIED_PERIODS.length - 1;

const calendar = fc.constantFrom(...(Object.keys(CALENDARS) as CalendarName[]));
const product = fc
  .record({
    id: fc.integer({ min: 1, max: 500 }),
    seedSteps: fc.integer({ min: 2_000, max: 10_000_000 }),
    volatilityPercent: fc.integer({ min: 3, max: 120 }),
    name: calendar,
    leverage: fc.constantFrom(20, 100, 500),
  })
  .map(
    ({ id, seedSteps, volatilityPercent, name, leverage }): SyntheticProduct => ({
      id,
      seedSteps,
      volatility: volatilityPercent / 100,
      hours: CALENDARS[name],
      jumpMax: 0.5 / leverage,
    }),
  );
/** A market of a seed: even ones have a secret, as every new database has, odd ones the counter of databases from before. */
const marketOf = (seed: number, of: SyntheticProduct): SyntheticMarket =>
  new SyntheticMarket(seed % 2 === 0 ? new KeyedRandom(Buffer.alloc(32, String(seed)), String(of.id)) : new CounterRandom(seed, of.id), of);
const market = fc.tuple(fc.integer({ min: 0, max: 2 ** 32 - 1 }), product).map(([seed, of]) => marketOf(seed, of));
const timeMs = fc.integer({ min: Date.UTC(2004, 0, 1), max: Date.UTC(2040, 0, 1) });

const euro: SyntheticProduct = { id: 1, seedSteps: 108_345, volatility: 0.075, hours: CALENDARS.fx, jumpMax: 0.001 };

/** The seed that a database had unless somebody chose another, and a digest of what it showed. */
const OLD_SEED = 1;
const OLD_CHARTS = '329b924754a3a0b4d58ef56121dc1af65aa4aeb0c2b8834db51ed5cab059e206';
/** Open, high, low, close and volume of parts in a row. */
const joined = (parts: readonly { open: number; high: number; low: number; close: number; volume: number }[]) => ({
  open: parts[0]!.open,
  high: Math.max(...parts.map(({ high }) => high)),
  low: Math.min(...parts.map(({ low }) => low)),
  close: parts.at(-1)!.close,
  volume: parts.reduce((sum, { volume }) => sum + volume, 0),
});
const asBar = ({ steps, volume }: StepTick) => ({ open: steps, high: steps, low: steps, close: steps, volume });
const pricesOf = ({ open, high, low, close, volume }: StepBar) => ({ open, high, low, close, volume });

describe('a bar and what it is made of', () => {
  it('children of every period, down to the ticks, aggregate exactly to their bar', () => {
    fc.assert(
      fc.property(market, timeMs, fc.infiniteStream(fc.nat(1_000)), (made, atMs, picks) => {
        let bar = made.week(bucketStart(WEEK, atMs));
        for (let period = WEEK; bar && period > 0; period--) {
          const children: readonly StepBar[] = made.children(period, bar);
          expect(joined(children)).toEqual(pricesOf(bar));
          for (const child of children) {
            expect(child.low).toBeGreaterThan(0);
            expect(child.low).toBeLessThanOrEqual(Math.min(child.open, child.close));
            expect(child.high).toBeGreaterThanOrEqual(Math.max(child.open, child.close));
            expect(bucketStart(period, child.startMs)).toBe(bar.startMs);
          }
          bar = children[picks.next().value % children.length];
        }
        if (!bar) return;
        const ticks = made.ticks(bar.startMs);
        expect(joined(ticks.map(asBar))).toEqual(pricesOf(bar));
        expect(
          ticks.every(({ timeMs: at }, index) => at >= bar.startMs && at < bar.startMs + 60_000 && at >= (ticks[index - 1]?.timeMs ?? 0)),
        ).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('history of each period is the aggregation of the periods below it', () => {
    fc.assert(
      fc.property(market, timeMs, (made, atMs) => {
        const dayMs = bucketStart(5, atMs);
        const day = made.barAt(5, dayMs);
        const minutes = made.barsBefore(0, dayMs + DAY_MS, 1_440, dayMs);
        for (const period of [1, 2, 3, 4]) {
          const bars = made.barsBefore(period, dayMs + DAY_MS, 1_440, dayMs);
          for (const bar of bars) {
            const inside = minutes.filter(({ startMs }) => bucketStart(period, startMs) === bar.startMs);
            expect(joined(inside)).toEqual(pricesOf(bar));
          }
          expect(new Set(minutes.map(({ startMs }) => bucketStart(period, startMs))).size).toBe(bars.length);
        }
        if (day) expect(joined(minutes)).toEqual(pricesOf(day));
        else expect(minutes).toHaveLength(0);
      }),
      { numRuns: 60 },
    );
  });

  it('is the same whichever way and in whichever order it is asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), product, timeMs, timeMs, (seed, of, firstMs, secondMs) => {
        const [one, other] = [marketOf(seed, of), marketOf(seed, of)];
        other.barsBefore(0, secondMs, 500, 0);
        other.ticks(secondMs);
        expect(one.ticks(firstMs)).toEqual(other.ticks(firstMs));
        expect(one.barsBefore(0, firstMs, 10, 0)).toEqual(other.barsBefore(0, firstMs, 100, 0).slice(-10));
      }),
      { numRuns: 100 },
    );
  });
});

describe('the seed', () => {
  it('gives another market when it or the product is another', () => {
    const closes = (seed: number, id: number) =>
      marketOf(seed, { ...euro, id })
        .barsBefore(0, NOW_MS, 50, 0)
        .map(({ close }) => close);
    expect(closes(1, 1)).toEqual(closes(1, 1));
    expect(closes(2, 1)).toEqual(closes(2, 1));
    expect(closes(1, 1)).not.toEqual(closes(3, 1));
    expect(closes(2, 1)).not.toEqual(closes(4, 1));
    expect(closes(1, 1)).not.toEqual(closes(1, 2));
    expect(closes(2, 1)).not.toEqual(closes(2, 2));
  });

  it('gives the databases from before there were secrets the charts that they always had', () => {
    const bars = SPECIFIED_PERIODS.map(({ id }) => marketOf(OLD_SEED, euro).barsBefore(id, NOW_MS, 200, 0));
    const ticks = marketOf(OLD_SEED, euro).ticks(NOW_MS);
    expect(
      createHash('sha256')
        .update(JSON.stringify([bars, ticks]))
        .digest('hex'),
    ).toBe(OLD_CHARTS);
  });
});

describe('a market that a person would believe', () => {
  it('opens and closes with its calendar: no bar and no tick in closed hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), calendar, timeMs, (seed, name, atMs) => {
        const hours = CALENDARS[name];
        const made = marketOf(seed, { ...euro, hours });
        const minuteMs = bucketStart(0, atMs);
        expect(made.ticks(minuteMs).length > 0).toBe(isOpen(hours, minuteMs));
        expect(made.barAt(0, minuteMs) !== undefined).toBe(isOpen(hours, minuteMs));
      }),
      { numRuns: 500 },
    );
  });

  it('stays near its seed price for twenty years', () => {
    for (const seed of [1, 2, 3, 4]) {
      const weeks = marketOf(seed, euro).barsBefore(WEEK, NOW_MS, 1_000, 0);
      expect(weeks).toHaveLength(1_000);
      for (const { low, high } of weeks) {
        expect(low).toBeGreaterThan(euro.seedSteps * 0.8);
        expect(high).toBeLessThan(euro.seedSteps * 1.25);
      }
    }
  });

  it('moves as much in a year as its volatility says', () => {
    for (const [name, volatility] of [
      ['around-the-clock', 0.55],
      ['fx', 0.08],
      ['us-indices', 0.16],
    ] as const) {
      const made = marketOf(8, { ...euro, seedSteps: 5_000_000, hours: CALENDARS[name], volatility });
      const days = made.barsBefore(5, NOW_MS, 1_500, 0);
      const years = (days.at(-1)!.startMs - days[0]!.startMs) / (365.25 * DAY_MS);
      const squares = days.slice(1).reduce((sum, day, at) => sum + Math.log(day.close / days[at]!.close) ** 2, 0);
      expect(Math.sqrt(squares / years) / volatility).toBeGreaterThan(0.85);
      expect(Math.sqrt(squares / years) / volatility).toBeLessThan(1.15);
    }
  });

  it('never jumps further than half the margin at the highest leverage, not even in its wildest minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), product, (seed, of) => {
        const made = marketOf(seed, { ...of, seedSteps: Math.max(of.seedSteps, 100_000) });
        const minutes = made.barsBefore(0, NOW_MS, 3_000, 0);
        const wildest = [...minutes].sort((a, b) => (b.high - b.low) / b.open - (a.high - a.low) / a.open).slice(0, 5);
        for (const { startMs } of wildest) {
          const prices = made.ticks(startMs).map(({ steps }) => steps);
          const jump = Math.max(...prices.slice(1).map((price, at) => Math.abs(price / prices[at]! - 1)));
          expect(jump).toBeLessThanOrEqual(of.jumpMax);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('comes back from closed hours within 0.05 % of where it went', () => {
    for (const name of ['fx', 'metals', 'eu-indices', 'hong-kong-index'] as const) {
      const made = marketOf(4, { ...euro, hours: CALENDARS[name], volatility: 0.4 });
      const minutes = made.barsBefore(0, NOW_MS, 40_000, 0);
      let breaks = 0;
      for (let at = 1; at < minutes.length; at++) {
        const [before, after] = [minutes[at - 1]!, minutes[at]!];
        if (after.startMs - before.startMs === 60_000) continue;
        breaks++;
        expect(Math.abs(after.open / before.close - 1)).toBeLessThanOrEqual(0.0005);
      }
      expect(breaks).toBeGreaterThan(4);
    }
  });
});
