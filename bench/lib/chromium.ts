/** A Chromium as the benches need it: quiet, exposing memory and GC, its pages never throttled for being hidden. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
  '--js-flags=--expose-gc',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/** The device scale is a flag and the viewport null: an emulated one leaves the canvases of some chart libraries at 1x. */
export const launch = (extra: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [...ARGS, '--force-device-scale-factor=2', '--window-size=500,900', ...extra],
    headless: true,
  });

export type BenchPage = { readonly page: Page; readonly context: BrowserContext; readonly cdp: CDPSession };

/** A page of its own context; an error in it fails the bench. */
export async function openPage(browser: Browser, onError: (error: Error) => void): Promise<BenchPage> {
  const context = await browser.newContext({ viewport: null });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', onError);
  // The loader of these files keeps the names of functions by a call that a page knows nothing of.
  await page.addInitScript('globalThis.__name = (value) => value');
  return { page, context, cdp: await context.newCDPSession(page) };
}

/** Slows the page's main thread, and only it: workers keep their speed. */
export const slowDown = (cdp: CDPSession, rate: number): Promise<unknown> => cdp.send('Emulation.setCPUThrottlingRate', { rate });

/** The browser's own counters (`TaskDuration`, `ScriptDuration`, `JSHeapUsedSize`, … in seconds and bytes). */
export async function metrics(cdp: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics: list } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
