/** Ticks for the candle benches: a seeded market over the end of a week, or a recorded one, as columns and as what the peers read. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { seededRandom } from './statistics.ts';

/** All ticks in the order they came, ascending in time. */
export type Ticks = {
  readonly products: number;
  readonly product: Uint16Array;
  readonly timeMs: Float64Array;
  readonly price: Float64Array;
  /** Whole numbers, so that sums are exact in every library. */
  readonly quantity: Uint8Array;
};

const PARTS = 100_000;
/** Sunday evening: the ticks cross the end of a minute, an hour, a day and a week. */
const START_MS = Date.UTC(2026, 1, 1, 23, 58, 30);
const RECORDED = new URL('../../../shared/data/fx-eurusd-oanda-2014/ticks.csv.gz', import.meta.url);

/** Mean time between two ticks of a product: ten a second, the load of the goals (10,000 ticks/s over 1,000 symbols). */
const TICK_EVERY_MS = 100;

/** Ten ticks a second and product on average, all products mixed. */
export function syntheticTicks(products: number, count: number): Ticks {
  const random = seededRandom(7);
  const steps = new Int32Array(products).fill(PARTS);
  const ticks: Ticks = {
    products,
    product: new Uint16Array(count),
    timeMs: new Float64Array(count),
    price: new Float64Array(count),
    quantity: new Uint8Array(count),
  };
  let timeMs = START_MS;
  for (let tick = 0; tick < count; tick++) {
    const product = Math.floor(random() * products);
    timeMs += (random() * 2 * TICK_EVERY_MS) / products;
    const moved = (steps[product] as number) + Math.floor(random() * 7) - 3;
    steps[product] = moved;
    ticks.product[tick] = product;
    ticks.timeMs[tick] = Math.floor(timeMs);
    ticks.price[tick] = moved / PARTS;
    ticks.quantity[tick] = 1 + Math.floor(random() * 9);
  }
  return ticks;
}

/** A week of EURUSD, where the recordings are at hand: they have a licence of their own and are no part of this repository. */
export function recordedTicks(countMax: number): Ticks | undefined {
  if (!existsSync(RECORDED)) return undefined;
  const [head = '', ...lines] = gunzipSync(readFileSync(RECORDED)).toString('utf8').trim().split('\n');
  const names = head.split(',');
  const rows = lines.slice(0, countMax).map((line) => line.split(','));
  const column = (name: string) => Float64Array.from(rows, (cells) => Number(cells[names.indexOf(name)]));
  return {
    products: 1,
    product: new Uint16Array(rows.length),
    timeMs: column('ts_ms'),
    price: column('bid'),
    quantity: new Uint8Array(rows.length).fill(1),
  };
}

/** What one product's ticks are to a library that takes a list of objects; `shiftMs` moves the times. */
export function listed<T>(ticks: Ticks, make: (timeMs: number, price: number, quantity: number) => T, shiftMs = 0): T[][] {
  const lists: T[][] = Array.from({ length: ticks.products }, () => []);
  for (let tick = 0; tick < ticks.timeMs.length; tick++)
    lists[ticks.product[tick] as number]?.push(
      make((ticks.timeMs[tick] as number) + shiftMs, ticks.price[tick] as number, ticks.quantity[tick] as number),
    );
  return lists;
}
