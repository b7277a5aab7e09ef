import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CounterRandom } from '#server/feed/counter-random.ts';
import { KeyedRandom } from '#server/feed/keyed-random.ts';
import { LiveMarket } from '#server/feed/live-market.ts';
import { LivePath } from '#server/feed/live-path.ts';
import type { PositionRandom } from '#server/feed/position-random.ts';
import { SecretStream } from '#server/feed/secret-stream.ts';
import type { StepTick } from '#server/feed/split-minute.ts';
import { SyntheticMarket } from '#server/feed/synthetic-market.ts';
import type { SyntheticProduct } from '#server/feed/synthetic-product.ts';
import { type MarketRun, marketRun } from './market-run.ts';
import { SEEDED } from './seeded-products.ts';
import { FAMILY, familyWise, play, Record } from './strategies.ts';

/** Fri 2026-03-06 12:00 UTC: a busy afternoon, a quiet night, a weekend. */
const FROM_MS = Date.UTC(2026, 2, 6, 12);
const MINUTE_MS = 60_000;
/** Product-minutes: what a push has time for, and what the small edges of candles need. */
const LONG = Boolean(process.env.TEST_LONG);
const PRODUCTS = LONG ? SEEDED : SEEDED.filter((_, at) => at % 4 === 0).slice(0, 10);
const MINUTES = Math.ceil((LONG ? 1_000_000 : 20_000) / PRODUCTS.length);
/** Beyond this the family is taken to have found an edge. */
const P_MIN = 0.001;

const secretOf = (seed: number): Buffer => createHash('sha256').update(`fair market ${seed}`).digest();
const scaleOf = (product: SyntheticProduct): number =>
  Math.sqrt(new LiveMarket(product).variancePerSecond(product.seedSteps, FROM_MS) * 60);

function liveRun(product: SyntheticProduct, seed: number): MarketRun {
  const steps = product.seedSteps;
  const path = new LivePath({
    market: new LiveMarket(product),
    random: new SecretStream(secretOf(seed), String(product.id)),
    speed: 1,
    steps,
    shownMs: FROM_MS,
    fromMs: FROM_MS,
  });
  return marketRun(() => path.take(), { fromMs: FROM_MS, minutes: MINUTES, steps, scale: scaleOf(product) });
}

/** The market as history makes it, and as live prices once were: minutes are drawn first, their ticks between four known prices. */
function shapedRun(product: SyntheticProduct, random: PositionRandom): MarketRun {
  const market = new SyntheticMarket(random, product);
  let minuteMs = FROM_MS - MINUTE_MS;
  let ticks: readonly StepTick[] = [];
  let at = 0;
  const next = (): StepTick => {
    while (at >= ticks.length) {
      minuteMs += MINUTE_MS;
      ticks = market.ticks(minuteMs);
      at = 0;
    }
    return ticks[at++] as StepTick;
  };
  const steps = market.barAt(0, FROM_MS)!.open;
  return marketRun(next, { fromMs: FROM_MS, minutes: MINUTES, steps, scale: scaleOf(product) });
}

const allOpen = (product: SyntheticProduct): SyntheticProduct => ({ ...product, hours: SEEDED[0]!.hours });
const records = (): Record[] => FAMILY.map(() => new Record());

describe(`a family of ${FAMILY.length} strategies over ${MINUTES * PRODUCTS.length} product-minutes, before fees`, {
  timeout: 1_200_000,
}, () => {
  it('earns nothing on the live market', () => {
    const found = records();
    for (const product of PRODUCTS) play(liveRun(product, 1), found);
    expect(found.every(({ trades }) => trades > (MINUTES / 120) * 5)).toBe(true);
    const { p, best, z } = familyWise(found);
    expect(p, `${best}: ${z.toFixed(2)} standard errors`).toBeGreaterThan(P_MIN);
  });

  it.each([
    ['the counter of old databases', (id: number) => new CounterRandom(1, id)],
    ['a secret', (id: number) => new KeyedRandom(secretOf(2), String(id))],
  ])('would catch a market whose minutes have a shape, whatever it is drawn from: %s', (_, randomOf) => {
    const found = records();
    // A part of the long size is enough to see it.
    const some = LONG ? PRODUCTS.slice(0, 2) : PRODUCTS;
    for (const product of some) play(shapedRun(allOpen(product), randomOf(product.id)), found);
    const { p, z } = familyWise(found);
    expect(p).toBeLessThan(P_MIN);
    expect(Math.abs(z)).toBeGreaterThan(10);
  });
});
