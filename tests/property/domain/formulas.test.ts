/** 100,000 random cases of every money formula against the oracle, edge values among them. The seed stands in each failure. */
import { describe, expect, it } from 'vitest';
import { type AccountFunds, equity, isMarginLevelAtOrBelow, marginLevelPercent, usable } from '#domain/account.ts';
import { changePercent } from '#domain/change-percent.ts';
import type { MarginMode, Position, Side } from '#domain/contract.ts';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { type Nights, nightFinancing } from '#domain/financing.ts';
import { initialMargin } from '#domain/margin.ts';
import { microProfit } from '#domain/micro.ts';
import { contractProfit } from '#domain/profit.ts';
import { stopOutPrice } from '#domain/stop-out-price.ts';
import * as oracle from './oracle.ts';
import { RUN_SEED, randomFrom } from './random.ts';

const CASES = 100_000;

/** Draws of one run; every draw gives edge values every now and then. */
function draws(seed: number) {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(...values: readonly T[]): T => values[below(values.length)] as T;
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('');
  const number = (wholeMax: number, digitsMax: number) => {
    const fraction = digits(below(digitsMax + 1));
    return `${below(wholeMax)}${fraction && `.${fraction}`}`;
  };
  /** A price: a tie with another one, a whole, a smallest step, eight digits. */
  const price = (near?: string) => {
    if (near !== undefined && random() < 0.1) return near;
    return pick(number(3, 5), number(200, 3), number(100_000, 8), number(5_000, 2), '0.00000001', '1', `${1 + below(99)}.00000005`);
  };
  const positive = (value: string) => (Number(value) > 0 ? value : '1');
  return {
    random,
    below,
    pick,
    number,
    price: (near?: string) => positive(price(near)),
    lots: () => pick('50', '0.1', '0.02', '0.01000001', positive(number(50, 2)), positive(number(50, 8))),
    contractNumber: () => pick('1', '100', '1000', '5000', '100000'),
    quoteRate: () => pick('1', '1', '0.0066', '1.27000001', '0.00000001', positive(number(3, 8))),
    leverage: () => pick(1, 2, 3, 5, 7, 20, 50, 100, 200, 333, 500),
    money: () => pick('0', '0.005', '-0.005', '10000', number(1_000_000, 6), `-${number(1_000_000, 6)}`, number(100, 8)),
    amount: () => pick('0', '0.005', '10000', number(1_000_000, 6), number(100, 8)),
  };
}

const trimmed = (value: bigint) => formatDecimal(value);
/** '-0' and '0' are one money. */
const plain = (text: string) => text.replace(/^-0$/, '0');

type Compared = { ours: string; theirs: string; input: unknown };

/** Runs every case and reports the first that differs, with what reproduces it. A draw beyond 64 bits is drawn again. */
function compare(name: string, seed: number, work: (draw: ReturnType<typeof draws>) => Compared | undefined) {
  const draw = draws(seed);
  for (let index = 0; index < CASES; ) {
    const compared = work(draw);
    if (!compared) continue;
    const { ours, theirs, input } = compared;
    if (ours !== plain(theirs)) expect.fail(`${name}: SEED=${RUN_SEED} case ${index}: ${ours}, oracle ${theirs}: ${JSON.stringify(input)}`);
    index++;
  }
}

/** An order that fits 64 bits at any of the draws; what does not fit is left to the unit tests of the range. */
function order(
  draw: ReturnType<typeof draws>,
): { text: oracle.OracleOrder; ours: Position & { leverage: number; price: bigint } } | undefined {
  const openPrice = draw.price();
  const text = {
    side: draw.pick<Side>('buy', 'sell'),
    lots: draw.lots(),
    contractNumber: draw.contractNumber(),
    quoteRate: draw.quoteRate(),
    marginMode: draw.pick<MarginMode>(0, 1),
    leverage: draw.leverage(),
    openPrice,
    price: draw.price(openPrice),
  };
  const size =
    Number(text.lots) * Number(text.contractNumber) * Number(text.quoteRate) * Math.max(1, Number(openPrice), Number(text.price));
  if (size > 9e10) return undefined;
  return {
    text,
    ours: {
      side: text.side,
      lots: decimal(text.lots),
      contractNumber: decimal(text.contractNumber),
      quoteRate: decimal(text.quoteRate),
      marginMode: text.marginMode,
      leverage: text.leverage,
      openPrice: decimal(openPrice),
      price: decimal(text.price),
    },
  };
}

