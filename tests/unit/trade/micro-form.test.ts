/** The micro form as data: what it begins with, what rules it out, what it would come to, what is sent; and the ends that it offers. */
import { describe, expect, it } from 'vitest';
import { decimal, type Money, type Ratio } from '#domain/decimal.ts';
import type { MicroDuration, MicroTerms } from '#domain/micro-trade.ts';
import { offeredUntil } from '#domain/micro-until.ts';
import {
  chosenTerms,
  initial,
  type MicroForm,
  offeredEnds,
  outcome,
  problems,
  reduce,
  summary,
} from '#ui/screens/trade/micro/micro-form.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const money = (text: string): Money => decimal<Money>(text);
const duration = (seconds: number, ratio: string, over: Partial<MicroDuration> = {}): MicroDuration => ({
  id: seconds,
  seconds,
  ratio: decimal<Ratio>(ratio),
  minStake: money('10'),
  maxStake: money('1000'),
  winShare: decimal<Ratio>('0.5012'),
  averageCost: decimal<Ratio>('0.0728'),
  isOffered: true,
  endsAfterClose: false,
  ...over,
});
const TERMS: MicroTerms = {
  durations: [duration(30, '0.8', { isOffered: false }), duration(60, '0.85'), duration(300, '0.9', { minStake: money('50') })],
  stakes: ['5', '10', '50', '100'].map(money),
  nowMs: NOON,
};
const form = (over: Partial<MicroForm> = {}): MicroForm => ({ ...initial(1, TERMS), ...over });
const chosen = (over: Partial<MicroForm>) => chosenTerms(form(over), TERMS, NOON);

