/** Every kind of tap that is measured: where it is, what is tapped, what must then be seen, and how it is undone. */
import type { Locator, Page } from 'playwright';
import ticket from '../../locales/en/ticket.json' with { type: 'json' };
import trade from '../../locales/en/trade.json' with { type: 'json' };
import { call, OWN_STATES, type State, showState } from '../../tests/e2e/sweep-states.ts';

export type TapKind = {
  readonly name: string;
  /** Once, before the first tap. */
  readonly go: (page: Page) => Promise<unknown>;
  /** What the finger is put on. */
  readonly target: (page: Page) => Locator;
  /** Selector of what must be visible, with words in it. */
  readonly shown: string;
  readonly undo: (page: Page) => Promise<unknown>;
};

const buttonOf = (page: Page, name: string) =>
  page.locator('main').getByRole('button', { name, exact: true }).locator('visible=true').first();
/** A dialog that lies over the page: it becomes modal behind its first paint. */
const OVER_PAGE = 'dialog:is([open], [popover])';
const closeSheet = (page: Page) => page.keyboard.press('Escape');
const linkOf = (page: Page, name: string) => page.locator('.tab-bar').getByRole('link', { name, exact: true });

/** A tapped page becomes a step of the history behind its picture: who goes on before that would be led back. */
async function leave(page: Page, path: string, to: string): Promise<void> {
  await linkOf(page, to).tap();
  await page.waitForFunction((was) => location.hash.split('?')[0] !== was, `#${path}`);
}

const tabKind = (to: string, path: string, back: string): TapKind => ({
  name: `the tab ${to}`,
  go: async (page) => {
    // Both have been there once: what is measured is no first visit.
    await linkOf(page, to).tap();
    await page.locator(`[data-page="${path}"] h1`).waitFor();
    await leave(page, path, back);
  },
  target: (page) => linkOf(page, to),
  shown: `[data-page="${path}"]`,
  undo: (page) => leave(page, path, back),
});

const sheetKind = ({ press = '', ...state }: State): TapKind => ({
  name: `the sheet of ${state.name}`,
  go: (page) => showState(page, state),
  target: (page) => buttonOf(page, press),
  shown: OVER_PAGE,
  undo: closeSheet,
});

const HELD = OWN_STATES.find(({ name }) => name === 'positions') as State;
const rowOf = (page: Page) => page.locator('main article button[aria-expanded]').locator('visible=true').first();
const rowKind: TapKind = {
  name: 'a row of the orders',
  go: (page) => showState(page, HELD),
  target: rowOf,
  shown: 'main .order-row-body',
  undo: (page) => rowOf(page).tap(),
};

const BUY_LOTS = '0.11';
/** In a market that never closes. */
const buyKind: TapKind = {
  name: 'Buy to its strip',
  go: async (page) => {
    const { data } = await call(page, '/v2/api/forex/trade_list');
    const bitcoin = (data as { Id: number; Code: string }[]).find(({ Code }) => Code === 'BTCUSD');
    await page.evaluate((id) => {
      location.hash = `#/trade?id=${id}&tab=0`;
    }, bitcoin?.Id);
    // Large enough to be closed in part: its row is the first of the orders from then on, whose sheets are measured as well.
    await page.getByRole('spinbutton', { name: ticket.lots }).fill(BUY_LOTS);
    await page.waitForFunction((name) => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('.trade-bar button')];
      return buttons.some((button) => button.ariaLabel === name && !button.disabled);
    }, trade.buy);
  },
  target: (page) => buttonOf(page, trade.buy),
  shown: '.fill',
  // Once it is answered, the next change of the ticket takes the strip away.
  undo: async (page) => {
    await page.locator('.fill:not([data-sending])').waitFor();
    await buttonOf(page, ticket['lots.more']).tap();
    await buttonOf(page, ticket['lots.less']).tap();
  },
};

export const TAP_KINDS: readonly TapKind[] = [
  tabKind('Trade', '/trade', 'Market'),
  tabKind('Orders', '/order', 'Trade'),
  tabKind('Account', '/user', 'Orders'),
  tabKind('Market', '/', 'Account'),
  ...OWN_STATES.filter(({ press }) => press !== undefined).map(sheetKind),
  rowKind,
  buyKind,
];

const floorKind = (name: string, tab: string, shown: string, back: (page: Page) => Promise<unknown>): TapKind => ({
  name,
  go: async () => undefined,
  target: (page) => page.getByRole('button', { name: tab, exact: true }),
  shown,
  undo: back,
});
/** The same on the floor page. */
export const FLOOR_KINDS: readonly TapKind[] = [
  floorKind('floor: a tab', 'Tab two', '#two', (page) => page.getByRole('button', { name: 'Tab one' }).tap()),
  floorKind('floor: a dialog', 'Ask', 'dialog[open]', closeSheet),
  floorKind('floor: a row', 'Open', '#more', (page) => page.getByRole('button', { name: 'Open' }).tap()),
];
