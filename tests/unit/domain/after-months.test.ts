import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterMonths } from '#domain/after-months.ts';
import { excludedUntil } from '#domain/protection.ts';

const at = (text: string): number => Date.parse(text);

describe('calendar months', () => {
  it.each([
    ['2026-11-28T07:29:11.123Z', 6, '2027-05-28T07:29:11.123Z'],
    ['2026-11-28T00:00:00.000Z', 12, '2027-11-28T00:00:00.000Z'],
    // Of a month without that day the last one.
    ['2026-08-31T23:59:59.999Z', 6, '2027-02-28T23:59:59.999Z'],
    ['2027-08-31T10:00:00.000Z', 6, '2028-02-29T10:00:00.000Z'],
    ['2026-08-30T10:00:00.000Z', 6, '2027-02-28T10:00:00.000Z'],
    ['2026-10-31T10:00:00.000Z', 6, '2027-04-30T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 12, '2029-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 60, '2033-02-28T10:00:00.000Z'],
    // Of one that is longer not the last one.
    ['2027-02-28T10:00:00.000Z', 6, '2027-08-28T10:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', 12, '2027-12-31T10:00:00.000Z'],
  ])('D9.403 %s and %i of them: %s', (from, months, to) => {
    expect(new Date(afterMonths(at(from), months)).toISOString()).toBe(to);
  });

  it('D9.403 never lead into a month behind the one that was named, and keep the time of the day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.integer({ min: 0, max: 60 }), (from, months) => {
        const [start, end] = [new Date(from), new Date(afterMonths(from, months))];
        const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(monthOf(end) - monthOf(start)).toBe(months);
        expect(end.getUTCDate()).toBeLessThanOrEqual(start.getUTCDate());
        expect(end.toISOString().slice(10)).toBe(start.toISOString().slice(10));
      }),
    );
  });

  it('D9.403 are what self-exclusion lasts', () => {
    const now = at('2026-11-28T07:29:00Z');
    const ends = (['6m', '1y', '5y'] as const).map((period) => new Date(excludedUntil(0, now, period)).toISOString().slice(0, 10));
    expect(ends).toEqual(['2027-05-28', '2027-11-28', '2031-11-28']);
  });
});
