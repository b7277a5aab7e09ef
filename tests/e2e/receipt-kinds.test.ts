/** Every kind of fill on a running server, in a real browser: two taps from its record to its receipt, and all four answers are yes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPhone } from './phone.ts';
import { ALL_YES, callAs, closeReceipt, enterDemo, openReceipt, readReceipt, receiptSheet } from './receipt-steps.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** A product that trades at all hours, and a recording in which it swings 1.5 % to both sides every ten seconds. */
const BITCOIN = { id: '27', code: 'BTCUSD', center: 67_250, swing: 0.015, periodMs: 10_000, tickMs: 100, lengthMs: 600_000 };
const SWINGS = { timeout: 60_000, interval: 100 };
let folder: string;
let browser: Browser;
const servers: ServerProcess[] = [];

function recording(): string {
  const rows = ['ts_ms,price,qty'];
  const { center, swing, periodMs, tickMs, lengthMs } = BITCOIN;
  for (let atMs = 0; atMs < lengthMs; atMs += tickMs) {
    const price = center * (1 + swing * Math.sin((atMs / periodMs) * 2 * Math.PI)) + ((atMs / tickMs) % 7) / 100;
    rows.push(`${Date.UTC(2026, 0, 5) + atMs},${price.toFixed(2)},1`);
  }
  const path = join(folder, 'swings.csv');
  writeFileSync(path, `${rows.join('\n')}\n`);
  return path;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-kinds-'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer(env);
  servers.push(server);
  return server;
}

type Row = { readonly Id: number; readonly CloseReason: string };
const ended = async (page: Page, url: string): Promise<readonly Row[]> =>
  ((await callAs(page, url, '/v2/api/forex/my_deal', { status: '3', page: '1' })).data as { data: Row[] }).data;

const near = (share: number): string => (BITCOIN.center * (1 + share)).toFixed(2);
const market = (cont: string, over: Readonly<Record<string, string>> = {}) => ({
  forex_id: BITCOIN.id,
  type: '1',
  status: '1',
  multiple: '50',
  cont,
  target_price: '0',
  stop_loss_price: '0',
  target_profit_price: '0',
  ...over,
});

it('D9.297 a stop, a take profit, a pending order, a close and a stop-out: two taps each, four times yes', {
  timeout: 240_000,
}, async () => {
  const server = await serve({ FEED: 'replay', FEED_FILE: recording(), FEED_SYMBOL: BITCOIN.code });
  const { page, faults, context } = await openPhone(browser);
  await enterDemo(page, server.url);
  // While the price is beyond a level the order is refused, and nothing is written.
  const submit = async (fields: Readonly<Record<string, string>>) => {
    const told: { id: number; why: string } = { id: 0, why: '' };
    const press = async () => {
      const { code, msg, data } = await callAs(page, server.url, '/v2/api/forex/submit', fields);
      told.why = msg;
      if (code === 1) told.id = (data as { Id: number }).Id;
      return code;
    };
    await expect.poll(press, { ...SWINGS, message: `submit ${JSON.stringify(fields)}` }).toBe(1);
    return told.id;
  };
  await submit(market('0.10', { stop_loss_price: near(-0.01) }));
  await submit(market('0.20', { target_profit_price: near(0.01) }));
  const waiting = await submit(market('0.30', { status: '0', target_price: near(-0.012) }));
  const closed = await submit(market('0.40'));
  const close = async (id: number) => (await callAs(page, server.url, '/v2/api/forex/close', { id: String(id) })).code;
  expect(await close(closed)).toBe(1);
  // Once it is filled it can be closed.
  await expect.poll(() => close(waiting), SWINGS).toBe(1);
  const reasons = async () => (await ended(page, server.url)).map(({ CloseReason }) => CloseReason);
  await expect.poll(reasons, SWINGS).toEqual(expect.arrayContaining(['sl', 'tp']));
  // Bought at a time when the next half swing costs more than half of the margin.
  const high = async () => {
    const products = (await callAs(page, server.url, '/v2/api/forex/trade_list')).data as {
      Id: number;
      ForexQuotations: { Close: number };
    }[];
    return products.find(({ Id }) => String(Id) === BITCOIN.id)?.ForexQuotations.Close;
  };
  await expect.poll(high, SWINGS).toBeGreaterThan(BITCOIN.center * (1 + BITCOIN.swing / 2));
  await submit(market('5.50'));
  await expect.poll(reasons, SWINGS).toContain('stopout');

  const seen: Record<string, string> = {};
  for (const [lots, rule] of [
    ['0.10', 'stop loss'],
    ['0.20', 'take profit'],
    ['0.30', 'your close'],
    ['0.40', 'your close'],
    ['5.50', 'stop-out'],
  ] as const) {
    await page.goto(`${server.url}/#/order?type=3`);
    await openReceipt(page, `Buy ${lots} BTC/USD`, 'Receipt');
    const read = await readReceipt(page);
    seen[`${lots} ${rule}`] = read.colour;
    expect(read.answers, `${lots} ${rule}`).toEqual(ALL_YES);
    expect(read.fields).toContain(`By${rule}`);
    await receiptSheet(page).getByRole('tab', { name: 'Opening' }).click();
    const opening = await readReceipt(page);
    expect(opening.answers, `${lots} opening`).toEqual(ALL_YES);
    expect(opening.fields).toContain(lots === '0.30' ? 'Bypending order' : 'Bymarket order');
    await closeReceipt(page);
  }
  expect(new Set(Object.values(seen))).toEqual(new Set(['green']));
  expect(faults).toEqual([]);
  await context.close();
});

