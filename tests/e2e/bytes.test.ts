/** Byte budgets of the first load, counted from what a real browser fetched: gzip sizes of the built files (performance goals G1 and G2). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import budgets from '../../bench/budgets.json' with { type: 'json' };
import { launchBrowser, openPhone } from './phone.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const dist = new URL('../../dist/', import.meta.url).pathname;
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const gzipBytes = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + gzipBytes(file), 0);

/** Paths of every script that the page and its worker fetched. A worker's fetches are seen by the browser's network events. */
function recordScripts(page: Page): Set<string> {
  const seen = new Set<string>();
  page.context().on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.endsWith('.js')) seen.add(path.slice(1));
  });
  return seen;
}

it('G1: every script up to the first live price list fits its budget; with the chart it grows no further', async () => {
  const { page, context } = await openPhone(browser);
  const scripts = recordScripts(page);
  await page.goto(server.url);
  await expect.poll(() => page.locator('[data-symbol="EURUSD"]').first().textContent(), { timeout: 20_000 }).toMatch(/\d\.\d{5}/);
  const first = sum(scripts);
  await page.evaluate(() => {
    location.hash = '/trade';
  });
  await expect
    .poll(async () => Number(await page.locator('[data-candles]').first().getAttribute('data-candles')), { timeout: 20_000 })
    .toBeGreaterThan(0);
  const withChart = sum(scripts);
  // The goal with the chart is not reached: uPlot alone is 20 KB of it (ARCHITECTURE.md, section 8). What is reached is held.
  const over = withChart - budgets.withChartBytesGoal;
  process.stderr.write(`first price list ${first} bytes gzip, with chart ${withChart}, over its goal by ${over}\n`);
  expect([...scripts].some((file) => file.includes('worker') || file.includes('main-'))).toBe(true);
  expect(first).toBeLessThanOrEqual(budgets.firstPriceListBytesMax);
  expect(withChart).toBeLessThanOrEqual(budgets.withChartBytesHeld);
  await context.close();
});

it('G2: what paints first (HTML, CSS, boot script, first script) fits ten packets, and no script or style is inline', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"[^>]*>/g)]
    .filter(([tag]) => !/modulepreload|rel="preload"|rel="prefetch"/.test(tag))
    .map(([, file]) => file as string);
  const bytes = gzipSync(html, { level: 9 }).length + sum(linked);
  process.stderr.write(`first paint ${bytes} bytes gzip: ${linked.join(', ')}\n`);
  expect(linked.some((file) => file.endsWith('.js'))).toBe(true);
  expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\sstyle="|\son[a-z]+="/i);
  expect(bytes).toBeLessThanOrEqual(budgets.firstPaintBytesMax);
});

it('G1: all scripts of the build except locales and listed leaf screens fit their budget', () => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, { file: string }>;
  const locales = new Set(Object.entries(manifest).flatMap(([source, { file }]) => (source.startsWith('locales/') ? [file] : [])));
  const isLeaf = (file: string) => budgets.lazyLeafScreens.some((leaf) => file.startsWith(`${leaf}-`));
  const scripts = readdirSync(join(dist, 'assets')).filter(
    (file) => file.endsWith('.js') && !locales.has(`assets/${file}`) && !isLeaf(file),
  );
  const bytes = scripts.reduce((total, file) => total + gzipBytes(`assets/${file}`), 0);
  process.stderr.write(`all scripts ${bytes} bytes gzip\n`);
  expect(scripts.length).toBeGreaterThan(5);
  expect(bytes).toBeLessThanOrEqual(budgets.allScriptBytesMax);
});
