import { describe, expect, it } from 'vitest';
import { EventNumbers } from '#worker/account/event-numbers.ts';
import { Seeded } from '../../engine/seeded.ts';

const answer = (seq: number, recovered?: boolean, more: { epoch?: string; isLast?: boolean } = {}) => ({
  ...{ epoch: 'a', seq, atMs: seq * 10, recovered, isLast: true },
  ...more,
});
const event = (seq: number) => ({ seq, atMs: seq * 10 });

describe('numbers of events', () => {
  it('D9.78 go on from the last event up to which all are known, with its time', () => {
    const numbers = new EventNumbers();
    expect(numbers.position).toBeUndefined();
    expect(numbers.answered(answer(4))).toBe('skips');
    for (const seq of [5, 6, 8]) numbers.take(event(seq));
    expect(numbers.position).toEqual({ epoch: 'a', seq: 6, t: 60 });
    numbers.take(event(7));
    expect(numbers.position).toEqual({ epoch: 'a', seq: 8, t: 80 });
  });

  it('D9.80 a number that is left out while all topics flow is told once, and not while topics are replayed one after another', () => {
    const numbers = new EventNumbers();
    numbers.answered(answer(4));
    expect([5, 7, 8, 10, 11].map((seq) => numbers.take(event(seq)).hasGap)).toEqual([false, true, false, true, false]);
    const again = new EventNumbers();
    again.answered(answer(4));
    expect(again.answered(answer(9, true, { isLast: false }))).toBe('goes on');
    // One topic has 6 and 9, the next 5, 7 and 8; a live event comes between.
    const first = [6, 9, 10].map((seq) => again.take(event(seq)).hasGap);
    again.answered(answer(10, true));
    const second = [5, 7, 8].map((seq) => again.take(event(seq)).hasGap);
    expect([...first, ...second]).toEqual(Array(6).fill(false));
    expect(again.take(event(11))).toEqual({ isNew: true, hasGap: false });
    expect(again.position?.seq).toBe(11);
  });

  it('D9.80 a number that no replay brought is told with the first live event', () => {
    const numbers = new EventNumbers();
    numbers.answered(answer(4));
    numbers.answered(answer(7, true));
    expect([5, 7, 8, 9].map((seq) => numbers.take(event(seq)).hasGap)).toEqual([false, false, true, false]);
  });

  it.each([
    ['another epoch', answer(9, undefined, { epoch: 'b' })],
    ['a refused recovery', answer(9, false)],
    ['numbers that went back', answer(3)],
  ])('D9.78 %s begins another history', (_name, next) => {
    const numbers = new EventNumbers();
    numbers.answered(answer(4));
    numbers.take(event(5));
    expect(numbers.answered(next)).toBe('begins');
    expect(numbers.position).toEqual({ epoch: next.epoch, seq: next.seq, t: next.atMs });
  });

  it('D9.80 in 10000 random deliveries every event is new exactly once, and the position is never beyond a missing one', () => {
    for (let seed = 1; seed <= 10_000; seed++) {
      const random = new Seeded(seed);
      const numbers = new EventNumbers();
      numbers.answered(answer(0));
      const events = Array.from({ length: 12 }, (_, index) => index + 1);
      const deliveries = [...events, ...events.filter(() => random.chance(0.4))].sort(() => random.next() - 0.5);
      const seen = new Set<number>();
      for (const seq of deliveries) {
        expect(numbers.take(event(seq)).isNew).toBe(!seen.has(seq));
        seen.add(seq);
        const solid = events.find((it) => !seen.has(it)) ?? events.length + 1;
        if (numbers.position?.seq !== solid - 1) throw new Error(`seed ${seed}: position ${numbers.position?.seq}, not ${solid - 1}`);
      }
    }
  });
});
