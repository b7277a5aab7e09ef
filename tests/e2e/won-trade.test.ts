/** A position whose take profit is met while its owner looks at something else: the toast says what it came to, and the ledger says the same. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPhone } from './phone.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** A lot of EURUSD costs 6 in fees and earns 1 a step: seven steps are the least that win. The market goes that far in some 25 s. */
const STEPS = 7;
const PATIENCE_MS = 200_000;
type Quoted = { Id: number; PricePrecision: number; ForexQuotations: { Close: number } };
type Row = { Id: number; FactProfits: string; TradeFee: string; CloseReason: string; UpdatePrice: number };

it('D9.117 a take profit that wins shows side, product, price and its net, and "View" leads to it', async () => {
  const { page, faults, context } = await openPhone(browser);
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url(), { timeout: 15_000 }).not.toContain('/login');
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const call = async (path: string, fields: Record<string, string> = {}) => {
    const reply = await fetch(`${server.url}${path}?${new URLSearchParams({ ...fields, t: String(Date.now()) })}`, {
      headers: { authorization: token, lang: 'en' },
    });
    return ((await reply.json()) as { data: unknown }).data;
  };
  const quoted = async () => {
    const products = (await call('/v2/api/forex/trade_list')) as Quoted[];
    return products.find(({ Id }) => Id === 1) as Quoted;
  };
  // With a buy and a sell one of the two wins, whichever way the market goes.
  const open = async (type: '1' | '2') => {
    const { ForexQuotations, PricePrecision } = await quoted();
    const away = STEPS * 10 ** -PricePrecision;
    const target = ForexQuotations.Close + (type === '1' ? away : -away);
    await call('/v2/api/forex/submit', {
      forex_id: '1',
      type,
      status: '1',
      multiple: '100',
      cont: '1',
      target_price: '0',
      stop_loss_price: '0',
      target_profit_price: target.toFixed(PricePrecision),
    });
  };
  await open('1');
  await open('2');
  const toast = page.locator('.toast', { hasText: 'Take profit closed' }).first();
  await expect.poll(() => toast.count(), { timeout: PATIENCE_MS, interval: 100 }).toBe(1);
  const [text = '', money = ''] = [await toast.locator('p').textContent(), await toast.locator('.toast-money').textContent()].map(String);
  await toast.getByRole('button', { name: /View/ }).click();
  await expect.poll(() => page.url()).toContain('/order?type=3');
  const history = (await call('/v2/api/forex/my_deal', { status: '3', page: '1' })) as { data: Row[] };
  const wins = history.data.filter((row) => row.CloseReason === 'tp');
  const nets = wins.map((row) => Number(row.FactProfits) - Number(row.TradeFee));
  expect(text).toMatch(/^Take profit closed (Buy|Sell) 1\.00 EUR\/USD at \d\.\d{5}$/);
  expect(nets.map((net) => net.toFixed(2).replace('-', '−'))).toContain(money.replace(/^\+| USD$/g, ''));
  await expect.poll(() => page.locator('.order-row[data-open]').count(), { timeout: 15_000 }).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
}, 240_000);
