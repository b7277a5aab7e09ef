/** The ticks of one synthetic minute: they open at its open, touch its high and its low, close at its close, and their volumes add up. */
import { MINUTE_MS } from '#domain/time-units.ts';
import type { PositionRandom } from './position-random.ts';
import type { StepBar } from './split-bar.ts';

export type StepTick = { readonly timeMs: number; readonly steps: number; readonly volume: number };

/** Ticks a second of a quiet and of a busy minute. */
const RATE_MIN = 1.2;
const RATE_MAX = 4.4;
/** A minute needs a tick for each of its four prices; a wild one has at most so many. */
const TICKS_MIN = 4;
const TICKS_MAX = 20_000;
/** Ticks for each largest jump that fits into the minute's range: each leg has a sixth of them and may use half a jump for its way. */
const TICKS_PER_JUMP = 18;
/** Range of a Brownian path over its standard deviation, on average (Feller 1951). */
const RANGE_PER_DEVIATION = 1.6;

/** Ascending ticks of a minute; no tick moves further from the one before than `jumpMax` (a fraction of the price). */
export function ticksOfMinute(bar: StepBar, random: PositionRandom, jumpMax: number): StepTick[] {
  const rate = RATE_MIN + (RATE_MAX - RATE_MIN) * random.uniform();
  const jumpSteps = Math.max(1, Math.floor(bar.open * jumpMax));
  const wanted = Math.round((rate * MINUTE_MS) / 1_000);
  const needed = Math.ceil((TICKS_PER_JUMP * (bar.high - bar.low)) / jumpSteps);
  const count = Math.min(TICKS_MAX, Math.max(TICKS_MIN, wanted, needed));
  const prices = pricesOf(bar, count, random, jumpSteps);
  const slotMs = MINUTE_MS / count;
  let given = 0;
  return prices.map((steps, at) => {
    const timeMs = bar.startMs + Math.floor((at + random.uniform()) * slotMs);
    const upTo = at === count - 1 ? bar.volume : Math.round((bar.volume * (at + random.uniform())) / count);
    const volume = Math.max(0, upTo - given);
    given = Math.max(given, upTo);
    return { timeMs, steps, volume };
  });
}

/** A path over the four prices: open, then high and low in either order, then close; between them small steps inside the bar. */
function pricesOf(bar: StepBar, count: number, random: PositionRandom, jumpSteps: number): number[] {
  const isHighFirst = random.uniform() < (bar.close > bar.open ? 0.3 : 0.7);
  // Each leg takes at least a sixth of the minute, so that no single tick can jump across it.
  const firstAt = Math.max(1, Math.floor(count * (1 / 6 + random.uniform() / 4)));
  const secondAt = Math.min(count - 2, Math.max(firstAt + 1, Math.floor(count * (7 / 12 + random.uniform() / 4))));
  const [first, second] = isHighFirst ? [bar.high, bar.low] : [bar.low, bar.high];
  const deviation = (bar.high - bar.low) / RANGE_PER_DEVIATION / Math.sqrt(count);
  const noiseMax = jumpSteps / 4;
  const prices = [bar.open];
  const leg = (toAt: number, target: number) => {
    let price = prices.at(-1) as number;
    for (let left = toAt - prices.length + 1; left > 0; left--) {
      const noise = deviation * Math.sqrt((left - 1) / left) * random.normal();
      const drawn = price + (target - price) / left + Math.max(-noiseMax, Math.min(noiseMax, noise));
      price = left === 1 ? target : Math.min(bar.high, Math.max(bar.low, drawn));
      prices.push(Math.round(price));
    }
  };
  leg(firstAt, first);
  leg(secondAt, second);
  leg(count - 1, bar.close);
  return prices;
}
