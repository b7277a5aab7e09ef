/** A fill and its receipt in a real browser against a real server: what the person sees is what the command says of the saved file. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import {
  ALL_YES,
  closeReceipt,
  enterDemo,
  noLayer,
  openReceipt,
  PATIENT,
  readReceipt,
  receiptSheet,
  rowsOf,
  verdictOf,
} from './receipt-steps.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

const sheetOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A demo trader who has bought and closed again. */
async function trade(page: Page): Promise<void> {
  await enterDemo(page, product.server.url);
  await page.goto(`${product.server.url}/#/trade`);
  await page.getByRole('button', { name: /^Buy/ }).click(PATIENT);
  await expect.poll(() => page.getByRole('region', { name: 'Last order' }).textContent(PATIENT), PATIENT).toMatch(/Bought 0\.10/);
  await page.goto(`${product.server.url}/#/order?type=1`);
  const card = page.getByRole('article', { name: 'Buy 0.10 EUR/USD' });
  await card.getByRole('button').first().click(PATIENT);
  await card.getByRole('button', { name: 'Close position' }).click();
  await sheetOf(page, /Close/).getByRole('button', { name: 'Close position', exact: true }).click();
  await expect.poll(() => card.count(), PATIENT).toBe(0);
  await noLayer(page);
}

it('D9.297 two taps from a closed order to a green verdict, of its opening too; saved, it is green for the command and for a friend', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(product.server.url);
  await page.waitForSelector('[data-symbol="EURUSD"]');
  expect(asked.filter((path) => path.startsWith('/tape/') || /receipts?-/.test(path))).toEqual([]);
  await trade(page);

  await page.goto(`${product.server.url}/#/order?type=3`);
  const sheet = await openReceipt(page, 'Buy 0.10 EUR/USD', 'Receipt');
  await expect.poll(() => verdictOf(page).getAttribute('data-colour', PATIENT), PATIENT).toBe('green');
  expect(await verdictOf(page).textContent()).toContain('This fill checks out');
  expect(await sheet.locator('.receipt-answers [data-answer="yes"]').count()).toBe(4);
  expect(await sheet.getByRole('img').first().getAttribute('aria-label')).toMatch(/^EUR\/USD, \d+ prices from .* filled at 1\.\d{5}$/);

  const saved = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saved).path();
  const { stdout } = await promisify(execFile)(process.execPath, ['out/verify-tape.js', '--json', file]);
  expect(stdout).toContain('"promise":{"answer":"yes"');
  expect(stdout).toContain('"rule":{"answer":"yes"');

  await sheet.getByRole('tab', { name: 'Opening' }).click();
  await expect.poll(() => verdictOf(page).getAttribute('data-colour', PATIENT), PATIENT).toBe('green');
  await closeReceipt(page);

  // A friend, on another phone, who has a receipt of their own.
  const friend = await openPhone(product.browser);
  await trade(friend.page);
  await friend.page.goto(`${product.server.url}/#/user`);
  await friend.page.getByRole('button', { name: 'Price log' }).click(PATIENT);
  const log = sheetOf(friend.page, 'Price log');
  await expect.poll(() => log.textContent(PATIENT), PATIENT).toMatch(/First seen\w{3} \d{1,2} \w{3}/);
  await log.getByRole('button', { name: 'Compare with a friend' }).click();
  const theirs = log.getByRole('region', { name: "Your friend's" });
  await page.goto(`${product.server.url}/#/user`);
  await page.getByRole('button', { name: 'Price log' }).click(PATIENT);
  await sheetOf(page, 'Price log').getByRole('button', { name: 'Compare with a friend' }).click(PATIENT);
  const note = await sheetOf(page, 'Price log').getByRole('textbox', { name: 'Your newest checkpoint' }).inputValue(PATIENT);
  await theirs.getByRole('textbox').fill(note);
  await theirs.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect.poll(() => theirs.locator('.receipt-verdict').textContent(PATIENT), PATIENT).toContain('The same log');
  const lie = readFileSync(file, 'utf8').replace(/price 1\.(\d)/, (_all, digit: string) => `price 1.${(Number(digit) + 1) % 10}`);
  await theirs.locator('input[type=file]').setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(lie) });
  await expect.poll(() => theirs.locator('.receipt-verdict').getAttribute('data-colour', PATIENT), PATIENT).toBe('red');
  await theirs.locator('input[type=file]').setInputFiles(file);
  await expect.poll(() => theirs.locator('.receipt-verdict').getAttribute('data-colour', PATIENT), PATIENT).not.toBe('red');
  expect([...faults, ...friend.faults]).toEqual([]);
  await friend.context.close();
  await context.close();
});

