/** Laws of the candle aggregator: whatever the order, the doubles and the refetches, the bars are those of the sorted ticks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandleAggregator, LATENESS_MAX_MS } from '#domain/candles.ts';
import { PERIODS } from '#domain/period-table.ts';
import { RUN_SEED } from './random.ts';
import { type ReferenceTick, referenceBars } from './reference-candles.ts';

const RUNS = { seed: RUN_SEED, numRuns: 300 };

/** Steps between ticks: the same millisecond, a burst, seconds, minutes, a night, a weekend. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 3_000, max: 70_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(3_600_000, 86_400_000, 3 * 86_400_000, 27 * 86_400_000, 31 * 86_400_000) },
);
const tickShape = fc.record({
  step,
  price: fc.oneof(fc.constantFrom(1.08345, 0.00000001, 100_000), fc.integer({ min: 1, max: 9 })),
  volumeUnits: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }), fc.constant(9_007_199_254)),
  /** How late it arrives, ms behind its time. */
  late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: LATENESS_MAX_MS }) }),
  /** Arrives once more, so much later in the queue. */
  double: fc.option(fc.integer({ min: 0, max: LATENESS_MAX_MS }), { freq: 4 }),
});
/** Near the end of a minute, an hour, four hours, a day, a week, a month, a year, and Februaries of 28, 29 and again 28 days. */
const start = fc.constantFrom(
  Date.UTC(2026, 2, 4, 9, 59, 58),
  Date.UTC(2026, 2, 4, 23, 59, 59, 990),
  Date.UTC(2026, 2, 1, 23, 59, 50),
  Date.UTC(2025, 11, 31, 23, 59, 59),
  Date.UTC(2026, 3, 30, 19, 59, 58),
  Date.UTC(2027, 1, 28, 23, 59, 58),
  Date.UTC(2028, 1, 28, 23, 59, 58),
  Date.UTC(2028, 1, 29, 23, 59, 58),
  Date.UTC(2100, 1, 28, 23, 59, 58),
);

type Arrival = ReferenceTick & { arrivalMs: number };
const arrivals = fc.tuple(start, fc.array(tickShape, { minLength: 1, maxLength: 120 })).map(([startMs, shapes]) => {
  let timeMs = startMs;
  const queue: Arrival[] = [];
  shapes.forEach((shape, n) => {
    timeMs += shape.step;
    const tick = { timeMs, n, price: shape.price, volumeUnits: shape.volumeUnits };
    queue.push({ ...tick, arrivalMs: timeMs + shape.late });
    if (shape.double !== null) queue.push({ ...tick, arrivalMs: timeMs + shape.double });
  });
  return queue.sort((a, b) => a.arrivalMs - b.arrivalMs);
});

const bars = (candles: CandleAggregator, period: number) =>
  Array.from({ length: candles.count(period) }, (_, index) => {
    const bar = candles.bar(period, index);
    if (!bar) throw new Error(`no bar ${index}`);
    const { timeMs, open, high, low, close, volumeUnits } = bar;
    return { timeMs, open, high, low, close, volumeUnits };
  });
const take = (candles: CandleAggregator, tick: ReferenceTick) => candles.tick(tick.timeMs, tick.n, tick.price, tick.volumeUnits);
const expectBars = (candles: CandleAggregator, ticks: readonly ReferenceTick[]) => {
  const reference = referenceBars(ticks);
  for (const { id: period } of PERIODS) expect(bars(candles, period), `id ${period}`).toEqual(reference[period]);
};

