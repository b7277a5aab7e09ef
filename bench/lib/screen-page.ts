/** Opens a screen of prices against the stand-in and says whether what it shows is right. */
import type { Browser } from 'playwright';
import type { ProductRow } from '../../src/protocol/rest/forex.ts';
import { assertOutput } from './bench.ts';
import { type BenchPage, openPage } from './chromium.ts';
import type { StandIn } from './stand-in-client.ts';

/** A frame in flight, the pace of a slow page, and a paint; the rest is room for a slow machine, which only a wrong page uses up. */
const SETTLE_MS = 10_000;
const CHECK_EVERY_MS = 100;
/** Fewer coloured pixels are no chart of a hundred candles. */
const COLOURED_MIN = 1_000;

export type ScreenPage = BenchPage & {
  /** Milliseconds of the tasks over 50 ms since the last call. */
  takeLongTasks(): Promise<number[]>;
};

/** The market stands still while a page opens, so that each begins alike. */
export async function openScreen(browser: Browser, standIn: StandIn, path: string): Promise<ScreenPage> {
  await standIn.set({ ticksPerSecond: 0 });
  let failure: Error | undefined;
  const opened = await openPage(browser, (error) => {
    failure = error;
  });
  await opened.page.addInitScript(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    Object.assign(globalThis, { takeLongTasks: () => tasks.splice(0) });
  });
  await opened.page.goto(`${standIn.origin}${path}`);
  return {
    ...opened,
    takeLongTasks: () => {
      if (failure) throw failure;
      return opened.page.evaluate(() => (globalThis as unknown as { takeLongTasks(): number[] }).takeLongTasks());
    },
  };
}

/** Stops the market and waits until at least `rowsMin` rows show its newest prices; throws `WrongOutput` when they never do. */
export async function assertNewestPrices({ page }: BenchPage, standIn: StandIn, rowsMin: number): Promise<void> {
  await standIn.set({ ticksPerSecond: 0 });
  const reply = await fetch(`${standIn.origin}/v2/api/forex/trade_list`);
  const { data } = (await reply.json()) as { data: ProductRow[] };
  const newest = Object.fromEntries(data.map((row) => [row.Code, row.ForexQuotations.Close.toFixed(row.PricePrecision)]));
  let right = 0;
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += CHECK_EVERY_MS) {
    right = await page.evaluate(
      (prices) =>
        [...document.querySelectorAll<HTMLElement>('[data-symbol]')].filter(
          (price) => price.textContent === prices[price.dataset.symbol ?? ''],
        ).length,
      newest,
    );
    if (right >= rowsMin) return;
    await page.waitForTimeout(CHECK_EVERY_MS);
  }
  assertOutput(false, `${right} rows show the newest price, ${rowsMin} should`);
}

/** Coloured pixels of all canvases, and a number that changes with them. */
export type PaintedCandles = { readonly coloured: number; readonly hash: number };

export const paintedCandles = ({ page }: BenchPage): Promise<PaintedCandles> =>
  page.evaluate(() => {
    let coloured = 0;
    let hash = 0;
    for (const canvas of document.querySelectorAll('canvas')) {
      const pixels = canvas.width > 0 ? canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data : undefined;
      for (let at = 0; pixels && at < pixels.length; at += 4) {
        const [red, green, blue] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number];
        hash = (Math.imul(hash, 31) + red + green * 3 + blue * 7) | 0;
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured++;
      }
    }
    return { coloured, hash };
  });

/** Waits for the candles, which come after the prices; throws `WrongOutput` when they never do. */
export async function assertChart(screen: BenchPage): Promise<void> {
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += CHECK_EVERY_MS) {
    if ((await paintedCandles(screen)).coloured >= COLOURED_MIN) return;
    await screen.page.waitForTimeout(CHECK_EVERY_MS);
  }
  assertOutput(false, 'the chart shows no candles');
}
