/** A cheap phone: Chromium at 360 x 740 with touch. Collects what must never happen on any page: errors and CSP violations. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';

const CHROMIUM =
  process.env.CHROMIUM_PATH ||
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });

export type Phone = { readonly context: BrowserContext; readonly page: Page; readonly faults: string[] };

type PhoneOptions = { width?: number; height?: number; dark?: boolean; scale?: number };

/** Opens a page that records uncaught errors, console errors and policy violations in `faults`. */
export async function openPhone(
  browser: Browser,
  { width = 360, height = 740, dark = false, scale = 2 }: PhoneOptions = {},
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: true,
    isMobile: true,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted|Refused to/.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}
