/**
 * Somebody who tries to drain the house by nights (decision D9.93): in one account they hold what they have sold from another, at the highest
 * leverage and with as little money as they may, and let the market do its worst to the one that pays. The model keeps the laws of the market
 * and of the stop-out; the rates are at the bound, or beyond it.
 */
import { describe, expect, it } from 'vitest';
import { type AccountFunds, equity, isMarginLevelAtOrBelow } from '#domain/account.ts';
import { sideSign } from '#domain/contract.ts';
import { decimal, formatDecimal, type Lots, type Money, ONE, type Price, type Ratio } from '#domain/decimal.ts';
import { nightFinancing } from '#domain/financing.ts';
import { nightRateMost, stopOutLevelLeast } from '#domain/financing-bound.ts';
import { initialMargin } from '#domain/margin.ts';
import { contractProfit } from '#domain/profit.ts';
import { RUN_SEED, randomFrom } from './random.ts';

const STORIES = 300;
const STEPS_MAX = 400;
/** Rounding of money, by position and posting. */
const GRAIN: Money = decimal<Money>('0.00001');
const CONTRACT = decimal<Ratio>('100000');
/** A price moves so far from one tick to the next at most, and so far from where positions were opened. */
const MOVE_MAX = 0.0005;
const RISE_MAX = 1.25;

type Random = () => number;
const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

type Position = { side: 'buy' | 'sell'; lots: Lots; openPrice: Price; margin: Money; leverage: number };
const terms = { contractNumber: CONTRACT, quoteRate: ONE, marginMode: 0 } as const;

/** The account that pays, at one moment of the story. */
class Payer {
  cash: Money;
  positions: Position[];
  constructor(cash: Money, positions: Position[]) {
    this.cash = cash;
    this.positions = positions;
  }

  funds(price: Price): AccountFunds {
    const margin = this.positions.reduce<Money>((sum, it) => sum + it.margin, 0n);
    const floatingProfit = this.positions.reduce<Money>((sum, it) => sum + contractProfit({ ...terms, ...it, price }), 0n);
    // What a night took beyond the cash is a deficit: to equity it is all one.
    return { balance: this.cash - margin, margin, pending: 0n, deficit: 0n, floatingProfit };
  }

  /** The largest loss first, until the level is good. */
  stopOut(price: Price, level: Ratio): void {
    const profitOf = (it: Position) => contractProfit({ ...terms, ...it, price });
    while (isMarginLevelAtOrBelow(this.funds(price), level)) {
      const worst = this.positions.reduce((a, b) => (profitOf(b) < profitOf(a) ? b : a));
      this.cash += profitOf(worst);
      this.positions = this.positions.filter((it) => it !== worst);
    }
  }

  night(price: Price, rate: Ratio, nights: 1 | 3): void {
    for (const { lots } of this.positions) this.cash += nightFinancing({ ...terms, lots, price, rate, nights });
  }
}

type Story = { readonly seed: number; readonly timesBound: number };

/** What the payer was worth at the worst moment behind a tick: below zero somebody else pays it. */
function worstEquity({ seed, timesBound }: Story): Money {
  const random = randomFrom(seed);
  const leverages = pick(random, [[500], [20, 500], [100, 200], [50], [5, 20]] as const);
  const level = decimal<Ratio>(pick(random, ['100', '80', '50', '35.5']));
  const tripleOn = pick(random, [undefined, 3] as const);
  const most = nightRateMost({ tripleOn }, BigInt(Math.max(...leverages)) * ONE, level);
  const rate: Ratio = -((most * BigInt(Math.round(timesBound * 1_000))) / 1_000n);
  const side = pick(random, ['buy', 'sell'] as const);
  const opened = pick(random, [1.08345, 0.65, 151.234, 2_045.5]);
  const openPrice = decimal<Price>(opened.toFixed(5));
  const positions = Array.from({ length: 1 + Math.floor(random() * 3) }, (): Position => {
    const lots = decimal<Lots>((0.1 + random() * 20).toFixed(2));
    const leverage = pick(random, leverages);
    return { side, lots, openPrice, leverage, margin: initialMargin({ ...terms, lots, price: openPrice, leverage }) };
  });
  const margin = positions.reduce<Money>((sum, it) => sum + it.margin, 0n);
  const payer = new Payer((margin * BigInt(1_000 + Math.floor(random() * 200))) / 1_000n, positions);
  // Against the payer, mostly; a sold position is worth the more the worse it goes.
  const against = -Number(sideSign(side));
  let price = opened;
  let worst: Money = 0n;
  for (let step = 0; step < STEPS_MAX && payer.positions.length > 0; step++) {
    if (random() < 0.3) payer.night(decimal<Price>(price.toFixed(5)), rate, tripleOn === undefined ? 1 : pick(random, [1, 3] as const));
    const way = random() < 0.8 ? against : -against;
    const moved = price * (1 + way * MOVE_MAX * (random() < 0.5 ? 1 : random()));
    const within = Math.min(opened * RISE_MAX, Math.max(opened / RISE_MAX, moved)) * 1e5;
    price = (way > 0 ? Math.floor(within) : Math.ceil(within)) / 1e5;
    const now = decimal<Price>(price.toFixed(5));
    payer.stopOut(now, level);
    const left = equity(payer.funds(now));
    worst = left < worst ? left : worst;
  }
  return worst;
}

const stories = (timesBound: number) =>
  Array.from({ length: STORIES }, (_, at) => {
    const seed = RUN_SEED + at;
    return { seed, worst: worstEquity({ seed, timesBound }) };
  });

describe(`who tries to drain the house by nights, SEED=${RUN_SEED}`, () => {
  it('D9.93: at the bound nobody ever owes more than they have', () => {
    for (const times of [1, 0.5]) {
      const owing = stories(times).filter(({ worst }) => worst < -GRAIN);
      expect(owing.map(({ seed, worst }) => `SEED=${seed} owes ${formatDecimal(worst)}`)).toEqual([]);
    }
  });

  it('beyond the bound somebody does: the attack is one', () => {
    expect(stories(4).filter(({ worst }) => worst < -GRAIN).length).toBeGreaterThan(0);
  });

  it('D9.93: a rate is allowed at a level exactly when the level is allowed at the rate', () => {
    const random = randomFrom(RUN_SEED);
    for (let at = 0; at < 20_000; at++) {
      const leverage: Ratio = BigInt(Math.ceil(random() * 500 * 100)) * (ONE / 100n);
      const level: Ratio = BigInt(100 + Math.floor(random() * 9_901)) * (ONE / 100n);
      const tripleOn = pick(random, [undefined, 5] as const);
      const most = nightRateMost({ tripleOn }, leverage, level);
      const leastOf = (rate: Ratio) => stopOutLevelLeast({ long: -rate, short: 0n, tripleOn }, leverage);
      const about = `1:${formatDecimal(leverage)} ${formatDecimal(level)} %`;
      if (most > 0n) expect(leastOf(most) <= level, about).toBe(true);
      expect(leastOf(most + 1n) > level || most === 0n, `${about}, one more`).toBe(true);
    }
  });
});
