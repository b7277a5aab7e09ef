/** Frames on their way up: how often they come, which buffer carries them, which rows are in them. */
import { describe, expect, it } from 'vitest';
import { FRAME_BYTES, FRAME_QUOTES_MAX, HEADER, QUOTE, SECTION } from '#protocol/frame.ts';
import { FramePump } from '#worker/frames/frame-pump.ts';
import { SentQuotes } from '#worker/frames/sent-quotes.ts';
import { QuoteBook } from '#worker/quotes/quote-book.ts';
import { product } from '../browser/support/fake-server.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A page that answers after so many ms and says that a frame cost it so much, both read anew for every frame; the market never stands still. */
async function framesIn(seconds: number, page: { ackMs: number; costMs: number }, meanwhile: () => void = () => undefined) {
  const clock = new VirtualClock();
  const buffers = new Set<ArrayBuffer>();
  let pump: FramePump;
  const fill = (buffer: ArrayBuffer) => {
    buffers.add(buffer);
    return { buffer, events: [] };
  };
  pump = new FramePump(clock, fill, () => undefined);
  pump.start(async ({ buffer }) => {
    await clock.sleep(page.ackMs);
    new Float64Array(buffer)[HEADER.costMs] = page.costMs;
    pump.want();
    return buffer;
  });
  // It learns from its first frames.
  await clock.advance(3_000);
  meanwhile();
  const before = pump.sent;
  await clock.advance(seconds * 1_000);
  return { perSecond: (pump.sent - before) / seconds, buffers: buffers.size };
}

describe('the pace of frames', () => {
  it.each([
    { name: 'a display frame where a frame costs little', ackMs: 10, costMs: 3, from: 55, to: 63 },
    { name: 'between the two where it costs more', ackMs: 10, costMs: 6, from: 16, to: 19 },
    { name: 'ten a second from 8 ms on', ackMs: 20, costMs: 8, from: 9.5, to: 10 },
    { name: 'never slower than ten a second for its cost', ackMs: 20, costMs: 60, from: 9.5, to: 10 },
    { name: 'ten a second where the page is late for other reasons', ackMs: 70, costMs: 1, from: 9.5, to: 10 },
  ])('G6 G8: $name', async ({ ackMs, costMs, from, to }) => {
    const { perSecond } = await framesIn(5, { ackMs, costMs });
    expect(perSecond).toBeGreaterThanOrEqual(from);
    expect(perSecond).toBeLessThanOrEqual(to);
  });

  it('G8: a page that was held up for two answers has its display frames again within half a second', async () => {
    let late = 0;
    const page = {
      get ackMs() {
        return late-- > 0 ? 120 : 10;
      },
      costMs: 3,
    };
    const { perSecond } = await framesIn(1, page, () => {
      late = 2;
    });
    // Two answers of 120 ms, at most half a second to come back, the rest at display pace.
    expect(perSecond).toBeGreaterThanOrEqual(30);
  });

  it('G12: one buffer goes to and fro', async () => {
    expect((await framesIn(5, { ackMs: 10, costMs: 3 })).buffers).toBe(1);
  });
});

const LINK = { silent: false, judgesEach: false, heardAt: 0 };

function market(count: number) {
  const book = new QuoteBook();
  const rows = Array.from({ length: count }, (_, index) => product(index + 1, `A${index}`));
  book.setProducts(rows, 0, () => 0);
  const sent = new SentQuotes();
  const slots = new Float64Array(FRAME_BYTES / 8);
  const write = (steadyMs = 0, link = LINK) => {
    const length = sent.write(slots, book, steadyMs, link);
    return Array.from({ length }, (_, row) => slots[SECTION.quotes + row * QUOTE.slots]);
  };
  return { book, sent, slots, write };
}

describe('rows of a frame', () => {
  it('G7: are those that are watched and moved, whatever else moves', () => {
    const { book, sent, write } = market(1_000);
    sent.watch([3, 5]);
    expect(write()).toEqual([3, 5]);
    expect(write()).toEqual([]);
    book.close.fill(2);
    book.close[2] = 1.0842;
    expect(write()).toEqual([5]);
    expect(write()).toEqual([]);
  });

  it('say how long ago their price was last heard, by the engine’s own clock; an age alone sends none', () => {
    const { book, sent, slots, write } = market(3);
    const judging = { silent: false, judgesEach: true, heardAt: 90_000 };
    const age = () => slots[SECTION.quotes + QUOTE.ageMs];
    sent.watch([1]);
    book.heardAt[0] = 10_000;
    expect([write(14_000, judging), age()]).toEqual([[1], 4_000]);
    expect(write(14_900, judging)).toEqual([]);
    expect([write(15_000, judging), age()]).toEqual([[1], 5_000]);
    expect(write(60_000, judging)).toEqual([]);
    // Watched anew, as by a page that was elsewhere meanwhile.
    sent.watch([]);
    sent.watch([1]);
    expect([write(82_000, judging), age()]).toEqual([[1], 72_000]);
    // A back end that does not repeat prices: the link vouches for all of them.
    expect([write(99_000, { silent: true, judgesEach: false, heardAt: 91_000 }), age()]).toEqual([[], 72_000]);
    sent.watch([2]);
    expect([write(99_000, { silent: true, judgesEach: false, heardAt: 91_000 }), age()]).toEqual([[2], 8_000]);
    // Never heard at all.
    sent.watch([3]);
    book.heardAt[2] = Number.NEGATIVE_INFINITY;
    expect([write(99_000, judging), age()]).toEqual([[3], Number.POSITIVE_INFINITY]);
  });

  it('carry every figure that moved', () => {
    const { book, sent, slots, write } = market(5);
    sent.watch([4]);
    write();
    for (const name of ['close', 'open', 'high', 'low', 'timeMs'] as const) {
      book[name][3] = 7;
      expect(write()).toEqual([4]);
      expect(slots[SECTION.quotes + QUOTE[name]]).toBe(7);
    }
    book.status[3] = 2;
    expect(write()).toEqual([4]);
  });

  it('of a product that stays watched are not sent again, those of one that comes back are', () => {
    const { sent, write } = market(10);
    sent.watch([1, 2, 3]);
    write();
    sent.watch([9, 3, 2]);
    expect(write()).toEqual([9]);
    sent.watch([1, 2, 3]);
    expect(write()).toEqual([1]);
  });

  it('are never more than a frame holds', () => {
    const { sent, write } = market(FRAME_QUOTES_MAX + 50);
    sent.watch(Array.from({ length: FRAME_QUOTES_MAX + 50 }, (_, index) => index + 1));
    expect(write()).toHaveLength(FRAME_QUOTES_MAX);
  });
});
