/**
 * The whole machine set back to an earlier hour with its keys, and signing on from there: no start can see it, but a browser that was there
 * before does, and says so in words, whether it was away meanwhile or comes back while the log is still shorter than what it saw.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launchBrowser, openPhone, type Phone } from './phone.ts';
import { ALL_YES, callAs, closeReceipt, enterDemo, openReceipt, PATIENT, readReceipt, receiptSheet, rowsOf } from './receipt-steps.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const BITCOIN = '27';
const GROWTH = { timeout: 90_000, interval: 250 };
let browser: Browser;
let server: ServerProcess;
let phone: Phone;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-restored-'));
  [server, browser] = await Promise.all([startServer({ DATA_DIR: join(folder, 'now') }), launchBrowser()]);
  phone = await openPhone(browser);
});
afterEach(async () => {
  await browser?.close();
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const signedSize = async (): Promise<number> => {
  const reply = await fetch(`${server.url}/tape/checkpoint`);
  return reply.ok ? Number((await reply.text()).split('\n')[1]) : 0;
};
/** The largest checkpoint that the browser holds. */
const seenSize = async (page: Page): Promise<number> =>
  Math.max(0, ...(await rowsOf(page, 'notes').catch(() => [])).map(([, row]) => (row as { size: number }).size));

async function trade(page: Page, cont: string): Promise<void> {
  const fields = { type: '1', status: '1', multiple: '50', target_price: '0', stop_loss_price: '0', target_profit_price: '0' };
  const bought = { id: '' };
  const buy = async () => {
    const { code, data } = await callAs(page, server.url, '/v2/api/forex/submit', { forex_id: BITCOIN, cont, ...fields });
    bought.id = String((data as { Id?: number } | null)?.Id);
    return code;
  };
  await expect.poll(buy, PATIENT).toBe(1);
  expect((await callAs(page, server.url, '/v2/api/forex/close', { id: bought.id })).code).toBe(1);
}

const openFirst = async (page: Page): Promise<readonly string[]> => {
  await page.goto(`${server.url}/#/order?type=3`);
  await openReceipt(page, 'Buy 0.10 BTC/USD', 'Receipt');
  return (await readReceipt(page)).answers;
};

/** What the log is said to be after one more check; where the server does not answer it in time, what was said before stands. */
async function againOf(page: Page): Promise<string | undefined> {
  await receiptSheet(page).getByRole('button', { name: 'Check again' }).click();
  return (await readReceipt(page)).answers[3];
}
const AGAIN = { timeout: 120_000, interval: 1_000 };

/** Stops the server, and has `act` done to its folder meanwhile. */
async function whileStopped(act: () => void): Promise<void> {
  await server.signal('SIGTERM');
  act();
  await server.restart();
}
const copy = (from: string, to: string) => {
  rmSync(join(folder, to), { recursive: true, force: true });
  cpSync(join(folder, from), join(folder, to), { recursive: true });
};

/** A fill whose receipt is green; then the hour that will be lost, in which the browser goes on looking. */
async function liveAnHour(page: Page): Promise<void> {
  await enterDemo(page, server.url);
  await page.goto(`${server.url}/#/order?type=3`);
  await trade(page, '0.10');
  expect(await openFirst(page)).toEqual(ALL_YES);
  await closeReceipt(page);
  await whileStopped(() => copy('now', 'hourAgo'));
  await expect.poll(signedSize, GROWTH).toBeGreaterThan((await seenSize(page)) + 5);
  const before = await seenSize(page);
  // What is opened asks for the newest checkpoint, and keeps it.
  await page.goto(`${server.url}/#/user`);
  await page.getByRole('button', { name: 'Price log' }).click(PATIENT);
  await expect.poll(() => seenSize(page), GROWTH).toBeGreaterThan(before + 3);
}

const WAY = 'restored from an hour ago, same keys';

it(`D9.298 ${WAY}: who was away meanwhile is shown another log, and says no`, { timeout: 300_000 }, async () => {
  const { page, context } = phone;
  await liveAnHour(page);
  const seen = await seenSize(page);
  await page.close();
  await whileStopped(() => copy('hourAgo', 'now'));
  await expect.poll(signedSize, GROWTH).toBeGreaterThan(seen + 2);
  const back = await context.newPage();
  await back.goto(`${server.url}/#/order?type=3`);
  await openReceipt(back, 'Buy 0.10 BTC/USD', 'Receipt');
  // What was checked before stands with its date until it is asked for again.
  expect((await readReceipt(back)).answers).toEqual(ALL_YES);
  await expect.poll(() => againOf(back), AGAIN).toBe('No What the server calls its log does not go on from what this device saw.');
  expect((await readReceipt(back)).head).toContain('This fill does not check out');
  await closeReceipt(back);
  await back.goto(`${server.url}/#/user`);
  await back.getByRole('button', { name: 'Price log' }).click(PATIENT);
  await expect.poll(() => back.getByRole('dialog', { name: 'Price log' }).textContent(PATIENT), PATIENT).toContain('did not check out');
});

it(`D9.298 ${WAY}: who is there when it comes back is told that the log has become shorter, and the server signs no more`, {
  timeout: 300_000,
}, async () => {
  const { page } = phone;
  await liveAnHour(page);
  await whileStopped(() => copy('hourAgo', 'now'));
  await page.goto(`${server.url}/#/order?type=3`);
  await openReceipt(page, 'Buy 0.10 BTC/USD', 'Receipt');
  await expect.poll(() => againOf(page), AGAIN).toBe('No The log has become shorter than this device has seen it.');
  const size = await signedSize();
  expect(size).toBeLessThan(await seenSize(page));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
});
