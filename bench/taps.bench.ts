/** G20: from a tap to the paint of what it asked for, on a phone six times slower: every tab, drawer, sheet and row, and Buy to its strip. */
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright';
import { startServer } from '../tests/e2e/server-process.ts';
import { enterWithOrders } from '../tests/e2e/sweep-states.ts';
import { assertOutput, type Bench, type Figure, type Goal } from './lib/bench.ts';
import { buildPages } from './lib/build-pages.ts';
import { launch, slowDown } from './lib/chromium.ts';
import { serveFolder } from './lib/serve-folder.ts';
import { quantile } from './lib/statistics.ts';
import { FLOOR_KINDS, TAP_KINDS, type TapKind } from './taps/tap-kinds.ts';
import { type ProbedTaps, tapProbe } from './taps/tap-probe.ts';

const RATE = 6;
const TAPS = 20;
const QUICK_TAPS = 3;
/** What is felt as at once; where the floor page itself takes longer, what ours may take beyond it. */
const AT_ONCE_MS = 100;
const ADDED_MS = 30;
const SHOWN_WITHIN_MS = 8_000;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const DEAF = 'a tap does nothing';
const EMPTY = 'what a tap opens is empty';
const BROKEN_SCRIPTS: Readonly<Record<string, string>> = {
  [DEAF]: `addEventListener('click', (event) => { if (event.target.closest('main')) event.stopImmediatePropagation(); }, true);`,
  [EMPTY]: `new MutationObserver(() => { for (const node of document.querySelectorAll('dialog:is([open], [popover])')) node.replaceChildren(); })
    .observe(document, { subtree: true, childList: true, attributes: true });`,
};

type Phone = { readonly page: Page; readonly cdp: CDPSession; readonly context: BrowserContext };

async function openPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.addInitScript(tapProbe);
  return { page, context, cdp: await context.newCDPSession(page) };
}

/** What lay over the page is gone, its step of the history too, and nothing moves any more by the clock (what follows a scrolling never ends). */
const isAtRest = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const isMoving = document
      .getAnimations()
      .some(({ effect, timeline }) => timeline === document.timeline && effect?.getTiming().iterations !== Infinity);
    const layers = (history.state as { layers?: number } | null)?.layers ?? 0;
    return !isMoving && layers === 0 && !document.querySelector('dialog:is([open], [popover])');
  });

async function middleOf(target: Locator): Promise<[number, number]> {
  await target.scrollIntoViewIfNeeded();
  // A button of money waits while the price is not live; what is measured is a tap that is taken.
  await (await target.elementHandle())?.waitForElementState('enabled', { timeout: SHOWN_WITHIN_MS });
  const { x, y, width, height } = (await target.boundingBox()) as { x: number; y: number; width: number; height: number };
  return [x + width / 2, y + height / 2];
}

/** ms of each tap of one kind. */
async function takeTaps({ page, cdp }: Phone, kind: TapKind, times: number): Promise<number[]> {
  await kind.go(page);
  const taken: number[] = [];
  while (taken.length < times) {
    await isAtRest(page);
    const [x, y] = await middleOf(kind.target(page));
    await page.evaluate((shown) => (globalThis as unknown as ProbedTaps).awaitTap(shown), kind.shown);
    await slowDown(cdp, RATE);
    await page.touchscreen.tap(x, y);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, SHOWN_WITHIN_MS, undefined));
    const ms = await Promise.race([page.evaluate(() => (globalThis as unknown as ProbedTaps).tapTaken()), late]);
    await slowDown(cdp, 1);
    assertOutput(ms !== undefined, `${kind.name}: a tap showed nothing within ${SHOWN_WITHIN_MS} ms`);
    taken.push(ms);
    await kind.undo(page);
  }
  return taken;
}

const p95 = ({ samples }: Figure): number => quantile(samples, 0.95);

function goalsOf(figures: readonly Figure[], floors: readonly Figure[]): Goal[] {
  const limit = Math.max(AT_ONCE_MS, Math.max(...floors.map(p95)) + ADDED_MS);
  const worst = figures.reduce((slowest, figure) => (p95(figure) > p95(slowest) ? figure : slowest));
  return [
    {
      id: 'G20',
      text: `from a tap to its paint at ${RATE}x, p95, the slowest: ${worst.name}`,
      value: p95(worst),
      unit: 'ms',
      limit,
      isWall: true,
      note: `${AT_ONCE_MS} ms, or the slowest of the floor page's and ${ADDED_MS} ms`,
    },
  ];
}

export const bench: Bench = {
  title: 'From a tap to its paint on a slow phone',
  breaks: [DEAF, EMPTY],
  async run({ quick, broken }) {
    const times = quick ? QUICK_TAPS : TAPS;
    const [server, built] = await Promise.all([startServer({ LOG_LEVEL: 'error' }), buildPages('taps')]);
    const floorSite = await serveFolder(built.site);
    const browser = await launch();
    const measure = async (phone: Phone, kinds: readonly TapKind[]): Promise<Figure[]> => {
      const figures: Figure[] = [];
      for (const kind of kinds) figures.push({ name: kind.name, unit: 'ms', samples: await takeTaps(phone, kind, times), isWall: true });
      return figures;
    };
    try {
      const floor = await openPhone(browser);
      await floor.page.goto(`${floorSite.url}${built.path('floor')}`);
      const floors = await measure(floor, FLOOR_KINDS);
      const ours = await openPhone(browser);
      await enterWithOrders(ours.page, server.url);
      if (broken) await ours.page.evaluate(BROKEN_SCRIPTS[broken] ?? '');
      const figures = await measure(ours, TAP_KINDS);
      return {
        load: `The built app on the built server, a demo account with orders, and a page that does the least (a list for another, a dialog, a row), at 360 x 740 with the main thread ${RATE} times slower while a finger taps, ${times} times each; screens were visited before. From the browser's stamp of the tap to the paint of what was asked for, visible, with words in it: as the browser's Event Timing tells it where it is in the next picture, else by a message that is sent in its frame.`,
        figures: [...figures, ...floors],
        goals: goalsOf(figures, floors),
      };
    } finally {
      await browser.close();
      floorSite.close();
      await server.remove();
    }
  },
};
