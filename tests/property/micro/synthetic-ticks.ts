/** Ticks of the live synthetic market, as the feed makes them, and odds as the server says them. */
import { createHash } from 'node:crypto';
import type { Price } from '#domain/decimal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { LiveMarket } from '#server/feed/live-market.ts';
import { LivePath } from '#server/feed/live-path.ts';
import { SecretStream } from '#server/feed/secret-stream.ts';
import { SyntheticOdds } from '#server/micro/synthetic-odds.ts';
import type { TickColumns } from '#server/micro/window-sweep.ts';
import { SEEDED } from '../feed/seeded-products.ts';

export type Seeded = (typeof SEEDED)[number];

export const seeded = (code: string): Seeded => {
  const found = SEEDED.find((product) => product.code === code);
  if (!found) throw new Error(`no product ${code}`);
  return found;
};

type Stretch = { readonly seed: number; readonly fromMs: number; readonly toMs: number; readonly steps?: number; readonly speed?: number };

/** A product's ticks in [from, to); prices in steps. */
export function ticksOf(product: Seeded, { seed, fromMs, toMs, steps = product.seedSteps, speed = 1 }: Stretch): TickColumns {
  const path = new LivePath({
    market: new LiveMarket(product),
    random: new SecretStream(createHash('sha256').update(`micro ${seed}`).digest(), product.code),
    speed,
    steps,
    shownMs: fromMs,
    fromMs,
  });
  const [times, prices]: [number[], number[]] = [[], []];
  while (path.nextMs < toMs) {
    const tick = path.take();
    times.push(tick.timeMs);
    prices.push(tick.steps);
  }
  return { times: Float64Array.from(times), prices: Float64Array.from(prices) };
}

/** Odds of products at their seed prices, or at prices in steps. */
export function oddsOf(products: readonly Seeded[], { speed = 1, stepsOf }: { speed?: number; stepsOf?: (id: number) => number } = {}) {
  const newest = (productId: number): TapeTick | undefined => {
    const steps = stepsOf?.(productId);
    const product = products.find(({ id }) => id === productId);
    if (steps === undefined || !product) return undefined;
    const price = BigInt(steps * 10 ** (8 - product.traits.pricePrecision)) as Price;
    return { productId, price, seq: 1, volume: 0n, timeMs: 0, confirm: false };
  };
  return new SyntheticOdds({ products: products.map(({ traits }) => traits), tape: { newest }, speed });
}