type Micro = { readonly Number: string; readonly FactProfits: string; readonly EndPrice: number; readonly ExpireAt: number };
/** Before its end, and after it, in ms: what lies between is silence. */
const SILENT = { before: 8_000, after: 1_500 };

it('D9.297 a micro trade that won, one that lost and one that is void: two taps each, four times yes', { timeout: 240_000 }, async () => {
  const server = await serve();
  // Nobody may have both sides of a product at once, so two people have one each: whichever way the price goes, one of them wins.
  const people = await Promise.all([openPhone(browser), openPhone(browser)]);
  const pages = people.map(({ page }) => page) as [Page, Page];
  for (const page of pages) await enterDemo(page, server.url);
  const open = (page: Page, number: string, type: '1' | '2') => async () =>
    (await callAs(page, server.url, '/v2/api/micro/submit', { forex_id: BITCOIN.id, type, number, seconds: '30' })).code;
  const listed = async (page: Page, status: '1' | '3') =>
    ((await callAs(page, server.url, '/v2/api/micro/orders', { status, page: '1' })).data as { data: Micro[] }).data;
  const [one, other] = pages;
  await Promise.all([expect.poll(open(one, '11', '1'), SWINGS).toBe(1), expect.poll(open(other, '12', '2'), SWINGS).toBe(1)]);
  for (const page of pages) await expect.poll(async () => (await listed(page, '3')).length, SWINGS).toBe(1);
  await expect.poll(open(one, '13', '1'), SWINGS).toBe(1);
  const endMs = (await listed(one, '1'))[0]?.ExpireAt ?? 0;
  await expect.poll(() => Date.now(), SWINGS).toBeGreaterThan(endMs - SILENT.before);
  // The whole server stands still: there is no price to end at.
  await server.signal('SIGSTOP');
  await expect.poll(() => Date.now(), SWINGS).toBeGreaterThan(endMs + SILENT.after);
  await server.signal('SIGCONT');
  await expect.poll(async () => (await listed(one, '3')).length, SWINGS).toBe(2);

  const signs: number[] = [];
  for (const page of pages) {
    for (const { Number: stake, FactProfits, EndPrice } of await listed(page, '3')) {
      signs.push(Math.sign(Number(FactProfits)));
      expect(EndPrice === 0, stake).toBe(Number(stake) === 13);
      await lookAtMicro(page, server.url, Number(stake));
    }
  }
  expect(signs.sort()).toEqual([-1, 0, 1]);
  expect(people.flatMap(({ faults }) => faults)).toEqual([]);
  for (const { context } of people) await context.close();
});

async function lookAtMicro(page: Page, url: string, stake: number): Promise<void> {
  const isVoid = stake === 13;
  await page.goto(`${url}/#/order?source=1&type=3`);
  const record = `${stake === 12 ? 'Down' : 'Up'} ${stake.toFixed(2)} BTC/USD`;
  const sheet = await openReceipt(page, record, 'Receipt: check this trade');
  const { colour, answers, fields } = await readReceipt(page);
  const isPriceless = 'Yes There was no price, and that is what the log shows.';
  expect(answers, record).toEqual(isVoid ? ALL_YES.map((yes, at) => (at === 1 ? isPriceless : yes)) : ALL_YES);
  expect(colour).toBe('green');
  expect(fields).toContain(isVoid ? 'Byno price at the end: void' : 'Byend of the micro trade');
  await sheet.getByRole('tab', { name: 'Opening' }).click();
  expect((await readReceipt(page)).answers).toEqual(ALL_YES);
  await closeReceipt(page);
}
