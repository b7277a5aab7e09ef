/**
 * Nobody gains by micro trades on average: coin flips, and sides and moments chosen by what was just seen, at every duration and ratio that would be
 * offered, on the synthetic market and on every recording beside the project. `TEST_LONG=1` plays a month of all products.
 */
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { MicroOdds } from '#server/micro/micro-odds.ts';
import type { TickColumns } from '#server/micro/window-sweep.ts';
import { RUN_SEED, randomFrom } from '../domain/random.ts';
import { SEEDED } from '../feed/seeded-products.ts';
import { gainOf, play, Results, THREE_ERRORS, type Trade, type Trader } from './coin-flips.ts';
import { RECORDED_ID, RECORDINGS, recorded } from './recorded-ticks.ts';
import { oddsOf, seeded, ticksOf } from './synthetic-ticks.ts';

const LONG = Boolean(process.env.TEST_LONG);
const DURATIONS = [5, 10, 30, 60, 120, 300];
const CONFIGURED = LONG ? ['0.7', '0.8', '0.85', '0.95'] : ['0.8', '0.95'];
/** Where nothing is lowered. */
const UNGUARDED = 0.85;
/** Fri 2026-03-06 00:00 UTC: two busy days and a weekend among four. */
const FROM_MS = Date.UTC(2026, 2, 6);
const PRODUCTS = LONG ? SEEDED : ['EURUSD', 'USDSGD', 'BTCUSD'].map(seeded);
const HOURS = LONG ? 30 * 24 : 18;
const PIECE_HOURS = 6;

type Side = (ticks: TickColumns, trade: Trade, random: () => number) => boolean | undefined;
const movedUp = ({ prices }: TickColumns, at: number, back: number): number =>
  (prices[at] as number) - (prices[Math.max(0, at - back)] as number);
const follows =
  (back: number, isWith: boolean): Side =>
  (ticks, { openAt }) => {
    const moved = movedUp(ticks, openAt, back);
    return moved === 0 ? undefined : moved > 0 === isWith;
  };
const isStill = (ticks: TickColumns, at: number): boolean => [1, 2, 3].every((back) => movedUp(ticks, at, back) === 0);
/** The last move, the last ten moves, and a market that stands still: with them, against them. */
const INFORMED: readonly { name: string; side: Side }[] = [
  { name: 'with the last tick', side: follows(1, true) },
  { name: 'against the last tick', side: follows(1, false) },
  { name: 'with the last ten ticks', side: follows(10, true) },
  { name: 'against the last ten ticks', side: follows(10, false) },
  {
    name: 'a coin where the price stands still',
    side: (ticks, { openAt }, random) => (isStill(ticks, openAt) ? random() < 0.5 : undefined),
  },
];

/** Results of a product's ticks for each duration and configured ratio, added to what there is. */
class Family {
  readonly guarded = new Map<string, Results>();
  readonly unguarded = new Map<string, Results>();
  readonly informed = new Map<string, Results>();

  play(of: { name: string; ticks: TickColumns; odds: MicroOdds; id: number; seed: number }): void {
    const { name, ticks, odds, id, seed } = of;
    for (const seconds of DURATIONS) {
      const resultOf = (all: Map<string, Results>, way: string) => resultsOf(all, `${name}, ${seconds} s, ${way}`);
      const traders: Trader[] = [
        ...CONFIGURED.map((text) => ({ results: resultOf(this.guarded, text), ratio: { configured: decimal(text) } })),
        { results: resultOf(this.unguarded, String(UNGUARDED)), ratio: { unguarded: UNGUARDED } },
        ...INFORMED.map(({ name: way, side }) => ({ results: resultOf(this.informed, way), ratio: { configured: decimal('0.95') }, side })),
      ];
      const random = randomFrom(RUN_SEED + seed * 100 + seconds);
      play({ ticks, seconds, random, oddsAt: (openMs) => odds.sharesOf(id, seconds, openMs) }, traders);
    }
  }
}

function resultsOf(all: Map<string, Results>, name: string): Results {
  const known = all.get(name) ?? new Results(name);
  all.set(name, known);
  return known;
}

const played = (all: ReadonlyMap<string, Results>): Results[] => [...all.values()].filter(({ trades }) => trades > 0);

function expectNoGain(all: ReadonlyMap<string, Results>): void {
  const { p, said } = gainOf(played(all));
  expect(p, said).toBeGreaterThan(THREE_ERRORS);
}
function expectGain(all: ReadonlyMap<string, Results>): void {
  const { p, said } = gainOf(played(all));
  expect(p, said).toBeLessThan(THREE_ERRORS / 1_000);
}

describe(`coin flips over ${HOURS} hours of ${PRODUCTS.length} products of the synthetic market`, { timeout: 7_200_000 }, () => {
  const family = new Family();
  it('D9.19 gain nothing at any duration and ratio that would be offered', () => {
    for (const product of PRODUCTS) {
      let steps = product.seedSteps;
      const odds = oddsOf([product], { stepsOf: () => steps });
      for (let hour = 0; hour < HOURS; hour += PIECE_HOURS) {
        const fromMs = FROM_MS + hour * HOUR_MS;
        const ticks = ticksOf(product, { seed: hour, fromMs, toMs: fromMs + PIECE_HOURS * HOUR_MS, steps });
        family.play({ name: product.code, ticks, odds, id: product.id, seed: hour + product.id * 1_000 });
        steps = ticks.prices.at(-1) as number;
      }
    }
    expect(played(family.guarded).length).toBeGreaterThan((family.guarded.size * 3) / 4);
    expectNoGain(family.guarded);
  });

  it('D9.19 would gain where the ratio were not lowered', () => expectGain(family.unguarded));

  it('D9.130 gain nothing either when the side is chosen by the last moves, or the moment by a calm', () => {
    expect(played(family.informed).length).toBeGreaterThan((family.informed.size * 3) / 4);
    expectNoGain(family.informed);
  });
});

const isThere = RECORDINGS.length > 0;
describe.skipIf(!isThere)(
  `coin flips over recordings${isThere ? '' : ' (not tried: none are beside the project)'}`,
  { timeout: 600_000 },
  () => {
    const family = new Family();
    it('D9.19 gain nothing at any duration and ratio that would be offered, on at least three recordings', async () => {
      for (const [at, set] of RECORDINGS.entries()) {
        const { ticks, odds } = await recorded(set);
        family.play({ name: set, ticks, odds, id: RECORDED_ID, seed: at });
      }
      const names = new Set(played(family.guarded).map(({ name }) => name.split(',')[0]));
      expect(names.size).toBeGreaterThanOrEqual(3);
      expectNoGain(family.guarded);
    });

    it('D9.19 would gain where the ratio were not lowered', () => expectGain(family.unguarded));

    it('D9.131 D9.168 gain nothing either when the side is chosen by the last moves, or the moment by a calm', () => {
      expectNoGain(family.informed);
    });
  },
);
