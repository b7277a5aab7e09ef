/**
 * Every screen of the app with its tabs, drawers, sheets and questions, and the way to each: what a sweep looks at, and `npm run screenshots`
 * takes pictures of. A new one is a line in a table.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import account from '../../locales/en/account.json' with { type: 'json' };
import micro from '../../locales/en/micro.json' with { type: 'json' };
import orders from '../../locales/en/orders.json' with { type: 'json' };
import shell from '../../locales/en/shell.json' with { type: 'json' };
import ticket from '../../locales/en/ticket.json' with { type: 'json' };
import trade from '../../locales/en/trade.json' with { type: 'json' };

/** The server that the page came from. */
export type Stage = { readonly url: string; readonly dataDir: string; readonly port: number };
export type State = {
  readonly name: string;
  readonly at: string;
  /** What is there once the screen is. */
  readonly has: string;
  /** The first row is opened then. */
  readonly row?: true;
  /** The button that is pressed at last, by its name: it opens a sheet. */
  readonly press?: string;
  /** The same of a button whose name depends on the market or on the person. */
  readonly opens?: string;
  /** What is there once the sheet is; without it its second button. */
  readonly sheet?: string;
  /** What happens before the way there: something that makes the state. */
  readonly before?: (page: Page, stage: Stage) => Promise<void>;
  /** What is done at last on the screen that is there. */
  readonly last?: (page: Page) => Promise<void>;
  /** Name of its picture in docs/pictures. */
  readonly picture?: string;
};

const HOME = { at: '/', has: '[data-symbol]' };
const TRADE = { at: '/trade', has: '[data-candles]:not([data-candles="0"])' };
/** Of a market that never closes, and in which nothing is held. */
const MICRO = { at: '/trade?id=28&tab=1', has: '.micro .trade-bar button:enabled' };
const RUNNING = { at: '/order?source=1&type=1', has: 'article' };
const ENDED = { at: '/order?source=1&type=3', has: '.empty' };
const HELD = { at: '/order?type=1', has: 'article' };
const WAITING = { at: '/order?type=0', has: 'article' };
const PAST = { at: '/order?type=3', has: 'article' };
const ALERTS = { at: '/alerts', has: '.alert-row' };
const ACCOUNT = { at: '/user', has: '[data-user]' };

/** Seen by anybody. */
export const VISITOR_STATES: readonly State[] = [
  { name: 'home of a visitor', ...HOME, picture: 'home-visitor' },
  { name: 'trade of a visitor', ...TRADE },
  { name: 'micro trades of a visitor', ...MICRO },
  { name: 'a micro trade of a visitor', ...MICRO, press: micro['buy-up'] },
  { name: 'login', at: '/login', has: 'form', picture: 'login' },
  { name: 'register', at: '/register', has: 'form select:enabled' },
  { name: 'forgot password', at: '/forgot', has: 'form' },
  { name: 'contact and complaints', at: '/mine/email', has: 'form' },
  // Last: whoever leaves it loads the page anew.
  { name: 'languages', at: '/language', has: '.language-list' },
];

/** Seen by anybody once the site is in main mode. */
export const MAIN_MODE_STATES: readonly State[] = [
  { name: 'companies', at: '/product', has: '.company-list' },
  { name: 'a company', at: '/product', has: '.company-list', opens: '.company-list button' },
];

/** Seen by a person with an open position, a pending order and a closed one. */
export const OWN_STATES: readonly State[] = [
  { name: 'home', ...HOME, picture: 'home' },
  { name: 'search', at: '/product', has: 'input', picture: 'search' },
  { name: 'not open yet', at: '/rank', has: '.empty', picture: 'not-open' },
  { name: 'trade', ...TRADE, picture: 'trade' },
  { name: 'products', ...TRADE, press: trade['drawer.open'], picture: 'products' },
  { name: 'indicators', ...TRADE, press: trade['indicator.title'], picture: 'indicators' },
  { name: 'table of candles', ...TRADE, press: trade['chart.table'] },
  { name: 'lots by risk', ...TRADE, press: ticket['risk.open'], picture: 'lots-by-risk' },
  { name: 'micro trades', ...MICRO },
  { name: 'a micro trade', ...MICRO, press: micro['buy-down'] },
  { name: 'running micro trades', ...RUNNING },
  { name: 'ended micro trades', ...ENDED },
  { name: 'new alert', ...TRADE, opens: '.trade-bell button', picture: 'new-alert' },
  { name: 'alerts', ...ALERTS, picture: 'alerts' },
  { name: 'edit alert of a move', ...ALERTS, opens: 'li:first-child .alert-row' },
  { name: 'edit alert', ...ALERTS, opens: 'li:last-child .alert-row' },
  { name: 'fired alerts', at: '/alerts?tab=fired', has: '[role="tabpanel"] .empty' },
  { name: 'positions', ...HELD, picture: 'orders' },
  { name: 'margin level', ...HELD, press: orders['info.open'] },
  { name: 'close all', ...HELD, press: orders['close-all'] },
  { name: 'order', ...HELD, row: true, picture: 'order' },
  { name: 'details', ...HELD, row: true, press: orders.details },
  { name: 'stops', ...HELD, row: true, press: orders['edit-stops'], picture: 'stops' },
  { name: 'part', ...HELD, row: true, press: orders.part },
  { name: 'reverse', ...HELD, row: true, press: orders.reverse },
  { name: 'close', ...HELD, row: true, press: orders['close-position'], picture: 'close' },
  { name: 'pending orders', ...WAITING, picture: 'pending' },
  { name: 'pending order', ...WAITING, row: true },
  { name: 'cancel', ...WAITING, row: true, press: orders.cancel },
  { name: 'history', ...PAST, picture: 'history' },
  { name: 'statement', ...PAST, press: orders.statement },
  { name: 'account', ...ACCOUNT, picture: 'account' },
  { name: 'log out', ...ACCOUNT, press: account.logout },
  { name: 'passwords of a demo account', at: '/mine/password', has: '.empty' },
  { name: 'identity of a demo account', at: '/mine/auth', has: '.empty' },
  { name: 'devices of a demo account', at: '/mine/system', has: '.security-row' },
];

