/** Byte budgets of the first load, counted from what a real browser fetched: gzip sizes of the built files (performance goals G1 and G2). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import budgets from '../../bench/budgets.json' with { type: 'json' };
import { countScripts } from './counted-scripts.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const dist = new URL('../../dist/', import.meta.url).pathname;
const product = serveProduct();

const gzipBytes = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + gzipBytes(file), 0);

const isTicketThere = (page: Page) =>
  expect.poll(() => page.getByRole('spinbutton', { name: 'Lots' }).count(), { timeout: 20_000 }).toBe(1);

it('G1: every script up to the first live price list fits its budget, and so do those up to the first candles after it', async () => {
  const { page, context } = await openPhone(product.browser);
  const scripts = await countScripts(page);
  await page.goto(product.server.url);
  await scripts.until('pricesAtMs');
  // Seconds before the page would fetch other screens ahead of the tap: what is counted is what Trade with its chart asks for.
  await page.evaluate(() => {
    location.hash = '/trade';
  });
  await isTicketThere(page);
  const [list, chart] = [await scripts.until('pricesAtMs'), await scripts.until('candlesAtMs')];
  const [first, withChart] = [sum(list), sum(chart)];
  process.stderr.write(`first price list ${first} bytes gzip, with chart ${withChart}\n`);
  expect(list.some((file) => file.includes('main-'))).toBe(true);
  expect(chart.some((file) => file.includes('open-chart'))).toBe(true);
  expect(withChart).toBeGreaterThan(first);
  expect(first).toBeLessThanOrEqual(budgets.firstPriceListBytesMax);
  expect(withChart).toBeLessThanOrEqual(budgets.withChartBytesMax);
  await context.close();
});

it('G1: every script up to the first candles of a page that opens on Trade fits the same budget', async () => {
  const { page, context } = await openPhone(product.browser);
  const scripts = await countScripts(page);
  await page.goto(`${product.server.url}/#/trade`);
  await isTicketThere(page);
  const chart = await scripts.until('candlesAtMs');
  const withChart = sum(chart);
  process.stderr.write(`opened on Trade: ${withChart} bytes gzip to the first candles, ${sum(scripts.all())} with the ticket\n`);
  expect(chart.some((file) => file.includes('open-chart'))).toBe(true);
  expect(withChart).toBeLessThanOrEqual(budgets.withChartBytesMax);
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