it('D9.294 a close that knew less than its person saw at the press is red', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(product.server.url);
  await page.waitForSelector('[data-symbol="EURUSD"]');
  await trade(page);
  // The deals are fetched some seconds after the fill.
  await expect.poll(async () => (await rowsOf(page, 'deals').catch(() => [])).length, PATIENT).toBeGreaterThan(0);
  const [key = ''] = (await rowsOf(page, 'deals')).at(-1) ?? [];
  await rowsOf(page, 'seen', [key.replace(/\d+$/, '1'.padStart(16, '0')), { seq: 1e12, goes: Date.now() }]);
  await page.goto(`${product.server.url}/#/order?type=3`);
  await openReceipt(page, 'Buy 0.10 EUR/USD', 'Receipt');
  await expect.poll(() => verdictOf(page).getAttribute('data-colour', PATIENT), PATIENT).toBe('red');
  await receiptSheet(page).getByRole('tab', { name: 'Opening' }).click();
  await expect.poll(() => verdictOf(page).getAttribute('data-colour', PATIENT), PATIENT).toBe('green');
  expect(faults).toEqual([]);
  await context.close();
});

it('D9.329 a deal that the server gives once more, and not the same, is red in words; both are evidence', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(product.server.url);
  await page.waitForSelector('[data-symbol="EURUSD"]');
  await trade(page);
  await expect.poll(async () => (await rowsOf(page, 'deals').catch(() => [])).length, PATIENT).toBeGreaterThan(0);
  await page.goto(`${product.server.url}/#/order?type=3`);
  await openReceipt(page, 'Buy 0.10 EUR/USD', 'Receipt');
  expect((await readReceipt(page)).colour).toBe('green');
  await closeReceipt(page);
  // As if the first note had told of another profit.
  const [key = '', row] = (await rowsOf(page, 'deals')).at(-1) ?? [];
  const { note } = row as { note: string };
  await rowsOf(page, 'deals', [key, { note: note.replace(/\nprofit .*/, '\nprofit 12.34'), goes: Date.now() }]);
  await page.reload();
  await openReceipt(page, 'Buy 0.10 EUR/USD', 'Receipt');
  await expect.poll(() => verdictOf(page).getAttribute('data-colour', PATIENT), PATIENT).toBe('red');
  const { answers } = await readReceipt(page);
  expect(answers[0]).toBe('No The server has given deals that contradict each other. They are kept.');
  const proofs = (await rowsOf(page, 'evidence')).map(([, proof]) => (proof as { text: string }).text);
  expect(proofs.filter((text) => text.startsWith('['))).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

it('D9.297 without a network what was checked stands with its date, what was not says so and is checked once the network is back', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(product.server.url);
  await page.waitForSelector('[data-symbol="EURUSD"]');
  await trade(page);
  await page.goto(`${product.server.url}/#/order?type=3`);
  await openReceipt(page, 'Buy 0.10 EUR/USD', 'Receipt');
  expect((await readReceipt(page)).colour).toBe('green');
  await closeReceipt(page);
  // Code that is fetched ahead for later has come.
  await page.waitForLoadState('networkidle');
  await product.server.signal('SIGKILL');
  await page.getByRole('article', { name: 'Buy 0.10 EUR/USD' }).getByRole('button', { name: 'Receipt' }).click();
  const { head, answers } = await readReceipt(page);
  expect(head).toMatch(/^This fill checks outChecked on this device, [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2,3}, \d\d:\d\d$/);
  expect(answers).toEqual(ALL_YES);
  await receiptSheet(page).getByRole('tab', { name: 'Opening' }).click();
  await expect
    .poll(() => receiptSheet(page).textContent(PATIENT), PATIENT)
    .toContain('You are offline. It is checked as soon as you are back.');
  await product.server.restart();
  expect((await readReceipt(page)).answers).toEqual(ALL_YES);
  expect(faults).toEqual([]);
  await context.close();
});
