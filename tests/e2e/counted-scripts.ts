/**
 * Which scripts a first price and a first chart cost: those that were asked for by the moment at which the page itself showed them. Who looks
 * now and then comes too late, and would count what came after.
 */
import type { Page } from 'playwright';

type Fetched = { readonly file: string; readonly askedAtMs: number };
type Moments = { pricesAtMs?: number; candlesAtMs?: number };
/** Ms since 1970, as the page's own clock says it. */
export type Moment = keyof Moments;

/**
 * What a page asks for by the clock once it has stood for a moment, whatever is on screen by then: other screens ahead of a tap, and the marks
 * and lines of the products. On a slow machine that moment comes before the candles of another page, which need none of it.
 */
const AFTER_A_MOMENT = /\/(settle|market-pictures)-/;
/** What `settle` fetches has no name of its own: the count ends where it begins. */
const AHEAD = '/settle-';

type CountedScripts = {
  /** Files, each once, that were asked for by then; waits for that moment. A file that is still on its way is told to nobody yet: ask again later. */
  until(moment: Moment): Promise<readonly string[]>;
  /** Every file so far. */
  all(): readonly string[];
};

/** Counts what `page` and its worker fetch from now on; to be called before it goes anywhere. */
export async function countScripts(page: Page, waitMs = 20_000): Promise<CountedScripts> {
  const fetched: Fetched[] = [];
  page.context().on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.endsWith('.js')) fetched.push({ file: path.slice(1), askedAtMs: request.timing().startTime });
  });
  await page.addInitScript(() => {
    const moments: Moments = {};
    Object.assign(globalThis, { moments });
    const now = () => performance.timeOrigin + performance.now();
    const observer = new MutationObserver(() => {
      if (/\d\.\d{5}/.test(document.querySelector('[data-symbol="EURUSD"]')?.textContent ?? '')) moments.pricesAtMs ??= now();
      if (Number(document.querySelector('[data-candles]')?.getAttribute('data-candles')) > 0) moments.candlesAtMs ??= now();
      if (moments.pricesAtMs && moments.candlesAtMs) observer.disconnect();
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-candles'],
    });
  });
  return {
    async until(moment) {
      const read = (key: Moment) => (globalThis as unknown as { moments: Moments }).moments[key] ?? 0;
      await page.waitForFunction(read, moment, { timeout: waitMs });
      const untilMs = await page.evaluate(read, moment);
      const aheadMs = Math.min(...fetched.flatMap(({ file, askedAtMs }) => (file.includes(AHEAD) ? askedAtMs : [])));
      const counted = fetched.filter(
        ({ file, askedAtMs }) => askedAtMs <= untilMs && askedAtMs < aheadMs && !AFTER_A_MOMENT.test(`/${file}`),
      );
      return [...new Set(counted.map(({ file }) => file))];
    },
    all: () => [...new Set(fetched.map(({ file }) => file))],
  };
}
