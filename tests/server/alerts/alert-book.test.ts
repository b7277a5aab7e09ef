/** What a tick costs the book of alerts: few looks where few are concerned, and many of them in many turns. No database. */
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { AlertBook } from '#server/alerts/alert-book.ts';
import { inTurns } from '#server/alerts/in-turns.ts';
import type { AlertChange } from '#server/repositories/alert-change-repository.ts';

describe('the book of alerts', () => {
  it('D9.148 looks at few alerts of many: a tick that meets none costs the same however many wait', () => {
    const looks = (count: number): number => {
      const book = new AlertBook();
      let read = 0;
      for (let id = 1; id <= count; id++) {
        const kind = id % 3 === 0 ? 'move' : id % 3 === 1 ? 'above' : 'below';
        const price = kind === 'move' ? undefined : decimal(kind === 'above' ? '1.2' : '1');
        const terms = { productId: 1, kind, price, percent: decimal('5'), windowS: 300, repeat: 'once' } as const;
        const change: AlertChange = { ...terms, id, alertId: id, userId: 1, isDrop: false, fromSeq: 1, fromMs: 0, restUntil: 0 };
        const counted = (target: AlertChange, name: string | symbol): unknown => {
          read++;
          return Reflect.get(target, name);
        };
        book.put(new Proxy(change, { get: counted }));
      }
      const tick = (seq: number, price: string) => [
        ...book.judge({ seq, productId: 1, price: decimal(price), volume: 0n, timeMs: seq, confirm: false }, 1),
      ];
      tick(1, '1.1');
      read = 0;
      for (let seq = 2; seq < 500; seq++) expect(tick(seq, (1.1 + (seq % 10) / 1_000).toFixed(3))).toEqual([]);
      return read;
    };
    expect(looks(3_000)).toBe(0);
  });

  it('D9.287 takes a tick that concerns many alerts in as many steps, and others have their turns between them', async () => {
    const book = new AlertBook();
    const [many, atOnce] = [2_000, 100];
    for (let id = 1; id <= many; id++) {
      const terms = { productId: 1, kind: 'move', price: undefined, percent: decimal('0.1'), windowS: 300, repeat: 'every' } as const;
      book.put({ ...terms, id, alertId: id, userId: 1, isDrop: false, fromSeq: 1, fromMs: 0, restUntil: 0 });
    }
    const tick = (seq: number, price: string, second: number) =>
      book.judge({ seq, productId: 1, price: decimal(price), volume: 0n, timeMs: seq, confirm: false }, second);
    // New ones are all looked at; then all fire; a minute later all are looked at again.
    for (const [seq, price, second, fires] of [
      [1, '1.1', 1, 0],
      [2, '1.2', 2, many],
      [3, '1.2', 62, 0],
    ] as const) {
      let turns = 0;
      let isOver = false;
      const count = () => {
        turns++;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      expect(await inTurns(tick(seq, price, second), atOnce)).toHaveLength(fires);
      isOver = true;
      expect(turns).toBeGreaterThanOrEqual(many / atOnce);
    }
  });
});
