/** The book of prices at any tick, from the nearest stored book and the tape: the same as if every tick had been taken from the first on. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { silentLog } from '#server/log.ts';
import { BOOK_EVERY_BLOCKS, bookAt } from '#server/tape/book-store.ts';
import { blockSecond, isSilentAt, PriceBook } from '#server/tape/price-book.ts';
import type { TapeGroup } from '#server/tape/tape.ts';
import { eachDatabase } from '../each-database.ts';
import { openTape } from './test-log.ts';

const START_MS = Date.UTC(2026, 2, 4, 10);
const BLOCKS = BOOK_EVERY_BLOCKS + 30;

eachDatabase('the book of prices', (open) => {
  it(`D9.17 is stored with the first block and every ${BOOK_EVERY_BLOCKS}, and can be made again at any tick`, async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const tape = await openTape({ db, clock, log: silentLog });
    tape.start();
    const book = new PriceBook();
    const books: string[] = [book.toText()];
    tape.onGroup((group: TapeGroup) => {
      for (const tick of group.ticks) {
        book.take(tick, blockSecond(group.committedAtMs));
        books[tick.seq] = book.toText();
      }
    });
    for (let second = 0; second < BLOCKS; second++) {
      const push = (productId: number, confirm: boolean) =>
        tape.push({
          productId,
          price: decimal(`1.${1000 + (confirm ? 0 : second)}`),
          volume: 0n,
          timeMs: clock.now() - productId,
          confirm,
        });
      push(1, false);
      // One that confirms only, one that falls silent after its first second, one that comes late.
      push(2, second > 0);
      if (second === 0) push(3, false);
      if (second > 200) push(4, false);
      await tape.flush();
      await clock.advance(1_000);
    }
    const last = tape.lastSeq();
    const stored = await db.kysely.selectFrom('tape_book').selectAll().orderBy('height').execute();
    expect(stored.map(({ height }) => height)).toEqual([1, BOOK_EVERY_BLOCKS]);
    for (const { seq, book: text } of stored) expect(text).toBe(books[seq]);
    for (const seq of [1, 2, 3, 4, 99, 400, 401, stored[1]?.seq ?? 0, (stored[1]?.seq ?? 0) + 1, last - 1, last]) {
      expect((await bookAt(db.kysely, seq)).toText(), `tick ${seq}`).toBe(books[seq]);
    }
    await tape.stop();
  });

  it('D9.17 measures silence in whole seconds of blocks, before and after sealing', async () => {
    const entry = { price: decimal<bigint>('1') as never, seq: 1, aliveSeq: 1, aliveTimeMs: 0, aliveSecond: blockSecond(10_999) };
    expect([14_999, 15_000].map((committedAtMs) => isSilentAt(entry, blockSecond(committedAtMs), 1))).toEqual([false, true]);
    expect(isSilentAt(undefined, 0, 1)).toBe(true);
    const db = await open();
    const clock = new ManualClock(START_MS + 640);
    const tape = await openTape({ db, clock, log: silentLog });
    tape.push({ productId: 1, price: decimal('1'), volume: 0n, timeMs: clock.now(), confirm: false });
    await tape.flush();
    const unsealed = (await bookAt(db.kysely, 1)).toText();
    tape.start();
    await clock.advance(2_000);
    expect(tape.head()?.size).toBe(1);
    expect((await bookAt(db.kysely, 1)).toText()).toBe(unsealed);
    await tape.stop();
  });
});
