/** Ticks by hand, a database that can be told to fail, and a tape over it. */
import { decimal } from '#domain/decimal.ts';
import type { FeedTick } from '#domain/tape/tape-tick.ts';
import type { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import type { PriceTape } from '#server/tape/price-tape.ts';
import { openTape } from './test-log.ts';

export const START_MS = Date.UTC(2026, 2, 4, 10);
export const tick = (price: string, timeMs: number, productId = 1): FeedTick => ({
  productId,
  price: decimal(price),
  volume: 300_000_000n,
  timeMs,
  confirm: false,
});
export const confirm = (price: string, timeMs: number, productId = 1): FeedTick => ({
  ...tick(price, timeMs, productId),
  volume: 0n,
  confirm: true,
});

/** A database that can be told to fail, before or after its commit. */
export function faulty(db: Db): { db: Db; fail: (how: 'before' | 'after' | 'never') => void } {
  let how: 'before' | 'after' | 'never' = 'never';
  return {
    fail: (next) => {
      how = next;
    },
    db: {
      ...db,
      async transaction(work) {
        if (how === 'before') throw new Error('the database is full');
        const result = await db.transaction(work);
        if (how === 'after') throw new Error('the connection was lost');
        return result;
      },
    },
  };
}

export const open = (db: Db, clock: ManualClock): Promise<PriceTape> => openTape({ db, clock, log: silentLog });

/** Some seconds of ticks of two products, sealed as they go. */
export async function record(tape: PriceTape, clock: ManualClock, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step++) {
    tape.push(tick(`1.08${String(300 + step)}`, clock.now()));
    tape.push(step % 3 === 0 ? tick('67250.5', clock.now(), 17) : confirm('67250.5', clock.now(), 17));
    await clock.advance(250);
  }
}
