/** Prices and lots that a person might type in a random story, and where its prices begin. */
import Big from 'big.js';
import type { Ask, Model } from './contract-model.ts';
import type { ModelAccount, ModelProduct } from './model-books.ts';
import { EURUSD, GBPUSD, USDJPY, USOIL, XAUUSD } from './trading-fixture.ts';

type Chance = (below: number) => number;

/** A price near the one now, seldom finer than the product's step. */
export function priceNear(random: Chance, product: ModelProduct, spread: number): string {
  const moved = product.price.times(1 + (random(2 * spread + 1) - spread) / 100_000);
  const digits = random(40) === 0 ? product.digits + 1 : product.digits;
  const price = moved.round(digits);
  return (price.gt(0) ? price : new Big(1)).toFixed();
}

/** A stop on the side `way` of a reference, often none, seldom on the wrong side. */
export function stopNear(random: Chance, product: ModelProduct, reference: Big, way: number): string {
  if (random(5) < 3) return '0';
  const wrong = random(12) === 0 ? -1 : 1;
  const share = (random(600) + (random(8) === 0 ? 0 : 1)) / 100_000;
  return reference
    .times(1 + way * wrong * share)
    .round(product.digits)
    .toFixed();
}

export const START: Readonly<Record<number, string>> = {
  [EURUSD]: '1.08345',
  [XAUUSD]: '2345.67',
  [USOIL]: '70.5',
  [USDJPY]: '151.234',
  [GBPUSD]: '1.27012',
};
export const IDS = Object.keys(START).map(Number);

/** In hundredths: often most of what the account can carry, so that a gap matters. */
export function lotsNear(random: Chance, model: Model, account: ModelAccount, product: ModelProduct): number {
  const { margin } = model.cost(product, new Big(1), 500, product.price);
  const carried = Number(account.balance.div(margin.plus(product.feePerLot)).times(100).round(0, Big.roundDown).toFixed());
  return 10 + random(random(5) < 3 ? 250 : Math.min(4_900, Math.max(1, carried)));
}

/** One to six ticks, prices or signs of life, seldom with a gap. */
export function someTicks(random: Chance, model: Model): [number, string | undefined][] {
  const moved = new Map<number, Big>();
  return Array.from({ length: 1 + random(6) }, (): [number, string | undefined] => {
    const id = IDS[random(IDS.length)] as number;
    if (random(8) === 0) return [id, undefined];
    const product = model.product(id);
    const step = (random(401) - 200) * (random(5) === 0 ? 10 : 1);
    const price = (moved.get(id) ?? product.price).times(1 + step / 100_000).round(product.digits);
    moved.set(id, price.gt(0) ? price : new Big(1));
    return [id, (moved.get(id) as Big).toFixed()];
  });
}

/** Half of the time a pending order, now and then with an end; lots that the account may just carry. */
export function randomAsk(random: Chance, model: Model, account: ModelAccount): Ask {
  const product = model.product(IDS[random(IDS.length)] as number);
  const isPending = random(2) === 0;
  const target = isPending ? priceNear(random, product, 300) : '0';
  const type = random(2) === 0 ? '1' : '2';
  const way = type === '1' ? 1 : -1;
  const reference = isPending ? new Big(target) : product.price;
  return {
    ...{ type, product: product.id, status: isPending ? '0' : '1', target, multiple: '500' },
    cont: (lotsNear(random, model, account, product) / 100).toFixed(2),
    stopLoss: stopNear(random, product, reference, -way),
    takeProfit: stopNear(random, product, reference, way),
    goodFor: isPending && random(2) === 0 ? 1 + random(7) : undefined,
  };
}
