/** Laws that hold for any input: hedges cancel, rounding is fair, reading and writing are one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountFunds, equity, isMarginLevelAtOrBelow, usable } from '#domain/account.ts';
import type { MarginMode, Side } from '#domain/contract.ts';
import {
  decimal,
  decimalFromNumber,
  divideRounded,
  formatDecimal,
  type Lots,
  ONE,
  parseDecimal,
  roundDecimal,
  toNumber,
} from '#domain/decimal.ts';
import { lotsProblem, smallestLots } from '#domain/lots.ts';
import { lotsOfRisk } from '#domain/lots-of-risk.ts';
import { initialMargin, moneyOfPart } from '#domain/margin.ts';
import { microIncome, microProfit } from '#domain/micro.ts';
import { contractProfit } from '#domain/profit.ts';
import { stopOutPrice } from '#domain/stop-out-price.ts';
import { RUN_SEED } from './random.ts';

const RUNS = { seed: RUN_SEED, numRuns: 2_000 };
const units = (max: bigint) => fc.oneof(fc.bigInt({ min: 1n, max }), fc.constantFrom(1n, ONE, max));
const price = units(100_000n * ONE);
const lots = fc.oneof(units(50n * ONE), fc.constantFrom(50n * ONE, ONE / 100n));
const contractNumber = fc.constantFrom(1n, 100n, 1_000n, 5_000n).map((n) => n * ONE);
const quoteRate = fc.oneof(fc.constant(ONE), fc.constant(660_000n));
const money = fc.bigInt({ min: -1_000_000n * ONE, max: 1_000_000n * ONE });
const amount = fc.oneof(fc.constant(0n), units(1_000_000n * ONE));
const order = fc.record({ lots, contractNumber, quoteRate, price, leverage: fc.integer({ min: 1, max: 500 }) });

describe(`laws, SEED=${RUN_SEED}`, () => {
  it('a hedge of equal positions earns and loses nothing at any price', () => {
    fc.assert(
      fc.property(order, price, price, (terms, open, close) => {
        const leg = (side: Side, openPrice: bigint) => contractProfit({ ...terms, marginMode: 0, side, openPrice, price: close });
        expect(leg('buy', open) + leg('sell', open)).toBe(0n);
        expect(contractProfit({ ...terms, marginMode: 0, side: 'buy', openPrice: close, price: open })).toBe(leg('sell', open));
        expect(leg('buy', close)).toBe(0n);
      }),
      RUNS,
    );
  });

  it('margin does not depend on the side, falls with leverage, and parts add up to the whole', () => {
    fc.assert(
      fc.property(order, fc.constantFrom<MarginMode>(0, 1), fc.bigInt({ min: 1n, max: 9n }), (terms, marginMode, tenths) => {
        const whole = initialMargin({ ...terms, marginMode });
        expect(initialMargin({ ...terms, marginMode, leverage: terms.leverage + 1 })).toBeLessThanOrEqual(whole);
        const part = moneyOfPart({ money: whole, lots: (terms.lots * tenths) / 10n, wholeLots: terms.lots });
        expect(part).toBeGreaterThanOrEqual(0n);
        expect(part).toBeLessThanOrEqual(whole);
        expect(moneyOfPart({ money: whole, lots: terms.lots, wholeLots: terms.lots })).toBe(whole);
      }),
      RUNS,
    );
  });

  it('rounding moves by half a step at most, is idempotent and mirrors at zero', () => {
    fc.assert(
      fc.property(money, fc.integer({ min: 0, max: 8 }), (value, digits) => {
        const rounded = roundDecimal(value, digits);
        const step = 10n ** BigInt(8 - digits);
        const error = rounded > value ? rounded - value : value - rounded;
        expect(error * 2n).toBeLessThanOrEqual(step);
        expect(rounded % step).toBe(0n);
        expect(roundDecimal(rounded, digits)).toBe(rounded);
        expect(roundDecimal(-value, digits)).toBe(-rounded);
        if (error * 2n === step) expect(rounded > value).toBe(value > 0n);
      }),
      RUNS,
    );
  });

  it('a division rounded does not care about signs moved from one side to the other', () => {
    fc.assert(
      fc.property(money, units(1_000n), (top, bottom) => {
        expect(divideRounded(top, bottom)).toBe(divideRounded(-top, -bottom));
        expect(divideRounded(top * bottom, bottom)).toBe(top);
      }),
      RUNS,
    );
  });

  it('what is written is read back, as text and as a JSON number of up to 15 digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (value) => {
        expect(parseDecimal(formatDecimal(value))).toBe(value);
        const short = value / 1_000n;
        expect(decimalFromNumber(toNumber(short))).toBe(short);
      }),
      RUNS,
    );
  });

  it('usable is never below zero, never above the balance, and no taking of it brings equity below the margin held', () => {
    const funds = fc.record({ balance: amount, margin: amount, pending: amount, deficit: amount, floatingProfit: money });
    fc.assert(
      fc.property(funds, (account: AccountFunds) => {
        const left = usable(account);
        expect(left).toBeGreaterThanOrEqual(0n);
        expect(left).toBeLessThanOrEqual(account.balance);
        if (left > 0n) expect(equity(account) - left).toBeGreaterThanOrEqual(account.margin + account.pending);
      }),
      RUNS,
    );
  });

  it('at the stop-out price the account is stopped out, one step before it is not', () => {
    const question = fc.record({
      terms: order,
      side: fc.constantFrom<Side>('buy', 'sell'),
      equityNow: units(1_000_000n * ONE),
      precision: fc.constantFrom(2, 3, 5),
    });
    fc.assert(
      fc.property(question, ({ terms, side, equityNow, precision }) => {
        const margin = initialMargin({ ...terms, marginMode: 0 });
        const level = 50n * ONE;
        const found = stopOutPrice({
          price: terms.price,
          positions: [{ ...terms, side }],
          equity: equityNow,
          margin,
          stopOutLevel: level,
          pricePrecision: precision,
        });
        const step = 10n ** BigInt(8 - precision);
        fc.pre(found !== undefined && found > step && margin > 0n);
        const stopped = (at: bigint) => {
          const moved = (at - terms.price) * (side === 'buy' ? 1n : -1n) * terms.lots * terms.contractNumber * terms.quoteRate;
          // equity x 100 <= margin x level, all in units of 10^-32, so that nothing is rounded here.
          return (equityNow * ONE ** 3n + moved) * 100n <= (margin * level * ONE ** 3n) / ONE;
        };
        const beyond = side === 'buy' ? -step : step;
        expect(stopped((found as bigint) + beyond)).toBe(true);
        expect(stopped((found as bigint) - beyond)).toBe(false);
      }),
      RUNS,
    );
  });

  it('stop-out compares fractions: at or below exactly when 100 x equity <= level x margin', () => {
    fc.assert(
      fc.property(amount, money, (margin, floatingProfit) => {
        const account = { balance: 0n, margin, pending: 0n, deficit: 0n, floatingProfit };
        const expected = margin > 0n && equity(account) * 2n <= margin;
        expect(isMarginLevelAtOrBelow(account, decimal('50'))).toBe(expected);
      }),
      RUNS,
    );
  });

  it('lots of a risk never lose more than the risk, and one step more would', () => {
    fc.assert(
      fc.property(order, price, units(100_000n * ONE), (terms, stop, risk) => {
        fc.pre(stop !== terms.price);
        const pip = ONE / 100n;
        const found = lotsOfRisk({ ...terms, stop, risk, pip }) as Lots;
        const distance = stop > terms.price ? stop - terms.price : terms.price - stop;
        const loss = (size: bigint) => distance * size * terms.contractNumber * terms.quoteRate;
        expect(loss(found)).toBeLessThanOrEqual(risk * ONE ** 3n);
        expect(loss(found + pip)).toBeGreaterThan(risk * ONE ** 3n);
        expect(found % pip).toBe(0n);
      }),
      RUNS,
    );
  });

  it('the smallest size may be sent, and nothing below it', () => {
    const rules = fc.record({
      pip: fc.constantFrom(ONE / 100n, ONE / 10n, 3n),
      min: units(ONE),
      max: fc.bigInt({ min: 2n * ONE, max: 50n * ONE }),
    });
    fc.assert(
      fc.property(rules, (of) => {
        expect(lotsProblem(smallestLots(of), of)).toBeUndefined();
        expect(lotsProblem(smallestLots(of) - of.pip, of)).toBeDefined();
      }),
      RUNS,
    );
  });

  it('a micro trade at its open price wins on both sides; otherwise exactly one side wins', () => {
    const micro = fc.record({ stake: amount, ratio: units(2n * ONE), openPrice: price, price });
    fc.assert(
      fc.property(micro, fc.constantFrom('0', '1'), (terms, lossLevel) => {
        const income = microIncome(terms);
        const yields = (side: 'up' | 'down', at: bigint) => microProfit({ ...terms, side, price: at, lossLevel });
        expect([yields('up', terms.openPrice), yields('down', terms.openPrice)]).toEqual([income, income]);
        fc.pre(terms.price !== terms.openPrice);
        const loss = 0n - (lossLevel === '0' ? terms.stake : income);
        expect(yields('up', terms.price) + yields('down', terms.price)).toBe(income + loss);
      }),
      RUNS,
    );
  });
});
