/** The built product as the tests of one file meet it: a server of their own, and a browser. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './phone.ts';
import { type ServerProcess, startServer } from './server-process.ts';

type ServedProduct = {
  /** Of this file alone, with its own data; gone behind its last test. */
  readonly server: ServerProcess;
  /** Of the whole worker, since a start takes longer than many a test; what a file opened in it is closed behind its last test. */
  readonly browser: Browser;
};

let shared: Promise<Browser> | undefined;

/** The worker's browser, a new one where the last has crashed. It ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  if (shared && (await shared).isConnected()) return shared;
  shared = launchBrowser();
  return shared;
}

/**
 * Called once at the head of a file of tests. `env` is the server's; `prepare` runs when both are there, before the first test. What it gives
 * is there from then on and may not be taken apart before.
 */
export function serveProduct(env: Record<string, string> = {}, prepare?: (product: ServedProduct) => unknown): ServedProduct {
  const product: { server?: ServerProcess; browser?: Browser } = {};
  beforeAll(async () => {
    const started = startServer(env).then((server) => {
      product.server = server;
    });
    const launched = sharedBrowser().then((browser) => {
      product.browser = browser;
    });
    // Both are waited for, so that a server whose browser failed is removed as well.
    const outcomes = await Promise.allSettled([started, launched]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await prepare?.(product as ServedProduct);
  });
  afterAll(async () => {
    for (const context of product.browser?.contexts() ?? []) await context.close();
    await product.server?.remove();
  });
  return product as ServedProduct;
}
