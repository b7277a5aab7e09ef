/**
 * Worker, server, judge, the odds of micro trades and the recheck of receipts call the same prices stale; a row for one category in the one file
 * that says when moves all of them, and nobody else.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { staleAfterMs } from '#domain/freshness.ts';
import { dealText, readDeal } from '#domain/tape/deal-note.ts';
import { termsValue } from '#domain/tape/deal-terms.ts';
import { recheckDeal } from '#domain/tape/recheck.ts';
import type { MarketOpening, MicroEnd } from '#domain/tape/signed-deal.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { Recording } from '#server/feed/recording.ts';
import { recordedOdds } from '#server/micro/recorded-odds.ts';
import type { QuoteRow } from '#server/repositories/quote-repository.ts';
import { isSilentAt } from '#server/tape/price-book.ts';
import { isStale } from '#server/trading/market/market-state.ts';
import { expiryEnding } from '#server/trading/micro/micro-ending.ts';
import { openedAtMarket, silenceNow } from '#server/trading/orders/deal-grounds.ts';
import { microDeals } from '#server/trading/receipts/deal-of-books.ts';
import { QuoteBook } from '#worker/quotes/quote-book.ts';
import { product } from '../../browser/support/fake-server.ts';
import { feedTick, MadeLog } from '../tape/made-log.ts';
import { dealAt } from '../tape/receipt-world.ts';

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

/** What the server keeps with an opening at the market of a category, as its signed text has it. */
function openingOf(at: number): MarketOpening {
  const cost = { margin: 0n, fee: 0n, feeType: '1', feeRate: 0n };
  const { terms } = openedAtMarket('market', cost, 1, silenceNow(CATEGORIES[at]));
  const deal = { ...dealAt(LOG, 1), terms: termsValue('opening').read(terms) } as MarketOpening;
  return readDeal(dealText(deal)) as MarketOpening;
}

/** The receipt's answer for an opening so many seconds after the only tick of its product: each second has a tick of another one. */
function byReceipt(at: number, second: number): string {
  const ticks = Array.from({ length: second + 1 }, (_, s) => [feedTick(s === 0 ? 1 : 2, 100_000_000n, s * 1_000)]);
  const log = new MadeLog();
  for (const [s, feed] of ticks.entries()) log.seal(feed, s * 1_000 + 1);
  const blocks = log.blocks.map(({ entry, ticks }) => ({ entry, ticks }));
  const deal = { ...openingOf(at), ...dealAt(log, 1), knownSeq: second + 1, timeMs: second * 1_000, terms: openingOf(at).terms };
  return recheckDeal(deal, { blocks, summaries: [] }).reason;
}
const LOG = new MadeLog();
LOG.seal([feedTick(1, 100_000_000n, 0)], 1);

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

  it('D9.76 D9.377 is stale to receipts a second after it was to the server, and no earlier', () => {
    for (const at of CATEGORIES.keys())
      for (let second = 0; second < 14; second++) {
        const limit = CATEGORIES[at] === SLOW ? 8 : 5;
        expect([at, second, byReceipt(at, second)]).toEqual([at, second, second <= limit + 1 ? 'money' : 'stale-price']);
        // What the server fills, no receipt calls a fault.
        if (!byServer(at, second * 1_000)) expect(byReceipt(at, second)).not.toBe('stale-price');
      }
  });

  it('D9.377 is said by the deals of the one category alone', () => {
    const micro = { id: 4, realm: 'real', productId: 1, side: 'up', openPrice: 1n, openSeq: 1, endPrice: 1n, endSeq: 2, end: 'expiry' };
    const more = { stake: 1n, ratio: 1n, expireAtMs: 1, lossLevel: '0', createdAtMs: 1, completedAtMs: 1, profit: 0n, openKnownSeq: 1 };
    for (const [at, category] of CATEGORIES.entries()) {
      const said = category === SLOW ? 8_000 : undefined;
      expect(openingOf(at).terms.silenceMs).toBe(said);
      expect(/ silence=8000\n$/.test(dealText(openingOf(at)))).toBe(said !== undefined);
      const { endSilenceMs } = expiryEnding({ expireAtMs: 9 } as never, undefined, { endKnownSeq: 1, silentMs: staleAfterMs(category) });
      const row = { ...micro, ...more, endKnownSeq: 2, openSilenceMs: silenceNow(category).silenceMs ?? 0, endSilenceMs };
      const deals = microDeals({ origin: 'trade.example/tape', uid: '1' }, row as never).map(
        (deal) => readDeal(dealText(deal)) as MicroEnd,
      );
      expect(deals.map(({ terms }) => terms.silenceMs)).toEqual([said, said]);
    }
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
