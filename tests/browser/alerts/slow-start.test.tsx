/** An alert's line upon the chart after a slow start: in whatever order its parts come. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertPage } from '#rest/alerts.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { request } from '#ui/requests/request.ts';
import { period } from '#ui/screens/trade/chart/period-bar.tsx';
import { forgetOrders } from '#ui/state/orders.ts';
import { selectProduct } from '#ui/state/products.ts';
import { entryOf, run } from '#ui/state/query.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { answer, bars, type Call, push } from '../trade/fake-market.ts';
import { chart, chartOf, ENDS, leaveTrade, openTrade, resetTrade, world } from '../trade/open-trade.tsx';
import { type AlertBook, alertBook, alertRow } from './alert-book.ts';

const LIST = '/v2/api/alert/list';
const GOLD = { Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD', PricePrecision: 2 };
const one = () => alertBook(alertRow({ Price: 1.0839 }));
const tags = () => [...document.querySelectorAll('.price-tag')].map((tag) => tag.textContent?.trim());
const chartAsked = (productId: number) => expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(productId);

/** Another screen has read the alerts before. */
const readBefore = () => run(entryOf(['alerts', 'own']), async () => (await alertPage(request, { silent: true })).rows, false);

/** The chart is asked for, and its candles have not come. `list`: how the list of alerts is answered. */
async function open(book: AlertBook, list?: (call: Call) => unknown): Promise<void> {
  world.calls = answer({ ...book.routes, ...(list && { [LIST]: list as AlertBook['routes'][string] }) });
  openTrade();
  await chartAsked(1);
}
const asked = () => world.calls.filter(({ path }) => path === LIST).length;
const legend = () => expect.poll(() => document.querySelector('.candle-chart-legend')).not.toBeNull();

beforeAll(() => needTexts('shell', 'trade', 'errors', 'alerts'));
beforeEach(async () => {
  forgetOrders();
  await resetTrade();
  sessionNumber.value++;
});
afterEach(async () => {
  vi.useRealTimers();
  await leaveTrade();
});

describe('D9.256 after a slow start the line of an alert is there, whatever comes last:', () => {
  // First, while nobody has fetched the code of lines: from then on it is there for every product.
  it('the product, whose alerts were here before it', async () => {
    await open(alertBook(alertRow({ Price: 2382, ForexTradeList: GOLD })));
    chartOf(1);
    await legend();
    await expect.poll(asked).toBeGreaterThan(0);
    selectProduct(2);
    await chartAsked(2);
    const request = { productId: 2, period: period.peek() };
    push({ events: [{ type: 'chart', request, older: true, bars: bars(100, { endMs: ENDS, stepMs: 300_000, price: 2381.4 }) }] });
    await expect.poll(tags).toEqual(['2,382.00']);
  });

  it('the answer of the server', async () => {
    const book = one();
    let give: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      give = resolve;
    });
    await open(book, async (call) => {
      await gate;
      return book.routes[LIST]?.(call);
    });
    chartOf(1);
    await legend();
    await expect.poll(asked).toBeGreaterThan(0);
    expect(tags()).toEqual([]);
    give();
    await expect.poll(tags).toEqual(['1.08390']);
  });

  it('the candles', async () => {
    await open(one());
    await readBefore();
    expect(chart().dataset.candles ?? '0').toBe('0');
    chartOf(1);
    await expect.poll(tags).toEqual(['1.08390']);
  });

  it('an answer that failed before, though the link never went down', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const book = one();
    let failures = 2;
    await open(book, (call) => {
      if (failures-- > 0) throw new TypeError('no network');
      return book.routes[LIST]?.(call);
    });
    chartOf(1);
    await legend();
    await expect.poll(() => failures).toBeLessThan(1);
    await expect
      .poll(() => {
        vi.advanceTimersByTime(5_000);
        return tags();
      })
      .toEqual(['1.08390']);
  });
});
