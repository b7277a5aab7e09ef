/** Frames on their way up: how often they come, which buffer carries them, which rows are in them. */
import { describe, expect, it } from 'vitest';
import { FRAME_BYTES, FRAME_QUOTES_MAX, HEADER, QUOTE, SECTION } from '#protocol/frame.ts';
import { FramePump } from '#worker/frames/frame-pump.ts';
import { SentQuotes } from '#worker/frames/sent-quotes.ts';
import { QuoteBook } from '#worker/quotes/quote-book.ts';
import { product } from '../browser/support/fake-server.ts';
import { VirtualClock } from './virtual-clock.ts';

interface Page {
  readonly ackMs: number;
  readonly costMs: number;
}

/** A pump and a page that answers after so many ms and says that a frame cost it so much, both read anew for every frame; the market never stands still. */
function pumpWith(page: Page) {
  const clock = new VirtualClock();
  const buffers = new Set<ArrayBuffer>();
  const seen = { inFlight: 0, inFlightMax: 0 };
  let pump: FramePump;
  const fill = (buffer: ArrayBuffer) => {
    buffers.add(buffer);
    return { buffer, events: [] };
  };
  pump = new FramePump(clock, fill, () => undefined);
  pump.start(async ({ buffer }) => {
    seen.inFlightMax = Math.max(seen.inFlightMax, ++seen.inFlight);
    pump.want();
    await clock.sleep(page.ackMs);
    new Float64Array(buffer)[HEADER.costMs] = page.costMs;
    seen.inFlight--;
    return buffer;
  });
  /** Frames of each of the next so many stretches. */
  const framesOf = async (stretches: number, lastsMs = 1_000) => {
    const counts: number[] = [];
    for (let stretch = 0; stretch < stretches; stretch++) {
      const before = pump.sent;
      await clock.advance(lastsMs);
      counts.push(pump.sent - before);
    }
    return counts;
  };
  return { pump, clock, buffers, seen, framesOf };
}

/** Frames a second once it has learned from its first ones. */
async function paceOf(page: Page): Promise<number> {
  const { framesOf } = pumpWith(page);
  const [, perFiveSeconds] = [await framesOf(3), await framesOf(1, 5_000)];
  return (perFiveSeconds[0] as number) / 5;
}

/** Waits of a process whose core another one takes, ms: none for most frames, long ones for some, without a pattern but the same each time. */
function stolenMs(share: number): () => number {
  let state = 7;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => (random() < share ? 10 + random() * 40 : 0);
}
/** A page that loses its core for a while in some of its frames. */
function besideOther(page: Page, share: number): Page {
  const next = stolenMs(share);
  let stolen = 0;
  return {
    // Read first, when a frame is taken.
    get ackMs() {
      stolen = next();
      return page.ackMs + stolen;
    },
    get costMs() {
      return page.costMs + stolen;
    },
  };
}

describe('the pace of frames', () => {
  it.each([
    { name: 'a display frame where a frame costs little', ackMs: 10, costMs: 3, from: 55, to: 63 },
    { name: 'between the two where it costs more', ackMs: 10, costMs: 8, from: 21, to: 24 },
    { name: 'ten a second from 16 ms on', ackMs: 20, costMs: 16, from: 9.5, to: 10 },
    { name: 'ten a second on a slow phone, and never slower for its cost', ackMs: 45, costMs: 40, from: 9.5, to: 10 },
    { name: 'ten a second where the page is late for other reasons', ackMs: 70, costMs: 1, from: 9.5, to: 10 },
  ])('G6 G8 D9.502: $name', async ({ ackMs, costMs, from, to }) => {
    const perSecond = await paceOf({ ackMs, costMs });
    expect(perSecond).toBeGreaterThanOrEqual(from);
    expect(perSecond).toBeLessThanOrEqual(to);
  });

  it('G8 D9.502: a quick page whose core another process takes in every third frame stays far above the slow pace, in each second', async () => {
    const { framesOf } = pumpWith(besideOther({ ackMs: 11, costMs: 3.5 }, 1 / 3));
    // What its answers alone leave room for is 42 to 50.
    expect(Math.min(...(await framesOf(20)))).toBeGreaterThanOrEqual(30);
  });

  it('G6 D9.502: a slow phone beside another process stays at ten a second, and no second of it is quicker', async () => {
    const { framesOf } = pumpWith(besideOther({ ackMs: 34, costMs: 22 }, 1 / 3));
    await framesOf(1);
    expect(Math.max(...(await framesOf(20)))).toBeLessThanOrEqual(10);
  });

  it('G8 D9.502: a page that was held up for two answers loses no more than they took', async () => {
    let late = 0;
    const { framesOf } = pumpWith({
      get ackMs() {
        return late-- > 0 ? 120 : 10;
      },
      costMs: 3,
    });
    await framesOf(3);
    late = 2;
    expect((await framesOf(1))[0]).toBeGreaterThanOrEqual(45);
  });

  it('G8 D9.502: a page with long tasks of its own is left alone, one frame at a time, and has its display frames again a second after them', async () => {
    const page = { ackMs: 10, costMs: 3 };
    const { framesOf, seen } = pumpWith(page);
    await framesOf(3);
    page.ackMs = 70;
    // It takes two of three answers to be believed.
    await framesOf(1);
    expect(Math.max(...(await framesOf(5)))).toBeLessThanOrEqual(10);
    page.ackMs = 10;
    await framesOf(1);
    expect(Math.min(...(await framesOf(5)))).toBeGreaterThanOrEqual(55);
    expect(seen.inFlightMax).toBe(1);
  });

  it('G15 D9.502: a slow phone is known by its third answer, so that its start is no flood of frames', async () => {
    const { framesOf } = pumpWith({ ackMs: 45, costMs: 40 });
    expect((await framesOf(1))[0]).toBeLessThanOrEqual(13);
  });

  it('G6 D9.502: a slow phone that was hidden, and painted nothing meanwhile, is as slow as before when it is seen again', async () => {
    const page = { ackMs: 25, costMs: 22 };
    const { framesOf, pump } = pumpWith(page);
    await framesOf(3);
    Object.assign(page, { ackMs: 1, costMs: 0 });
    pump.setVisible(false);
    expect(Math.max(...(await framesOf(20)))).toBe(1);
    Object.assign(page, { ackMs: 25, costMs: 22 });
    pump.setVisible(true);
    expect((await framesOf(1, 250))[0]).toBeLessThanOrEqual(3);
  });

  it('D9.502: an answer that is no length of time, and a clock that is set back, neither end the pace nor flood the page', async () => {
    const page = { ackMs: 10, costMs: Number.NaN };
    const { framesOf, clock } = pumpWith(page);
    await framesOf(1);
    const steady = clock.steady.bind(clock);
    clock.steady = () => steady() - 5_000;
    for (const count of await framesOf(3)) {
      expect(count).toBeGreaterThanOrEqual(50);
      expect(count).toBeLessThanOrEqual(63);
    }
  });

  it('G12: one buffer goes to and fro', async () => {
    const { framesOf, buffers } = pumpWith({ ackMs: 10, costMs: 3 });
    await framesOf(5);
    expect(buffers.size).toBe(1);
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
