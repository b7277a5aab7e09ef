/** What a slow start must not show: a screen without its style, whichever comes last, and a head that is higher before its price is live. */
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

/** How long a style is kept back once the page has asked for it: long beside all else that the screen is made of. */
const LATE_MS = 1_500;
/** A cold load may move by so much altogether (goal G18). */
const SHIFT_MAX = 0.02;
const PATIENT = { timeout: 30_000 };
const NOTE_SHIFTS = `globalThis.moved = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.moved += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** The word that the document's own fetch of a style has ended may come when the page has just taken the style into use: here it always does. */
const FETCH_IS_TOLD_LATE = `new MutationObserver((changes) => {
  for (const { target } of changes) if (target.localName === 'link') queueMicrotask(() => target.dispatchEvent(new Event('load')));
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['rel'] });`;

const product = serveProduct();

it.each([
  ['/', 'app', '.tab-bar'],
  ['/#/trade?id=27', 'app', '[data-candles]'],
  ['/#/trade?id=27', 'trade-screen', '[data-candles]'],
  ['/#/trade?id=27', 'chart-parts', '[data-candles]'],
])('G18 at %s the style %s comes last: the screen waits for it under its ghost', async (at, style, shown) => {
  const { page, context, faults } = await openPhone(product.browser);
  let asked = 0;
  await page.route(new RegExp(`/assets/${style}-.*\\.css`), async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  await page.addInitScript(`${NOTE_SHIFTS}\n${FETCH_IS_TOLD_LATE}`);
  await page.goto(product.server.url + at);
  await page.locator(shown).first().waitFor(PATIENT);
  await expect.poll(() => page.locator('#ghost').count(), PATIENT).toBe(0);
  expect(asked).toBeGreaterThan(0);
  expect(await page.evaluate('document.styleSheets.length > 0 && globalThis.moved')).toBeLessThanOrEqual(SHIFT_MAX);
  expect(faults).toEqual([]);
  await context.close();
});

it.each([
  ['EUR/USD', 1],
  ['AVAX/USD', 33],
  ['Natural Gas', 41],
])('G18 the head of Trade with %s is as high before its price is live as it is then', async (_name, id) => {
  const { page, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/trade?id=${id}`);
  await page.locator('.trade-head .trade-state').waitFor({ ...PATIENT, state: 'attached' });
  const heights = await page.evaluate(() => {
    const [head, place] = [document.querySelector('.trade-head'), document.querySelector('.trade-head .trade-state')];
    // A closed market, as most are at a weekend, has none.
    const made = () => place?.appendChild(Object.assign(document.createElement('span'), { className: 'live-mark num', textContent: ' ' }));
    const mark = document.querySelector('.trade-head .live-mark') ?? made();
    const heightWith = (words: string) => {
      mark?.toggleAttribute('data-live', words === 'Live');
      (mark?.firstChild as Text).data = words;
      return head?.getBoundingClientRect().height;
    };
    return ['Live', 'Connecting', '59 s old'].map(heightWith);
  });
  expect(new Set(heights).size, heights.join()).toBe(1);
  await context.close();
});
