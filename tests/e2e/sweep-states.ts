/** Every screen of the app with its tabs, drawers, sheets and questions, and the way to each: what a sweep looks at. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import account from '../../locales/en/account.json' with { type: 'json' };
import orders from '../../locales/en/orders.json' with { type: 'json' };
import shell from '../../locales/en/shell.json' with { type: 'json' };
import ticket from '../../locales/en/ticket.json' with { type: 'json' };
import trade from '../../locales/en/trade.json' with { type: 'json' };

export type State = {
  readonly name: string;
  readonly at: string;
  /** What is there once the screen is. */
  readonly has: string;
  /** The first row is opened then. */
  readonly row?: true;
  /** The button that is pressed at last, by its name: it opens a sheet. */
  readonly press?: string;
};

const HOME = { at: '/', has: '[data-symbol]' };
const TRADE = { at: '/trade', has: '[data-candles]:not([data-candles="0"])' };
const HELD = { at: '/order?type=1', has: 'article' };
const WAITING = { at: '/order?type=0', has: 'article' };
const PAST = { at: '/order?type=3', has: 'article' };
const ACCOUNT = { at: '/user', has: '[data-user]' };

/** Seen by anybody. */
export const VISITOR_STATES: readonly State[] = [
  { name: 'home of a visitor', ...HOME },
  { name: 'trade of a visitor', ...TRADE },
  { name: 'login', at: '/login', has: 'form' },
];

/** Seen by a person with an open position, a pending order and a closed one. */
export const OWN_STATES: readonly State[] = [
  { name: 'home', ...HOME },
  { name: 'search', at: '/product', has: 'input' },
  { name: 'not open yet', at: '/rank', has: '.empty' },
  { name: 'trade', ...TRADE },
  { name: 'products', ...TRADE, press: trade['drawer.open'] },
  { name: 'indicators', ...TRADE, press: trade['indicator.title'] },
  { name: 'table of candles', ...TRADE, press: trade['chart.table'] },
  { name: 'lots by risk', ...TRADE, press: ticket['risk.open'] },
  { name: 'positions', ...HELD },
  { name: 'margin level', ...HELD, press: orders['info.open'] },
  { name: 'close all', ...HELD, press: orders['close-all'] },
  { name: 'order', ...HELD, row: true },
  { name: 'details', ...HELD, row: true, press: orders.details },
  { name: 'stops', ...HELD, row: true, press: orders['edit-stops'] },
  { name: 'part', ...HELD, row: true, press: orders.part },
  { name: 'reverse', ...HELD, row: true, press: orders.reverse },
  { name: 'close', ...HELD, row: true, press: orders['close-position'] },
  { name: 'pending orders', ...WAITING },
  { name: 'pending order', ...WAITING, row: true },
  { name: 'cancel', ...WAITING, row: true, press: orders.cancel },
  { name: 'history', ...PAST },
  { name: 'statement', ...PAST, press: orders.statement },
  { name: 'account', ...ACCOUNT },
  { name: 'log out', ...ACCOUNT, press: account.logout },
];

type Row = Readonly<Record<string, unknown>>;

/** Calls the API as the person of the page. */
async function call(page: Page, path: string, fields: Record<string, string> = {}): Promise<Row & { data: unknown }> {
  const url = `${path}?${new URLSearchParams({ ...fields, t: String(Math.random()) })}`;
  return page.evaluate(async (address) => {
    const reply = await fetch(address, { headers: { authorization: localStorage.getItem('token') ?? '', lang: 'en' } });
    return reply.json();
  }, url);
}

/** Enters a demo account and gives it a position with both stops, an order that waits, and one that is over, in a market that never closes. */
export async function enterWithOrders(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await page.waitForURL((address) => !address.hash.includes('/login'), { timeout: 20_000 });
  const { data: list } = await call(page, '/v2/api/forex/trade_list');
  const bitcoin = (list as Row[]).find((row) => row.Code === 'BTCUSD') as Row & { ForexQuotations: { Close: number } };
  const { Close: price } = bitcoin.ForexQuotations;
  const multiple = String((bitcoin.HasForexMultiple as { Value: number }[])[0]?.Value ?? '');
  const at = (share: number) => (price * share).toFixed(bitcoin.PricePrecision as number);
  const stops = { stop_loss_price: at(0.8), target_profit_price: at(1.2) };
  const order = { type: '1', cont: '0.1', forex_id: String(bitcoin.Id), status: '1', target_price: '0', multiple };
  const submit = (fields: Record<string, string>) => call(page, '/v2/api/forex/submit', { ...order, ...fields });
  const done = [await submit(stops), await submit({}), await submit({ status: '0', target_price: at(0.9) })];
  expect(done.map(({ code }) => code)).toEqual([1, 1, 1]);
  const { Id } = (done[1] as { data: unknown }).data as Row;
  const ended = await call(page, '/v2/api/forex/close', { id: String(Id) });
  expect(ended.code).toBe(1);
}

/** Shows a state and waits until it stands still; a dialog that was open is closed by the way there. */
export async function showState(page: Page, state: State): Promise<void> {
  await page.evaluate((hash) => {
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
    location.hash = hash;
  }, state.at);
  await page.locator(`main ${state.has}`).locator('visible=true').first().waitFor({ timeout: 20_000 });
  if (state.row) {
    const head = page.locator('main article button[aria-expanded]').locator('visible=true').first();
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
    await page.locator('main .order-row-body').locator('visible=true').first().waitFor({ timeout: 20_000 });
  }
  if (state.press) {
    await page.locator('main').getByRole('button', { name: state.press, exact: true }).locator('visible=true').first().click();
    await page.locator('dialog[open]').last().getByRole('button').nth(1).waitFor({ timeout: 20_000 });
  }
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    const passing = document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
    await Promise.all(passing.map((animation) => animation.finished.catch(() => undefined)));
  });
  expect(await page.getByText(shell.failed).count()).toBe(0);
}
