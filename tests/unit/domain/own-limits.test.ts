import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import {
  askedLimit,
  boundProblem,
  brokenLimit,
  holdingLimit,
  isLooser,
  type LimitKind,
  LOOSER_AFTER_MS,
  limitAt,
  NO_LIMIT,
  type OwnLimit,
  shownUsed,
  typedBound,
} from '#domain/own-limits.ts';
import { DAY_MS } from '#domain/time-units.ts';

const NOW = 1_772_618_400_000;
const at = (days: number): number => NOW + days * DAY_MS;
const set = (bound: bigint | undefined): OwnLimit => ({ bound, next: undefined, nextAtMs: 0 });

describe('what is typed as a limit', () => {
  it.each([
    ['loss_day', '', undefined],
    ['loss_day', '0', 0n],
    ['deposit_month', '12.5', 1_250_000_000n],
    ['turnover_week', '9999999999.99', 999_999_999_999_000_000n],
    ['micro_day', '7', 7n],
    ['micro_day', '999999', 999_999n],
  ] as const)('D9.382 %s %j is a limit', (kind, text, bound) => expect(typedBound(kind, text)).toEqual({ bound }));

  it.each([
    ...(['1.005', '-5', '12345678901', '1e3', ' 1', '.5', '5.', 'x'] as const).map((text) => ['loss_day', text] as const),
    ...(['1.0', '-1', '1234567', 'x'] as const).map((text) => ['micro_day', text] as const),
  ])('D9.382 %s %j is none', (kind, text) => expect(typedBound(kind, text)).toBeUndefined());

  it.each([
    ['loss_day', '12.5', undefined],
    ['loss_day', '12345678901', 'too-long'],
    ['loss_day', '12345678901.005', 'too-long'],
    ['loss_day', '1.005', 'no-limit'],
    ['loss_day', '-12345678901', 'no-limit'],
    ['loss_day', 'abcdefghijkl', 'no-limit'],
    ['micro_day', '1234567', 'too-long'],
    ['micro_day', '7.5', 'no-limit'],
  ] as const)('D9.403 %s %j: %s', (kind, text, problem) => expect(boundProblem(kind, text)).toBe(problem));
});

