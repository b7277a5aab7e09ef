import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { Recording } from '#server/feed/recording.ts';
import { AGES, lastChangesOf, partsByAge } from '#server/micro/last-change.ts';
import type { MicroOdds, WinShares } from '#server/micro/micro-odds.ts';
import { recordedOdds } from '#server/micro/recorded-odds.ts';
import type { TickColumns } from '#server/micro/window-sweep.ts';
import { randomFrom } from '../domain/random.ts';
import { gainOf, play, Results, THREE_ERRORS, type Trader } from './coin-flips.ts';

describe('the last change of a price', () => {
  it('D9.168 parts a stretch without a gap by how long ago it was', () => {
    const bounds = [0, 250, 1_000, 4_000, 15_000, Number.POSITIVE_INFINITY];
    expect(bounds).toHaveLength(AGES + 1);
    const time = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 20_000 }), (changeMs, wait, lasts) => {
        const [fromMs, toMs] = [changeMs + wait, changeMs + wait + lasts];
        let atMs = fromMs;
        partsByAge(changeMs, fromMs, toMs, (age, beginMs, endMs) => {
          expect(beginMs).toBe(atMs);
          expect(beginMs - changeMs).toBeGreaterThanOrEqual(bounds[age] as number);
          expect(endMs - changeMs).toBeLessThanOrEqual(bounds[age + 1] as number);
          atMs = endMs;
        });
        expect(atMs).toBe(toMs);
      }),
    );
  });

  it('D9.168 is that of the newest tick whose price is another one than before', () => {
    const { times, ways } = lastChangesOf({ times: Float64Array.of(5, 6, 7, 8, 9), prices: Float64Array.of(3, 3, 4, 4, 2) });
    expect([...ways]).toEqual([0, 0, 1, 1, -1]);
    expect([...times].slice(2)).toEqual([7, 7, 9]);
  });
});

const PRODUCT = { id: 7, categoryId: 1 };
const FROM_MS = Date.UTC(2026, 0, 1);
const TICK_MS = 200;
const HOUR_TICKS = 18_000;

/** Ticks five times a second; one in eight changes the price by one to five steps, `reverting` of these against the change before. */
async function marketOf(hours: number, reverting: number): Promise<{ ticks: TickColumns; odds: MicroOdds }> {
  const recording = new Recording();
  const random = randomFrom(5);
  let [price, way] = [100_000, 1];
  const prices = Float64Array.from({ length: hours * HOUR_TICKS }, (_, at) => {
    if (random() < 0.125) {
      way *= random() < reverting ? -1 : 1;
      price += way * (1 + Math.floor(random() * 5));
    }
    recording.add(FROM_MS + at * TICK_MS, price, 0);
    return price;
  });
  const times = prices.map((_, at) => FROM_MS + at * TICK_MS);
  return { ticks: { times, prices }, odds: await recordedOdds({ recording, startMs: FROM_MS, product: PRODUCT }, 1) };
}

/** Goes with or against the last change, as long as that is at most a second old. */
const byLastChange =
  (isWith: boolean): NonNullable<Trader['side']> =>
  ({ prices }, { openAt }) => {
    for (let at = openAt; at > Math.max(0, openAt - 1_000 / TICK_MS); at--) {
      const moved = (prices[at] as number) - (prices[at - 1] as number);
      if (moved !== 0) return moved > 0 === isWith;
    }
    return undefined;
  };

describe('who presses just after a change', () => {
  it.each([
    ['reverts', 0.7, false],
    ['goes on', 0.3, true],
  ] as const)('D9.168 gains nothing where the price %s, and would by the ratios of a random side', async (_, reverting, isWith) => {
    const { ticks, odds } = await marketOf(6, reverting);
    const seconds = 5;
    const [guarded, unguarded] = [new Results('by the best press'), new Results('by a random side')];
    const trade = (results: Results, of: (shares: WinShares) => WinShares) => {
      const oddsAt = (openMs: number) => {
        const shares = odds.sharesOf(PRODUCT.id, seconds, openMs);
        return shares && of(shares);
      };
      play({ ticks, seconds, random: randomFrom(9), oddsAt }, [
        { results, ratio: { configured: decimal('0.95') }, side: byLastChange(isWith) },
      ]);
    };
    trade(guarded, (shares) => shares);
    trade(unguarded, ({ random }) => ({ random, best: random }));
    expect(unguarded.trades).toBeGreaterThan(1_000);
    expect(gainOf([unguarded]).p, gainOf([unguarded]).said).toBeLessThan(THREE_ERRORS);
    // It is still offered: at a lower ratio.
    expect(guarded.trades).toBe(unguarded.trades);
    expect(gainOf([guarded]).p, gainOf([guarded]).said).toBeGreaterThan(THREE_ERRORS);
    expect(guarded.mean).toBeLessThan(0);
  });

  it('D9.168 is counted from 1,000 trades one after another on, and for a chosen end up to the next duration', async () => {
    const at = FROM_MS + 20 * 60_000;
    const [short, long] = [await marketOf(1, 0.7), await marketOf(3, 0.7)];
    const shares = (of: { odds: MicroOdds }, below?: number) => of.odds.sharesOf(PRODUCT.id, 5, at, below) as WinShares;
    expect(shares(short).best).toBe(shares(short).random);
    expect(shares(long).best).toBeGreaterThan(shares(long).random);
    const going = await marketOf(6, 0.3);
    expect(shares(going, 30).best).toBeGreaterThanOrEqual(shares(going).best);
    expect(shares(going, 30).random).toBe(shares(going).random);
  });
});