type Row = Readonly<Record<string, unknown>>;

/** Calls the API as the person of the page. */
export async function call(page: Page, path: string, fields: Record<string, string> = {}): Promise<Row & { data: unknown }> {
  const url = `${path}?${new URLSearchParams({ ...fields, t: String(Math.random()) })}`;
  return page.evaluate(async (address) => {
    const reply = await fetch(address, { headers: { authorization: localStorage.getItem('token') ?? '', lang: 'en' } });
    return reply.json();
  }, url);
}

type Wish = {
  readonly code: string;
  readonly side?: 'buy' | 'sell';
  readonly lots: string;
  /** Shares of the price now: stop loss and take profit; the price that it waits for. */
  readonly stopsAt?: readonly [number, number];
  readonly waitsAt?: number;
};

/** Sends an order of the person of the page, and gives its id. */
export async function place(page: Page, { code, side = 'buy', lots, stopsAt, waitsAt }: Wish): Promise<string> {
  const { data: list } = await call(page, '/v2/api/forex/trade_list');
  const product = (list as Row[]).find((row) => row.Code === code) as Row & { ForexQuotations: { Close: number } };
  const at = (share: number) => (product.ForexQuotations.Close * share).toFixed(product.PricePrecision as number);
  const { code: answer, data } = await call(page, '/v2/api/forex/submit', {
    forex_id: String(product.Id),
    type: side === 'buy' ? '1' : '2',
    cont: lots,
    multiple: String((product.HasForexMultiple as { Value: number }[]).at(-1)?.Value ?? ''),
    status: waitsAt === undefined ? '1' : '0',
    target_price: waitsAt === undefined ? '0' : at(waitsAt),
    ...(stopsAt && { stop_loss_price: at(stopsAt[0]), target_profit_price: at(stopsAt[1]) }),
  });
  assert.equal(answer, 1, `${code}: ${JSON.stringify(data)}`);
  return String((data as Row).Id);
}

/** Sets an alert of the person of the page, one that fires every time. */
export async function setAlert(page: Page, code: string, terms: Record<string, string>): Promise<void> {
  const { data: list } = await call(page, '/v2/api/forex/trade_list');
  const forex_id = String((list as Row[]).find((row) => row.Code === code)?.Id);
  const answer = await page.evaluate(
    async (fields) => {
      const headers = { authorization: localStorage.getItem('token') ?? '', lang: 'en' };
      const body = new URLSearchParams({ ...fields, repeat: 'every', client_id: crypto.randomUUID() });
      return (await fetch('/v2/api/alert/create', { method: 'POST', headers, body })).json();
    },
    { ...terms, forex_id },
  );
  assert.equal(answer.code, 1, JSON.stringify(answer));
}

export async function close(page: Page, id: string): Promise<void> {
  assert.equal((await call(page, '/v2/api/forex/close', { id })).code, 1);
}

export async function enterDemo(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await page.waitForURL((address) => !address.hash.includes('/login'), { timeout: 20_000 });
}

/** Enters a demo account and gives it a position with both stops, an order that waits, one that is over, a micro trade that runs and two alerts, in a market that never closes. */
export async function enterWithOrders(page: Page, url: string): Promise<void> {
  await enterDemo(page, url);
  const order = { code: 'BTCUSD', lots: '0.1' };
  // Large enough to be closed in part.
  await place(page, { ...order, lots: '0.3', stopsAt: [0.8, 1.2] });
  const ended = await place(page, order);
  await place(page, { ...order, waitsAt: 0.9 });
  await close(page, ended);
  assert.equal((await call(page, '/v2/api/micro/submit', { forex_id: '27', type: '1', number: '10', seconds: '600' })).code, 1);
  await setAlert(page, order.code, { kind: 'above', price: '999999' });
  await setAlert(page, order.code, { kind: 'move', percent: '50', window_s: '14400' });
}

/** Shows a state and waits until it stands still; a dialog that was open is closed by the way there. `stage`: for states that need it. */
export async function showState(page: Page, state: State, stage?: Stage): Promise<void> {
  if (state.before && stage) await state.before(page, stage);
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
  if (state.press || state.opens) {
    const main = page.locator('main');
    const button = state.press ? main.getByRole('button', { name: state.press, exact: true }) : main.locator(state.opens ?? '');
    await button.locator('visible=true').first().click();
    const dialog = page.locator('dialog[open]').last();
    await (state.sheet ? dialog.locator(state.sheet).first() : dialog.getByRole('button').nth(1)).waitFor({ timeout: 20_000 });
  }
  await state.last?.(page);
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    // The flash of a price that is out of sight stands still until it comes into sight.
    const isSeen = ({ effect }: Animation) => (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true });
    const passing = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity && isSeen(one));
    const ended = Promise.all(passing.map((animation) => animation.finished.catch(() => undefined)));
    // None of what is seen takes so long.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
  assert.equal(await page.getByText(shell.failed).count(), 0);
}