describe(`formulas against the oracle, SEED=${RUN_SEED}`, () => {
  it('S1-9.11 margin, 100,000 random cases', () => {
    compare('margin', RUN_SEED, (draw) => {
      const it = order(draw);
      if (!it) return undefined;
      return {
        ours: trimmed(initialMargin({ ...it.ours, price: it.ours.openPrice })),
        theirs: oracle.oracleMargin(it.text),
        input: it.text,
      };
    });
  });

  it('S1-9.09 fee, 100,000 random cases', () => {
    compare('fee', RUN_SEED + 1, (draw) => {
      const input = { feeType: draw.pick('0', '1', '2'), lots: draw.lots(), margin: draw.number(1_000_000, 6), rate: draw.number(60, 8) };
      const ours = tradeFee({
        feeType: input.feeType,
        lots: decimal(input.lots),
        margin: decimal(input.margin),
        rate: decimal(input.rate),
      });
      return { ours: trimmed(ours), theirs: oracle.oracleFee(input.feeType, input.lots, input.margin, input.rate), input };
    });
  });

  it('contract profit, 100,000 random cases', () => {
    compare('profit', RUN_SEED + 2, (draw) => {
      const it = order(draw);
      if (!it) return undefined;
      return { ours: trimmed(contractProfit(it.ours)), theirs: oracle.oracleProfit(it.text), input: it.text };
    });
  });

  it('D9.67 a night of financing, 100,000 random cases', () => {
    compare('financing', RUN_SEED + 5, (draw) => {
      const it = order(draw);
      const rate = `${draw.pick('', '-')}${draw.pick('0', '0.00008', '0.01', '0.00000001', `0.00${draw.number(999_999, 0)}`)}`;
      const nights = draw.pick<Nights>(0, 1, 3);
      if (!it) return undefined;
      const ours = trimmed(nightFinancing({ ...it.ours, rate: decimal(rate), nights }));
      return { ours, theirs: oracle.oracleNight(it.text, rate, nights), input: { ...it.text, rate, nights } };
    });
  });

  it('equity, usable, margin level and stop-out, 100,000 random cases', () => {
    compare('account', RUN_SEED + 3, (draw) => {
      const text = {
        balance: draw.amount(),
        margin: draw.amount(),
        pending: draw.amount(),
        deficit: draw.amount(),
        floatingProfit: draw.money(),
      };
      // Exactly at the stop-out level of 50 %, or a hair beside it.
      if (draw.random() < 0.1) {
        const half = formatDecimal(decimal(text.margin) / 2n + decimal(draw.pick('0', '0', '0.00000001')));
        Object.assign(text, { balance: '0', pending: '0', deficit: '0', floatingProfit: half === '0' ? '0' : `-${half}` });
      }
      const funds: AccountFunds = {
        balance: decimal(text.balance),
        margin: decimal(text.margin),
        pending: decimal(text.pending),
        deficit: decimal(text.deficit),
        floatingProfit: decimal(text.floatingProfit),
      };
      const percent = marginLevelPercent(funds);
      const ours = [
        trimmed(equity(funds)),
        trimmed(usable(funds)),
        percent === undefined ? '--' : trimmed(percent),
        isMarginLevelAtOrBelow(funds, decimal('50')),
      ];
      const theirs = [
        oracle.oracleEquity(text),
        oracle.oracleUsable(text),
        oracle.oracleMarginLevel(text),
        oracle.oracleIsStopOut(text, '50'),
      ];
      return { ours: ours.join(' '), theirs: theirs.join(' ').replaceAll(/(?<![\d.])-0(?![\d.])/g, '0'), input: text };
    });
  });

  it('stop-out price, 100,000 random cases', () => {
    compare('stop-out price', RUN_SEED + 4, (draw) => {
      const lots = draw.lots();
      const question = {
        price: draw.price(),
        legs: Array.from({ length: 1 + draw.below(3) }, () => ({
          side: draw.pick<Side>('buy', 'sell'),
          lots: draw.random() < 0.3 ? lots : draw.lots(),
        })),
        contractNumber: draw.contractNumber(),
        quoteRate: draw.pick('1', '0.0066', '1.27000001'),
        equity: draw.money(),
        margin: draw.amount(),
        level: draw.pick('50', '100', '0', '33.33'),
        precision: draw.pick(0, 2, 3, 5, 8),
      };
      const theirs = oracle.oracleStopOutPrice(question);
      if (theirs !== '--' && Number(theirs) > 9e10) return undefined;
      const ours = stopOutPrice({
        price: decimal(question.price),
        positions: question.legs.map((leg) => ({
          side: leg.side,
          lots: decimal(leg.lots),
          contractNumber: decimal(question.contractNumber),
          quoteRate: decimal(question.quoteRate),
        })),
        equity: decimal(question.equity),
        margin: decimal(question.margin),
        stopOutLevel: decimal(question.level),
        pricePrecision: question.precision,
      });
      return { ours: ours === undefined ? '--' : trimmed(ours), theirs, input: question };
    });
  });

  it('S1-4.16 S1-4.17 S1-4.19 micro result, 100,000 random cases', () => {
    compare('micro', RUN_SEED + 5, (draw) => {
      const openPrice = draw.price();
      const text = {
        side: draw.pick<'up' | 'down'>('up', 'down'),
        stake: draw.number(100_000, 2),
        ratio: draw.pick('0.85', '0.8', '1', '0', draw.number(2, 8)),
        openPrice,
        price: draw.price(openPrice),
        lossLevel: draw.pick('0', '1'),
      };
      const ours = microProfit({
        side: text.side,
        stake: decimal(text.stake),
        ratio: decimal(text.ratio),
        openPrice: decimal(openPrice),
        price: decimal(text.price),
        lossLevel: text.lossLevel,
      });
      return { ours: trimmed(ours), theirs: oracle.oracleMicro(text), input: text };
    });
  });

  it('change percent, 100,000 random cases', () => {
    compare('change', RUN_SEED + 6, (draw) => {
      const open = draw.random() < 0.05 ? '0' : draw.price();
      const close = draw.price(Number(open) > 0 ? open : undefined);
      const theirs = oracle.oracleChange(open, close);
      if (Number(theirs) > 9e10) return undefined;
      return { ours: trimmed(changePercent({ open: decimal(open), close: decimal(close) })), theirs, input: { open, close } };
    });
  });
});