describe('the micro form', () => {
  it('begins with the first duration on offer and the smallest preset that it takes; where nothing is offered none is chosen', () => {
    expect(initial(1, TERMS)).toEqual({ productId: 1, by: 'duration', seconds: 60, untilMs: 0, stake: '10' });
    expect(initial(1, { ...TERMS, durations: [duration(30, '0.8', { isOffered: false })] })).toMatchObject({ seconds: 0 });
    expect(initial(1, { ...TERMS, stakes: [] }).stake).toBe('10');
  });

  it('S1-5.32 a duration must be chosen, and be on offer; that the stake reaches the limit is only a hint', () => {
    expect(problems(form(), chosen({}), money('100'))).toEqual({});
    expect(problems(form({ seconds: 0 }), chosen({ seconds: 0 }), money('100'))).toEqual({ duration: 'missing' });
    expect(chosen({ seconds: 30 })).toBeUndefined();
    const closing = { ...TERMS, durations: [duration(60, '0.85', { endsAfterClose: true })] };
    expect(chosenTerms(form(), closing, NOON)).toBeUndefined();
    expect(problems(form({ stake: '1' }), chosen({}), money('100'))).toEqual({});
  });

  it.each([
    ['', 'missing'],
    ['0', 'missing'],
    ['.', 'missing'],
    ['1.005', 'digits'],
    ['100.01', 'too-much'],
    ['100', undefined],
    ['0.01', undefined],
  ])('D1.5.16 a stake is above zero, has two digits at most and is there: %s is %s', (stake, problem) => {
    expect(problems(form({ stake }), chosen({}), money('100')).stake).toBe(problem);
    expect(problems(form({ stake }), chosen({}), undefined).stake).toBe(problem === 'too-much' ? undefined : problem);
  });

  it('S1-2.87 says what it would come to: stake x ratio in 2 decimals, what comes back, what is lost by the loss level', () => {
    const scene = { usable: money('100'), lossLevel: '0' };
    const found = outcome(form({ stake: '33.33' }), chosen({}), scene);
    expect(found).toEqual({ income: money('28.33'), totalReturn: money('61.66'), lost: money('-33.33') });
    expect(outcome(form({ stake: '33.33' }), chosen({}), { ...scene, lossLevel: '1' })?.lost).toBe(money('-28.33'));
    expect(outcome(form({ stake: '' }), chosen({}), scene)).toBeUndefined();
    expect(outcome(form(), undefined, scene)).toBeUndefined();
  });

  it.each([
    ['100.01', '100', 'too-much'],
    ['1000.01', '5000', 'above-max'],
    ['99999999999999', undefined, 'above-max'],
    ['99999999999999', '100', 'too-much'],
    ['1000', '5000', undefined],
  ])(
    'D9.176 of a stake above what is usable, or above the most of its duration, nothing is made up: %s of %s is %s',
    (stake, have, problem) => {
      const usable = have === undefined ? undefined : money(have);
      expect(problems(form({ stake }), chosen({}), usable).stake).toBe(problem);
      expect(outcome(form({ stake }), chosen({}), { usable, lossLevel: '0' }) === undefined).toBe(problem !== undefined);
    },
  );

  it('D9.175 in place of a duration the nearest end is chosen that can still be confirmed; one that was chosen stays as long as it is offered', () => {
    const until = (nowMs: number, over: Partial<MicroForm> = {}) => {
      const { by, untilMs } = reduce(form(over), { type: 'by', by: 'until', terms: TERMS, nowMs });
      return [by, untilMs === 0 ? 0 : new Date(untilMs).toISOString().slice(14, 19)];
    };
    expect(until(NOON)).toEqual(['until', '02:00']);
    // One minute and five seconds are left of 12:02: it is offered, and would not be when it has been confirmed.
    expect(offeredEnds(TERMS, NOON + 55_000)[0]).toBe(NOON + 120_000);
    expect(until(NOON + 55_000)).toEqual(['until', '03:00']);
    expect(until(NOON + 55_000, { untilMs: NOON + 120_000 })).toEqual(['until', '02:00']);
    expect(until(NOON + 65_000, { untilMs: NOON + 120_000 })).toEqual(['until', '03:00']);
    const none = { ...TERMS, durations: [duration(60, '0.85', { isOffered: false })] };
    expect(reduce(form(), { type: 'by', by: 'until', terms: none, nowMs: NOON }).untilMs).toBe(0);
  });

  it('D9.135 a chosen end has the terms of the longest duration that is not longer than what is left', () => {
    const until = (seconds: number) => chosen({ by: 'until', untilMs: NOON + seconds * 1_000 })?.seconds;
    expect([until(59), until(60), until(299), until(300), until(301)]).toEqual([undefined, 60, 60, 300, undefined]);
    expect(chosen({ by: 'until', untilMs: 0 })).toBeUndefined();
  });

  it('sends the end in place of the duration, with the ratio that was seen and the bound of the price', () => {
    const asked = { side: 'up', seenPrice: 1.08342 } as const;
    const terms = chosen({}) as MicroDuration;
    expect(summary(form(), terms, asked)).toMatchObject({
      productId: 1,
      side: 'up',
      stake: '10',
      seconds: 60,
      seenRatio: decimal('0.85'),
    });
    const until = summary(form({ by: 'until', untilMs: NOON + 120_000 }), terms, asked);
    expect(until).toMatchObject({ expireAtMs: NOON + 120_000, bound: { seen: decimal('1.08342') } });
    expect(until).not.toHaveProperty('seconds');
  });

  it('changes one thing at a time', () => {
    expect(reduce(form(), { type: 'seconds', seconds: 300 })).toEqual(form({ seconds: 300 }));
    const now = { terms: TERMS, nowMs: NOON };
    expect(reduce(form(), { type: 'by', by: 'duration', ...now })).toEqual(form());
    expect(reduce(form(), { type: 'by', by: 'until', ...now })).toEqual(form({ by: 'until', untilMs: NOON + 120_000 }));
    expect(reduce(form(), { type: 'until', untilMs: 5 })).toEqual(form({ untilMs: 5 }));
    expect(reduce(form(), { type: 'stake', stake: '7' })).toEqual(form({ stake: '7' }));
  });
});

describe('D9.135 the ends that are offered', () => {
  const minutes = (durations: readonly number[], nowMs: number) =>
    offeredUntil(
      durations.map((seconds) => ({ seconds })),
      nowMs,
    ).map((untilMs) => new Date(untilMs).toISOString().slice(11, 19));
  it('are whole minutes between the shortest and the longest duration, with time left to confirm; rounder ones where they would be many', () => {
    expect(minutes([30, 300], NOON + 5_000)).toEqual(['12:01:00', '12:02:00', '12:03:00', '12:04:00', '12:05:00']);
    expect(minutes([30, 300], NOON + 25_000)[0]).toBe('12:02:00');
    expect(minutes([30, 600], NOON).length).toBe(10);
    expect(minutes([60, 1_800], NOON)).toEqual(['12:05:00', '12:10:00', '12:15:00', '12:20:00', '12:25:00', '12:30:00']);
    expect(minutes([30], NOON)).toEqual([]);
    expect(minutes([], NOON)).toEqual([]);
  });
});
