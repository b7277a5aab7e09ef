/** A clock that was ahead once leaves a tape that ends in the future; nobody may have to find that out from the market's hours. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { type Log, silentLog } from '#server/log.ts';
import { eachDatabase } from '../each-database.ts';
import { openTape } from './test-log.ts';

eachDatabase('a tape that ends in the future', (open) => {
  it('is said at the start, with by how much', async () => {
    const db = await open();
    const rightMs = Date.UTC(2026, 2, 4, 10);
    const dayMs = 86_400_000;
    const ahead = await openTape({ db, clock: new ManualClock(rightMs + dayMs), log: silentLog });
    ahead.push({ productId: 1, price: decimal('1.1'), volume: 0n, timeMs: rightMs + dayMs, confirm: false });
    await ahead.flush();
    await ahead.stop();
    const said: unknown[] = [];
    const log: Log = { ...silentLog, warn: (about: object) => said.push(about) };
    const tape = await openTape({ db, clock: new ManualClock(rightMs), log });
    expect(said).toEqual([{ aheadMs: dayMs }]);
    await tape.stop();
  });
});
