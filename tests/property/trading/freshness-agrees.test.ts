/** Worker, server, judge and the odds of micro trades call the same prices stale; a row for one category in the one file that says when moves all of them, and nobody else. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { staleAfterMs } from '#domain/freshness.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { Recording } from '#server/feed/recording.ts';
import { recordedOdds } from '#server/micro/recorded-odds.ts';
import type { QuoteRow } from '#server/repositories/quote-repository.ts';
import { isSilentAt } from '#server/tape/price-book.ts';
import { isStale } from '#server/trading/market/market-state.ts';
import { QuoteBook } from '#worker/quotes/quote-book.ts';
import { product } from '../../browser/support/fake-server.ts';

const SLOW = 3;
/** The change that a slow category asks for: 8 s for it alone. */
vi.mock('#domain/freshness.ts', async (original) => {
  const rule = await original<typeof import('#domain/freshness.ts')>();
  return { ...rule, staleAfterMs: (categoryId: number | undefined) => (categoryId === SLOW ? 8_000 : rule.staleAfterMs(categoryId)) };
});

const CATEGORIES = [1, 2, SLOW, 9];
const ROWS = CATEGORIES.map((CategoryId, at) => product(at + 1, `CODE${at}`, { CategoryId }));
const QUOTE: QuoteRow = { product_id: 1, seq: 7, price: 10n ** 8n, time_ms: 1, alive_seq: 7, alive_at: 0 };

function byWorker(at: number, ageMs: number): boolean {
  const book = new QuoteBook();
  book.setProducts(ROWS, 0, () => 0);
  return book.state(at, ageMs, { silent: false, judgesEach: true }) === QUOTE_STATE.stale;
}

function byServer(at: number, ageMs: number): boolean {
  const desk = { tape: { quoteAgeMs: () => ageMs }, catalogue: { byId: (id: number) => ({ id, categoryId: CATEGORIES[id - 1] }) } };
  return isStale(desk as never, { ...QUOTE, product_id: at + 1 });
}

function byJudge(at: number, second: number): boolean {
  const heard = { price: 10n ** 8n, seq: 7, aliveSeq: 7, aliveTimeMs: 0, aliveSecond: 0 };
  return isSilentAt(heard, second, CATEGORIES[at]);
}

describe('a price without a sign of life', () => {
  const categories = fc.integer({ min: 0, max: CATEGORIES.length - 1 });

  it('D9.03 D9.76 is stale to worker and server from the same millisecond on, each category by its own row', () => {
    fc.assert(
      fc.property(categories, fc.constantFrom(0, 4_999, 5_000, 7_999, 8_000, 60_000), (at, ageMs) => {
        const wanted = ageMs >= (CATEGORIES[at] === SLOW ? 8_000 : 5_000);
        expect([byWorker(at, ageMs), byServer(at, ageMs)]).toEqual([wanted, wanted]);
      }),
    );
  });

  it('D9.13 D9.76 is silent to the judge from the same second on', () => {
    fc.assert(
      fc.property(categories, fc.integer({ min: 0, max: 12 }), (at, second) => {
        expect(byJudge(at, second)).toBe(second * 1_000 >= staleAfterMs(CATEGORIES[at]));
        expect(byJudge(at, second)).toBe(byServer(at, second * 1_000));
      }),
    );
  });

  it('D9.03 wakes the worker when the first watched price turns stale', () => {
    const book = new QuoteBook();
    book.setProducts(ROWS, 1_000, () => 250);
    expect(CATEGORIES.map((_, at) => book.staleAt(at))).toEqual([5_750, 5_750, 8_750, 5_750]);
  });

  it('D9.76 D9.131 ends the openings that a recording is counted for from the same millisecond on', async () => {
    const recording = new Recording();
    const fromMs = Date.UTC(2026, 0, 1, 22);
    // A tick every 10 s: 34 times 5 s hold fewer openings than it takes to know the odds, 34 times 8 s hold enough.
    for (let at = 0; at < 35; at++) recording.add(fromMs + at * 10_000, 1_000, 0);
    const isKnown = CATEGORIES.map(async (categoryId) => {
      const odds = await recordedOdds({ recording, startMs: fromMs, product: { id: 1, categoryId } }, 1);
      return odds.sharesOf(1, 5, fromMs + 60_000) !== undefined;
    });
    expect(await Promise.all(isKnown)).toEqual(CATEGORIES.map((category) => category === SLOW));
  });
});