describe(`candle aggregator, SEED=${RUN_SEED}`, () => {
  it('shuffled within the lateness and doubled, the bars are those of the sorted ticks', () => {
    fc.assert(
      fc.property(arrivals, (queue) => {
        const candles = new CandleAggregator();
        for (const tick of queue) take(candles, tick);
        expectBars(candles, queue);
        expect(candles.lateDropped + candles.invalid).toBe(0);
        expect(candles.taken + candles.duplicates).toBe(queue.length);
      }),
      RUNS,
    );
  });

  it('reading at any moment changes nothing and is always current', () => {
    fc.assert(
      fc.property(arrivals, fc.array(fc.nat(8), { maxLength: 60 }), (queue, reads) => {
        const candles = new CandleAggregator();
        queue.forEach((tick, index) => {
          take(candles, tick);
          const period = reads[index];
          if (period === undefined) return;
          const last = referenceBars(queue.slice(0, index + 1))[period]?.at(-1);
          expect(candles.lastBar(period)).toMatchObject(last ?? {});
        });
        expectBars(candles, queue);
      }),
      RUNS,
    );
  });

  it('refetched from a server at any moment, the bars stay those of the sorted ticks', () => {
    const fetches = fc.array(fc.record({ at: fc.nat(120), period: fc.nat(8), bars: fc.integer({ min: 1, max: 10 }) }), { maxLength: 12 });
    fc.assert(
      fc.property(arrivals, fetches, (queue, asked) => {
        const candles = new CandleAggregator();
        queue.forEach((tick, index) => {
          take(candles, tick);
          for (const fetch of asked.filter((one) => one.at === index))
            candles.load(fetch.period, referenceBars(queue.slice(0, index + 1))[fetch.period]?.slice(-fetch.bars) ?? []);
        });
        expectBars(candles, queue);
      }),
      RUNS,
    );
  });

  it('joined in the middle, a refetch of everything gives the whole truth', () => {
    fc.assert(
      fc.property(arrivals, fc.nat(120), (queue, from) => {
        const candles = new CandleAggregator();
        for (const tick of queue.slice(from)) take(candles, tick);
        const reference = referenceBars(queue);
        for (const { id: period } of PERIODS) candles.load(period, reference[period] ?? []);
        expectBars(candles, queue);
      }),
      RUNS,
    );
  });

  it('stored and restored at any moment, it goes on as if nothing had happened', () => {
    fc.assert(
      fc.property(arrivals, fc.nat(120), (queue, at) => {
        const before = new CandleAggregator();
        for (const tick of queue.slice(0, at)) take(before, tick);
        const after = new CandleAggregator();
        for (const { id: period } of PERIODS)
          after.restore(
            period,
            Array.from({ length: before.count(period) }, (_, i) => before.bar(period, i)).filter((bar) => bar !== undefined),
          );
        // A number at or below the stored ones is refused, so only what a tape with rising numbers would bring is fed.
        const newest = Math.max(-1, ...queue.slice(0, at).map((tick) => tick.n));
        const rest = queue.slice(at).filter((tick) => tick.n > newest);
        for (const tick of rest) take(after, tick);
        for (const tick of rest) take(before, tick);
        for (const { id: period } of PERIODS) expect(bars(after, period), `id ${period}`).toEqual(bars(before, period));
      }),
      RUNS,
    );
  });

  it('what is told as changed, copied over what was there, is the whole', () => {
    fc.assert(
      fc.property(arrivals, fc.nat(8), fc.integer({ min: 1, max: 9 }), (queue, period, every) => {
        const candles = new CandleAggregator();
        const copy = new Map<number, ReturnType<typeof bars>[number]>();
        queue.forEach((tick, index) => {
          take(candles, tick);
          if (index % every !== 0 && index !== queue.length - 1) return;
          const from = candles.changedFrom(period);
          for (const bar of bars(candles, period).slice(from)) copy.set(bar.timeMs, bar);
        });
        expect([...copy.values()].sort((a, b) => a.timeMs - b.timeMs)).toEqual(bars(candles, period));
      }),
      RUNS,
    );
  });

  it("a client that loses ticks but gets the server's changed bars ends with the server's bars", () => {
    const fates = fc.array(fc.record({ isLost: fc.boolean(), isPushed: fc.boolean() }), { minLength: 120, maxLength: 120 });
    fc.assert(
      fc.property(arrivals, fates, (queue, fate) => {
        const server = new CandleAggregator();
        const client = new CandleAggregator();
        const push = () => {
          for (const { id: period } of PERIODS)
            for (let index = server.changedFrom(period); index < server.count(period); index++) {
              const bar = server.bar(period, index);
              if (bar) client.mergeBar(period, bar, { snapshot: false });
            }
        };
        // In order: a lost tick behind a late one is a hole, and a hole is mended by a refetch.
        const ordered = [...queue].sort((a, b) => a.timeMs - b.timeMs || a.n - b.n);
        ordered.forEach((tick, index) => {
          take(server, tick);
          if (!fate[index]?.isLost) take(client, tick);
          if (fate[index]?.isPushed) push();
        });
        push();
        for (const { id: period } of PERIODS) expect(bars(client, period), `id ${period}`).toEqual(bars(server, period));
      }),
      RUNS,
    );
  });

  it('however full, it holds at most the maximum and its newest bars are true', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 4, max: 12 }), (queue, barsMax) => {
        const candles = new CandleAggregator(() => barsMax);
        for (const tick of queue) take(candles, tick);
        const reference = referenceBars(queue);
        for (const { id: period } of PERIODS) {
          expect(candles.count(period)).toBeLessThanOrEqual(barsMax);
          const last = reference[period]?.at(-1);
          expect(candles.lastBar(period)).toMatchObject(last ?? {});
        }
      }),
      RUNS,
    );
  });
});
