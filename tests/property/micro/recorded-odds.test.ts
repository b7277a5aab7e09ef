import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNumber } from '#domain/decimal.ts';
import { Recording } from '#server/feed/recording.ts';
import type { ProductTraits } from '#server/feed/synthetic-product.ts';
import { createMicroOdds } from '#server/micro/create-micro-odds.ts';
import { recordedOdds } from '#server/micro/recorded-odds.ts';
import { WindowSweep } from '#server/micro/window-sweep.ts';
import { randomFrom } from '../domain/random.ts';
import { SEEDED } from '../feed/seeded-products.ts';

const HOUR_MS = 3_600_000;
/** Thu 2026-01-01 22:59 UTC. */
const FROM_MS = Date.UTC(2026, 0, 1, 22, 59);
const PRODUCT = { id: 7, categoryId: 1 };

/** Milliseconds at which a trade may be opened, and how many of them tie, looked at one by one. */
function oneByOne(
  times: readonly number[],
  prices: readonly number[],
  { lengthMs, holeMs, freshMs }: { lengthMs: number; holeMs: number; freshMs: number },
): { openings: number; ties: number } {
  const newest = (timeMs: number) => times.reduce((found, time, at) => (time <= timeMs ? at : found), -1);
  let [openings, ties] = [0, 0];
  for (let openMs = times[0] as number; openMs < (times.at(-1) as number); openMs++) {
    const open = newest(openMs);
    if (openMs - (times[open] as number) >= freshMs) continue;
    let close = open;
    while (close + 1 < times.length && (times[close + 1] as number) - (times[close] as number) <= holeMs) close++;
    if (openMs + lengthMs >= (times[close] as number)) continue;
    openings++;
    if (prices[newest(openMs + lengthMs)] === prices[open]) ties++;
  }
  return { openings, ties };
}

describe('openings over ticks', () => {
  it('D9.19 are all that the rules of an opening and of the close allow, and tie as the rule of the ending tick says', () => {
    const gap = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 900 }) },
      { weight: 1, arbitrary: fc.constantFrom(4_999, 5_001, 7_000, 20_000) },
    );
    const tick = fc.record({ gap, price: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(
        fc.array(tick, { minLength: 2, maxLength: 40 }),
        fc.integer({ min: 1, max: 9_000 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(2_000, 5_000, 8_000),
        (ticks, lengthMs, turns, freshMs) => {
          let timeMs = 0;
          const times = ticks.map(({ gap: gapMs }) => (timeMs += gapMs));
          const prices = ticks.map(({ price }) => price);
          const rules = { lengthMs, holeMs: 10_000, freshMs };
          const sweep = new WindowSweep({ times: Float64Array.from(times), prices: Float64Array.from(prices) }, rules);
          const found = { openings: 0, ties: 0 };
          for (let upTo = 0; upTo < times.length + turns; upTo += turns) {
            sweep.visitUpTo(upTo, (_, fromMs, toMs, move) => {
              found.openings += toMs - fromMs;
              if (move === 0) found.ties += toMs - fromMs;
            });
          }
          expect(found).toEqual(oneByOne(times, prices, rules));
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** So many minutes of ticks five times a second: calm ones change once in eight ticks, lively ones with every second. */
function recordingOf(minutes: number, isCalm: (minute: number) => boolean): Recording {
  const recording = new Recording();
  const random = randomFrom(11);
  let price = 1_000;
  for (let at = 0; at < minutes * 300; at++) {
    if (random() < (isCalm(Math.floor(at / 300)) ? 0.125 : 0.5)) price += random() < 0.5 ? 1 : -1;
    recording.add(FROM_MS + at * 200, price, 0);
  }
  return recording;
}

describe('odds of a recording', () => {
  const startMs = FROM_MS + 50 * 24 * HOUR_MS;
  const isCalm = (minute: number) => Math.floor(minute / 10) % 2 === 0;
  const recording = recordingOf(61, isCalm);

  it('D9.131 are kept by the hour of the recording and by how lively the price was, at the times of the replay and at its speed', async () => {
    for (const speed of [1, 2]) {
      const odds = await recordedOdds({ recording, startMs, product: PRODUCT }, speed);
      const at = (minute: number, seconds = 5 / speed) =>
        odds.sharesOf(PRODUCT.id, Math.max(5, seconds), startMs + (minute * 60_000) / speed);
      // Before the recording begins, and in its first hour, which lasted a minute: nothing is known well enough.
      expect(at(-1)).toBeUndefined();
      expect(at(0.5), `speed ${speed}`).toBeUndefined();
      const [calm, lively] = [at(8.5), at(18.5)];
      expect(toNumber(calm!.best)).toBeGreaterThan(toNumber(lively!.best) + 0.02);
      expect(calm!.random).toBe(calm!.best);
      expect(odds.sharesOf(PRODUCT.id + 1, 5, startMs + 8.5 * 60_000)).toBeUndefined();
    }
  });

  it('D9.132 are those of the longest counted duration within one, and none shorter than the shortest has any', async () => {
    const odds = await recordedOdds({ recording, startMs, product: PRODUCT }, 1);
    const shares = (seconds: number) => odds.sharesOf(PRODUCT.id, seconds, startMs + 18.5 * 60_000);
    expect(shares(29)).toEqual(shares(20));
    expect(shares(59.9)).toEqual(shares(45));
    expect(shares(30)!.best).toBeLessThan(shares(20)!.best);
    for (const seconds of [4.9, 0, -1, Number.NaN]) expect(shares(seconds)).toBeUndefined();
  });

  it('D9.19 are not offered before 10,000 openings, 20 ms apart: 200 seconds of them', async () => {
    for (const [minutes, isKnown] of [
      [3, false],
      [6, true],
    ] as const) {
      const short = recordingOf(minutes + 1, () => false);
      const odds = await recordedOdds({ recording: short, startMs, product: PRODUCT }, 1);
      expect(odds.sharesOf(PRODUCT.id, 30, startMs + 90_000) !== undefined, `${minutes} minutes of the hour`).toBe(isKnown);
    }
  });
});

describe('where odds come from', () => {
  it('D9.19 a synthetic product has them from the start, a replayed one by its recording, and one that nobody can trade has none', async () => {
    const products = SEEDED.map(({ traits }) => traits);
    const tape = { newest: () => undefined };
    const config = { feed: 'synthetic', feedFile: '', feedSymbol: '', feedSpeed: 1, feedClock: 'now', seed: undefined } as const;
    const fresh = await createMicroOdds({ config, products, tape, replay: undefined });
    for (const { id } of products) expect(fresh.sharesOf(id, 30, FROM_MS), `product ${id}`).toBeDefined();

    const [first, second] = products as [ProductTraits, ProductTraits];
    const replay = { recording: recordingOf(7, () => false), startMs: FROM_MS, product: { ...first, categoryId: 1 } };
    const replayed = await createMicroOdds({ config: { ...config, feed: 'replay' }, products, tape, replay });
    expect(replayed.sharesOf(first.id, 30, FROM_MS + 90_000)).toBeDefined();
    expect(replayed.sharesOf(first.id, 30, FROM_MS - 1), 'before its first tick').toBeUndefined();
    expect(replayed.sharesOf(second.id, 30, FROM_MS)).toEqual(fresh.sharesOf(second.id, 30, FROM_MS));

    const candles = await createMicroOdds({ config: { ...config, feed: 'replay', feedClock: 'recorded' }, products, tape, replay });
    expect(candles.sharesOf(first.id, 30, FROM_MS + 90_000)).toBeUndefined();
    expect(candles.sharesOf(second.id, 30, FROM_MS)).toBeDefined();
  });
});