describe('limits on oneself', () => {
  it.each([
    ['99.996', '99.99'],
    ['99.99999999', '99.99'],
    ['100', '100'],
    ['100.004', '100'],
    ['0.004', '0'],
  ])('D9.382 %s used reads %s: a limit never reads as full before it is', (used, shown) =>
    expect(shownUsed(decimal(used))).toBe(decimal(shown)),
  );

  it('D9.238 a first limit and a tighter one hold at once', () => {
    expect(askedLimit(NO_LIMIT, 100n, NOW)).toEqual(set(100n));
    expect(askedLimit(set(100n), 40n, NOW)).toEqual(set(40n));
  });

  it('D9.238 a looser one, and none at all, wait seven days', () => {
    const asked = askedLimit(set(100n), 200n, NOW);
    expect(asked).toEqual({ bound: 100n, next: 200n, nextAtMs: at(7) });
    expect(limitAt(asked, at(7) - 1, 0)).toEqual(asked);
    expect(limitAt(asked, at(7), 0)).toEqual(set(200n));
    const none = askedLimit(set(100n), undefined, NOW);
    expect(limitAt(none, at(7), 0)).toEqual(NO_LIMIT);
  });

  it('D9.238 a tighter one takes back the looser one that waits; so does the one that holds, asked for again', () => {
    const waiting = askedLimit(set(100n), 200n, NOW);
    expect(askedLimit(waiting, 50n, at(1))).toEqual(set(50n));
    expect(askedLimit(waiting, 100n, at(1))).toEqual(set(100n));
  });

  it('D9.238 asked for twice, a looser one keeps its time; a still looser one begins anew', () => {
    const waiting = askedLimit(set(100n), 200n, NOW);
    expect(askedLimit(waiting, 200n, at(6))).toEqual(waiting);
    expect(askedLimit(waiting, 150n, at(6))).toEqual({ bound: 100n, next: 150n, nextAtMs: at(7) });
    expect(askedLimit(waiting, 300n, at(6))).toEqual({ bound: 100n, next: 300n, nextAtMs: at(13) });
  });

  it('D9.239 a lock of the settings holds back what waits until it ends', () => {
    const waiting = askedLimit(set(100n), 200n, NOW);
    expect(limitAt(waiting, at(8), at(20))).toEqual(waiting);
    expect(limitAt(waiting, at(20), at(20))).toEqual(set(200n));
    expect(isLooser(set(100n), undefined)).toBe(true);
    expect(isLooser(set(100n), 100n)).toBe(false);
    expect(isLooser(NO_LIMIT, 100n)).toBe(false);
  });

  it('D9.238 no row of wishes ever lets through what was not asked for seven days before and never forbidden since', () => {
    const bound = fc.option(fc.bigInt({ min: 0n, max: 20n }), { nil: undefined });
    const wishes = fc.array(fc.record({ afterDays: fc.integer({ min: 0, max: 9 }), asked: bound }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(bound, wishes, (first, rows) => {
        let limit = set(first);
        let nowMs = NOW;
        const asked: { atMs: number; bound: bigint | undefined }[] = [];
        for (const wish of rows) {
          nowMs += wish.afterDays * DAY_MS;
          limit = limitAt(limit, nowMs, 0);
          const before = limit.bound;
          const isAllowed = (amount: bigint, by: bigint | undefined) => by === undefined || amount <= by;
          for (let amount = 0n; amount <= 21n; amount++) {
            if (!isAllowed(amount, before) || isAllowed(amount, first)) continue;
            // It was forbidden at first: some wish of a week ago or more allowed it, and none since forbade it.
            const since = asked.findIndex((one) => isAllowed(amount, one.bound) && one.atMs + LOOSER_AFTER_MS <= nowMs);
            expect(since).toBeGreaterThanOrEqual(0);
          }
          limit = askedLimit(limit, wish.asked, nowMs);
          asked.push({ atMs: nowMs, bound: wish.asked });
          // What was asked for now is never exceeded: tighter holds at once.
          if (!isLooser(set(before), wish.asked)) expect(limit.bound).toBe(wish.asked);
          else expect(limit.bound).toBe(before);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what a limit lets through', () => {
  const bounds = new Map<LimitKind, bigint>([
    ['loss_day', 100n],
    ['turnover_week', 1_000n],
    ['micro_day', 3n],
  ]);
  const used = (amounts: Partial<Record<LimitKind, bigint>>) => (kind: LimitKind) => amounts[kind] ?? 0n;

  it.each([
    ['within all', {}, { loss: 10n, turnover: 10n, micro: 1n }, undefined],
    ['the last of it', { loss_day: 90n }, { loss: 10n }, undefined],
    ['a little more', { loss_day: 90n }, { loss: 11n }, { kind: 'loss_day', left: 10n }],
    ['nothing, of one that is used up', { loss_day: 100n }, { loss: 0n }, { kind: 'loss_day', left: 0n }],
    ['more than used up', { loss_day: 130n }, { loss: 0n }, { kind: 'loss_day', left: 0n }],
    ['what was gained before', { loss_day: -50n }, { loss: 150n }, undefined],
    ['a measure that is not concerned', { turnover_week: 2_000n }, { loss: 1n }, undefined],
    ['the turnover of a week', { turnover_week: 999n }, { turnover: 2n }, { kind: 'turnover_week', left: 1n }],
    ['a fourth micro trade', { micro_day: 3n }, { micro: 1n }, { kind: 'micro_day', left: 0n }],
  ] as const)('D9.238 %s', (_name, amounts, added, broken) => {
    expect(brokenLimit(bounds, used(amounts), added)).toEqual(broken);
  });

  it('D9.238 a limit of nothing lets nothing through', () => {
    expect(brokenLimit(new Map([['turnover_day', 0n]]), () => 0n, { turnover: 1n })).toEqual({ kind: 'turnover_day', left: 0n });
  });
});

describe('a limit that is used up', () => {
  const until = (measure: 'loss' | 'turnover' | 'micro', untilMs: number) => ({ measure, untilMs });
  it.each([
    ['none', [], undefined, undefined],
    ['one on micro trades alone', [until('micro', NOW)], undefined, 0],
    ['the longest of several', [until('loss', NOW), until('turnover', at(1)), until('micro', at(2))], 1, 2],
    ['one whose end nobody knows is the longest', [until('loss', 0), until('loss', at(9))], 0, 0],
    ['the first of equal ones', [until('turnover', NOW), until('loss', NOW)], 0, 0],
  ] as const)('D9.441 holds orders and micro trades: %s', (_name, all, order, micro) => {
    expect(holdingLimit(all, 'order')).toBe(order === undefined ? undefined : all[order]);
    expect(holdingLimit(all, 'micro')).toBe(micro === undefined ? undefined : all[micro]);
  });
});
