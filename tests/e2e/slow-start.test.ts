/** The line of a price alert after a slow start, on a processor six times slower: whatever of it comes last, it is there. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';
import { enterDemo, setAlert } from './sweep-states.ts';

const PATIENT = { timeout: 60_000 };
const SLOWER = 6;
/** Bitcoin, a market that never closes. */
const TRADE = '/#/trade?id=27';

const product = serveProduct();

/** Keeps whatever is asked for at such an address until `go` is called. */
async function hold(page: Page, address: string): Promise<{ readonly asked: Promise<void>; readonly go: () => void }> {
  const [asked, open] = [gate(), gate()];
  await page.route(address, async (route) => {
    asked.go();
    await open.passed;
    await route.continue();
  });
  return { asked: asked.passed, go: open.go };
}

function gate(): { readonly passed: Promise<void>; readonly go: () => void } {
  let go: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { passed, go: () => go() };
}

const LIST = '**/v2/api/alert/list*';
/** Code that failed is asked for under another address. */
const LINES = '**/assets/chart-lines-*.js*';
const CHART = '**/assets/trade-chart-hand-*.js*';
const candles = (page: Page) => page.locator('[data-candles]:not([data-candles="0"])').waitFor(PATIENT);
const line = (page: Page) => page.getByRole('slider', { name: /^Alert, Rises to/ });

describe('D9.256 after a slow start the line of an alert is upon the chart', () => {
  it.each([
    { last: 'the list of alerts', first: LINES, second: LIST },
    { last: 'the code of its lines', first: LIST, second: LINES },
    { last: 'the code of the chart', first: LIST, second: CHART },
  ])('though $last comes last', async ({ first, second }) => {
    const { page, context, faults } = await openPhone(product.browser);
    await enterDemo(page, product.server.url);
    await setAlert(page, 'BTCUSD', { kind: 'above', price: '999999' });
    await page.goto('about:blank');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const [early, late] = [await hold(page, first), await hold(page, second)];
    await page.goto(product.server.url + TRADE);
    await candles(page);
    early.go();
    await late.asked;
    expect(await line(page).count()).toBe(0);
    late.go();
    await line(page).waitFor(PATIENT);
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    { what: 'the list of alerts', at: LIST },
    { what: 'the code of its lines', at: LINES },
    { what: 'the code of the chart', at: CHART },
  ])('though $what was lost at first, while the link stood', async ({ at }) => {
    const { page, context } = await openPhone(product.browser);
    await enterDemo(page, product.server.url);
    await setAlert(page, 'BTCUSD', { kind: 'above', price: '999999' });
    await page.goto('about:blank');
    let lost = 0;
    await page.route(at, (route) => (lost++ < 2 ? route.abort() : route.continue()));
    await page.goto(product.server.url + TRADE);
    await candles(page);
    await line(page).waitFor(PATIENT);
    expect(lost).toBeGreaterThan(2);
    await context.close();
  });
});
