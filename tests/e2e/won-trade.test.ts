/** A position whose take profit is met while its owner looks at something else: the toast says what it came to, and the ledger says the same. */
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

/** A lot of gold costs 10 in fees and earns 1 a step of a cent: eleven are the least that win. The market goes this far in some five seconds. */
const STEPS = 16;
const PATIENCE_MS = 200_000;
type Quoted = { Id: number; Code: string; PricePrecision: number; ForexQuotations: { Close: number } };
type Row = { Id: number; FactProfits: string; TradeFee: string; CloseReason: string; UpdatePrice: number };

it('D9.117 a take profit that wins shows side, product, price and its net, and "View" leads to it', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url(), { timeout: 15_000 }).not.toContain('/login');
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const call = async (path: string, fields: Record<string, string> = {}) => {
    const reply = await fetch(`${product.server.url}${path}?${new URLSearchParams({ ...fields, t: String(Math.random()) })}`, {
      headers: { authorization: token, lang: 'en' },
    });
    return (await reply.json()) as { code: number; data: unknown };
  };
  const quoted = async () => {
    const products = (await call('/v2/api/forex/trade_list')).data as Quoted[];
    return products.find(({ Code }) => Code === 'XAUUSD') as Quoted;
  };
  // With a buy and a sell one of the two wins, whichever way the market goes.
  const open = async (type: '1' | '2') => {
    const { Id, ForexQuotations, PricePrecision } = await quoted();
    const away = STEPS * 10 ** -PricePrecision;
    const target = ForexQuotations.Close + (type === '1' ? away : -away);
    const order = { forex_id: String(Id), type, status: '1', multiple: '100', cont: '1', target_price: '0', stop_loss_price: '0' };
    return (await call('/v2/api/forex/submit', { ...order, target_profit_price: target.toFixed(PricePrecision) })).code;
  };
  // The price may be beyond the target by the time that it is asked for: that order is refused, and nothing is written.
  for (const side of ['1', '2'] as const) await expect.poll(() => open(side), { timeout: 20_000 }).toBe(1);
  const toast = page.locator('.toast', { hasText: 'Take profit closed' }).first();
  await expect.poll(() => toast.count(), { timeout: PATIENCE_MS, interval: 100 }).toBe(1);
  const [text = '', money = ''] = [await toast.locator('p').textContent(), await toast.locator('.toast-money').textContent()].map(String);
  await toast.getByRole('button', { name: /View/ }).click();
  await expect.poll(() => page.url()).toContain('/order?type=3');
  const history = (await call('/v2/api/forex/my_deal', { status: '3', page: '1' })).data as { data: Row[] };
  const wins = history.data.filter((row) => row.CloseReason === 'tp');
  const nets = wins.map((row) => Number(row.FactProfits) - Number(row.TradeFee));
  expect(text).toMatch(/^Take profit closed (Buy|Sell) 1\.00 XAU\/USD at [\d,]+\.\d{2}$/);
  expect(nets.map((net) => net.toFixed(2).replace('-', '−'))).toContain(money.replace(/^\+| USD$/g, ''));
  await expect.poll(() => page.locator('.order-row[data-open]').count(), { timeout: 15_000 }).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
}, 240_000);
