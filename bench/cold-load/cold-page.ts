/** One cold load: a context of its own, the main thread slowed from the start, until some seconds after the first live price or candles. */
import type { Browser, Page } from 'playwright';
import { assertOutput } from '../lib/bench.ts';
import { countThreadTime } from '../lib/busy-time.ts';
import { metrics, slowDown } from '../lib/chromium.ts';
import { paintedCandles } from '../lib/screen-page.ts';
import type { ColdSite } from './cold-site.ts';
import { loadProbe, type Noted, type ProbedPage, type SeenCandles, type SeenText } from './load-probe.ts';

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
/** A task is felt from here on (the browser's own measure of long tasks). */
const TASK_MS_MAX = 50;
/** Shifts less than a second apart, and within five, are one (the definition of cumulative layout shift). */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;
/** Fewer coloured pixels than this for each candle are no candles. */
const PIXELS_PER_CANDLE_MIN = 4;

export type Screen = 'home' | 'trade';
export type LoadOptions = {
  readonly site: ColdSite;
  readonly path: string;
  readonly screen: Screen;
  /** How many times slower the main thread is. */
  readonly rate: number;
  /** Watched for so long after the first price (Home) or candles (Trade). */
  readonly afterMs: number;
  readonly shownWithinMs: number;
  /** The load goes on until so many rows of the screen itself hold a price. */
  readonly rowsMin?: number;
  /** Script that breaks the page on purpose. */
  readonly breakWith?: string | undefined;
  /** Called with the page just before its navigation, and when the time is over. */
  readonly before?: (page: Page) => Promise<unknown>;
  readonly after?: () => Promise<unknown>;
};
/** Times in ms from the navigation's start. */
export type ColdLoad = {
  readonly livePriceMs: number;
  /** The same in a row of the screen itself. */
  readonly rowPriceMs: number;
  /** NaN on Home. */
  readonly candlesMs: number;
  readonly candles: number;
  readonly symbols: number;
  /** Symbols with a price in a row of the screen itself. */
  readonly rows: number;
  readonly firstPaintMs: number;
  /** Sum of what is beyond 50 ms in long tasks. */
  readonly blockingMs: number;
  readonly longestTaskMs: number;
  /** CPU time of the main thread's tasks. */
  readonly busyMs: number;
  readonly shift: number;
};

export async function coldLoad(browser: Browser, options: LoadOptions): Promise<ColdLoad> {
  const { site, path, rate } = options;
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    let failure: Error | undefined;
    page.on('pageerror', (error) => {
      failure = error;
    });
    site.beginLoad();
    const seen = new Seen(options);
    await page.exposeFunction('loadSeen', (texts: SeenText[], candles?: SeenCandles) => seen.add(texts, candles));
    // The loader of these files keeps the names of functions by a call that a page knows nothing of.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.addInitScript(loadProbe);
    if (options.breakWith) await page.addInitScript(options.breakWith);
    await countThreadTime(cdp);
    await slowDown(cdp, rate);
    await options.before?.(page);
    void page.goto(`${site.origin}${path}`).catch(() => undefined);
    await seen.done;
    await page.waitForTimeout(options.afterMs);
    await options.after?.();
    const busy = await metrics(cdp);
    await page.evaluate(() => (globalThis as unknown as ProbedPage).stopLooking());
    const noted = await page.evaluate(() => (globalThis as unknown as ProbedPage).noted());
    if (failure) throw failure;
    await slowDown(cdp, 1);
    if (options.screen === 'trade') await assertCandles(page, seen.candles as SeenCandles);
    return figuresOf(seen, noted, (busy.TaskDuration as number) * 1_000, options);
  } finally {
    await context.close();
  }
}

/** What the page was seen to show, judged as it comes: a price that nobody sent ends the load. */
class Seen {
  readonly #options: LoadOptions;
  readonly #symbols = new Set<string>();
  readonly #rows = new Set<string>();
  readonly done: Promise<void>;
  #settle: (error?: Error) => void = () => undefined;
  livePriceMs = Number.NaN;
  rowPriceMs = Number.NaN;
  candles: SeenCandles | undefined;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.done = new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#judge(() => assertOutput(false, this.#missing())), options.shownWithinMs);
      this.#settle = (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
    });
  }

  get symbols(): number {
    return this.#symbols.size;
  }
  get rows(): number {
    return this.#rows.size;
  }

  add(texts: readonly SeenText[], candles: SeenCandles | undefined): void {
    this.#judge(() => {
      for (const { symbol, text, isRow, atMs } of texts) {
        const kind = this.#options.site.kindOf(symbol, text);
        assertOutput(kind !== 'made up', `${this.#options.path} shows ${text} for ${symbol}, a price that nobody sent`);
        this.#symbols.add(symbol);
        if (isRow) this.#rows.add(symbol);
        if (kind === 'live' && Number.isNaN(this.livePriceMs)) this.livePriceMs = atMs;
        if (kind === 'live' && isRow && Number.isNaN(this.rowPriceMs)) this.rowPriceMs = atMs;
      }
      this.candles ??= candles;
      if (!this.#missing()) this.#settle();
    });
  }

  /** What has not been seen yet; '' when all has. */
  #missing(): string {
    const { path, screen, shownWithinMs, rowsMin = 0 } = this.#options;
    const within = `within ${shownWithinMs} ms`;
    if (Number.isNaN(this.livePriceMs)) return `${path} shows no price of the socket ${within}`;
    if (screen === 'trade' && !this.candles) return `${path} shows no candles ${within}`;
    return this.rows < rowsMin ? `${path} shows ${this.rows} rows with a price ${within}, at least ${rowsMin} should be` : '';
  }

  #judge(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#settle(error as Error);
    }
  }
}

/** Canvases hold about as much colour as so many candles must have. */
async function assertCandles(page: Page, { count }: SeenCandles): Promise<void> {
  const { coloured } = await paintedCandles({ page } as Parameters<typeof paintedCandles>[0]);
  assertOutput(coloured >= count * PIXELS_PER_CANDLE_MIN, `${count} candles are said to be drawn, and ${coloured} pixels are coloured`);
}

function figuresOf(seen: Seen, { tasks, shifts, firstPaintMs }: Noted, busyMs: number, { screen, afterMs }: LoadOptions): ColdLoad {
  const candlesMs = screen === 'trade' ? (seen.candles?.atMs ?? Number.NaN) : Number.NaN;
  const endMs = (screen === 'trade' ? candlesMs : seen.livePriceMs) + afterMs;
  const long = tasks.flatMap(({ startMs, durationMs }) => (startMs < endMs ? durationMs : []));
  return {
    livePriceMs: seen.livePriceMs,
    rowPriceMs: seen.rowPriceMs,
    candlesMs,
    candles: seen.candles?.count ?? 0,
    symbols: seen.symbols,
    rows: seen.rows,
    firstPaintMs,
    blockingMs: long.reduce((sum, durationMs) => sum + Math.max(0, durationMs - TASK_MS_MAX), 0),
    longestTaskMs: Math.max(0, ...long),
    busyMs,
    shift: layoutShift(shifts),
  };
}

/** The largest sum of shifts that belong together. */
function layoutShift(shifts: Noted['shifts']): number {
  let [largest, sum, beganMs, lastMs] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { atMs, value } of shifts) {
    const isApart = atMs - lastMs > SHIFT_GAP_MS || atMs - beganMs > SHIFT_WINDOW_MS;
    if (isApart) [sum, beganMs] = [0, atMs];
    sum += value;
    lastMs = atMs;
    largest = Math.max(largest, sum);
  }
  return largest;
}
