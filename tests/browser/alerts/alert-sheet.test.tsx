/** A price alert made, edited and deleted from the bell of a product. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { isOffline } from '#ui/state/link.ts';
import { invalidate } from '#ui/state/query.ts';
import { dropSession, sessionNumber, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser } from '../support/fake-server.ts';
import { toasts } from '../support/toasts.ts';
import { answer, push } from '../trade/fake-market.ts';
import { chartOf, leaveTrade, openTrade, resetTrade, world } from '../trade/open-trade.tsx';
import { type AlertBook, alertBook, alertRow } from './alert-book.ts';

let book: AlertBook;
const DEMO = {
  '/api/user/createAccountDemoForU': () => ({ data: { demo_id: 'd'.repeat(32) } }),
  '/api/user/loginDemoForU': () => ({ data: { token: 'demo-token', user: demoUser } }),
};

beforeAll(() => needTexts('shell', 'trade', 'errors', 'alerts'));
beforeEach(async () => {
  await resetTrade();
  sessionNumber.value++;
});
afterEach(async () => {
  document.documentElement.setAttribute('data-theme', 'light');
  await leaveTrade();
});

const bell = () => screen.findByRole('button', { name: /^Price alerts of EUR\/USD/ });
async function open(own: AlertBook = alertBook()) {
  book = own;
  world.calls = answer(own.routes);
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  fireEvent.click(await bell());
  return within(await screen.findByRole('dialog'));
}
type Sheet = Awaited<ReturnType<typeof open>>;
const price = (sheet: Sheet) => sheet.findByRole<HTMLInputElement>('spinbutton', { name: 'Price' });
const type = async (sheet: Sheet, text: string) => fireEvent.input(await price(sheet), { target: { value: text } });
const set = (sheet: Sheet) => fireEvent.click(sheet.getByRole('button', { name: 'Set alert' }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const problem = (sheet: Sheet) => sheet.queryByRole('alert')?.textContent;

describe('an alert that is made from the bell', () => {
  it('D9.150 waits on the side of the newest price on which its own lies, and the bell fills', async () => {
    const sheet = await open();
    expect((await price(sheet)).value).toBe('1.08883');
    expect(sheet.getByText('Fires when the price rises to it (+0.50%)')).toBeTruthy();
    await type(sheet, '1.08');
    expect(sheet.getByText('Fires when the price falls to it (−0.32%)')).toBeTruthy();
    fireEvent.click(sheet.getByRole('tab', { name: 'Every time' }));
    set(sheet);
    await gone();
    expect(book.asked).toHaveLength(1);
    expect(book.asked[0]).toMatchObject({ forex_id: '1', kind: 'below', price: '1.08', repeat: 'every' });
    expect(book.asked[0]?.client_id).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(toasts).toContain('Alert set for EUR/USD at 1.08000');
    await expect.poll(async () => (await bell()).querySelector('[data-icon]')?.getAttribute('data-icon')).toBe('bell-full');
  });

  it('takes a price by one press, so many percent from the newest', async () => {
    const sheet = await open();
    await price(sheet);
    push({ quotes: [{ id: 1, close: 1.1 }] });
    fireEvent.click(sheet.getByRole('button', { name: '−1.00%' }));
    expect((await price(sheet)).value).toBe('1.08900');
  });

  it('waits for a move within a time', async () => {
    const sheet = await open();
    fireEvent.click(await sheet.findByRole('tab', { name: 'A move' }));
    fireEvent.input(sheet.getByRole('spinbutton', { name: 'Move, %' }), { target: { value: '0.25' } });
    fireEvent.change(sheet.getByRole('combobox', { name: 'Within' }), { target: { value: '300' } });
    set(sheet);
    await gone();
    expect(book.asked[0]).toMatchObject({ kind: 'move', percent: '0.25', window_s: '300', repeat: 'once' });
    expect(book.asked[0]).not.toHaveProperty('price');
    await expect.poll(toasts).toContain('Alert set for EUR/USD: 0.25% in 5 min');
  });

  it('D9.151 what can be seen to be wrong is said at its field, and nothing is sent', async () => {
    const sheet = await open(alertBook(alertRow({ Price: 1.09 })));
    await sheet.findByRole('link', { name: 'All alerts · 1 of 50' });
    for (const [text, words] of [
      ['', 'Enter the price'],
      ['999999999999', 'Enter a price below 10,000,000,000'],
      ['1.083421', 'At most 5 digits after the point'],
      ['1.08342', 'The price is there now: choose one above or below it'],
      ['1.09', 'You have this alert already'],
    ] as const) {
      await type(sheet, text);
      set(sheet);
      await expect.poll(() => problem(sheet)).toBe(words);
    }
    fireEvent.click(sheet.getByRole('tab', { name: 'A move' }));
    fireEvent.input(sheet.getByRole('spinbutton', { name: 'Move, %' }), { target: { value: '60' } });
    await expect.poll(() => problem(sheet)).toBe('From 0.1 to 50%');
    set(sheet);
    expect(book.asked).toEqual([]);
    expect((await sheet.findByRole('spinbutton')).getAttribute('aria-invalid')).toBe('true');
  });

  it('D9.179 a price of more digits than the product has stays as it was typed, with so many as there may be said at once, and is not set', async () => {
    const sheet = await open();
    await type(sheet, '12.123456');
    await expect.poll(() => problem(sheet)).toBe('At most 5 digits after the point');
    fireEvent.blur(await price(sheet));
    set(sheet);
    await expect.poll(() => problem(sheet)).toBe('At most 5 digits after the point');
    expect([(await price(sheet)).value, book.asked.length]).toEqual(['12.123456', 0]);
    await type(sheet, '12.12345');
    await expect.poll(() => problem(sheet)).toBeUndefined();
    set(sheet);
    await gone();
    expect(book.asked).toEqual([expect.objectContaining({ price: '12.12345' })]);
  });

  it('D9.254 a price that is too large is told what is allowed as it is typed; one of more digits than can be sent has too many', async () => {
    const sheet = await open();
    for (const [text, words] of [
      ['9999999999', undefined],
      ['10000000000', 'Enter a price below 10,000,000,000'],
      ['1.0839000001', 'At most 5 digits after the point'],
      ['1.0839', undefined],
    ] as const) {
      await type(sheet, text);
      await expect.poll(() => problem(sheet)).toBe(words);
    }
  });

  it('offline nothing can be set or deleted, as nothing can be bought: the button waits, and why is said above it', async () => {
    const sheet = await open();
    await price(sheet);
    const button = () => sheet.getByRole<HTMLButtonElement>('button', { name: 'Set alert' });
    const why = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent;
    expect([button().disabled, why()]).toEqual([false, '']);
    isOffline.value = true;
    await expect.poll(() => [button().disabled, why()]).toEqual([true, 'You are offline']);
    set(sheet);
    isOffline.value = false;
    await expect.poll(() => [button().disabled, why()]).toEqual([false, '']);
    expect(book.asked).toEqual([]);
    set(sheet);
    await gone();
  });

  it('D9.151 D9.286 a refusal of the server is said at the field that it names, else above the button, and nothing that was typed is lost', async () => {
    const sheet = await open();
    await type(sheet, '1.0901');
    book.refusal = { code: 1103, msg: 'The price has passed this already', data: { field: 'price' } };
    set(sheet);
    await expect.poll(() => problem(sheet)).toBe('The price has passed this already');
    expect((await price(sheet)).getAttribute('aria-invalid')).toBe('true');
    book.refusal = { code: 1203, msg: 'Not today', data: null };
    set(sheet);
    await expect.poll(() => problem(sheet)).toBe('Not today');
    expect((await price(sheet)).getAttribute('aria-invalid')).toBeNull();
    expect((await price(sheet)).value).toBe('1.0901');
    set(sheet);
    await gone();
    // The server keeps its answer under the key of a call: asked again under it, it would refuse for ever.
    const keys = book.asked.map(({ client_id }) => client_id);
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  });

  it('without a network it says so, and the same press goes through later', async () => {
    const sheet = await open();
    await price(sheet);
    const lost = answer({ '/v2/api/alert/list': book.routes['/v2/api/alert/list'] ?? (() => ({})) });
    set(sheet);
    await expect.poll(() => problem(sheet)).toContain('ERR_NETWORK');
    answer(book.routes);
    set(sheet);
    await gone();
    expect(book.alerts).toHaveLength(1);
    // Under the same key: the first call may have arrived.
    const first = lost.find(({ path }) => path.endsWith('/alert/create'));
    expect(book.asked.map(({ client_id }) => client_id)).toEqual([Object.fromEntries(first?.fields ?? []).client_id]);
  });

  it('fifty are all: the sheet says so and leads to them', async () => {
    const sheet = await open(alertBook(...Array.from({ length: 50 }, (_, at) => alertRow({ Id: 100 + at, Price: 1.2 + at / 1e4 }))));
    expect((await sheet.findByRole('status')).textContent).toBe('You have 50 alerts, as many as there may be. Delete one to set another.');
    expect(sheet.queryByRole('button', { name: 'Set alert' })).toBeNull();
    expect(sheet.getByRole('link', { name: 'All alerts · 50 of 50' }).getAttribute('href')).toBe('#/alerts');
  });

  it('D9.151 the one too many of a list that another device has filled meanwhile is refused in the same words', async () => {
    const sheet = await open();
    await price(sheet);
    book.refusal = {
      code: 1001,
      msg: 'id is not valid',
      data: { field: 'id', value: '', allowed: 'one of your 50 alerts to delete first' },
    };
    set(sheet);
    await expect.poll(() => problem(sheet)).toBe('You have 50 alerts, as many as there may be. Delete one to set another.');
  });

  it('a visitor finds the way in, play money first, and asks for no list', async () => {
    sessionStatus.value = 'visitor';
    const sheet = await open();
    expect(await sheet.findByRole('link', { name: 'Log in' })).toBeTruthy();
    expect(decodeURIComponent(sheet.getByRole('link', { name: 'Log in' }).getAttribute('href') ?? '')).toBe('#/login?from=/trade?id=1');
    expect(world.calls.filter(({ path }) => path.includes('/alert/'))).toEqual([]);
  });

  it('D9.108 what a visitor began goes on once the demo is entered: the form of the new alert opens again, and nothing was sent', async () => {
    user.value = null;
    sessionStatus.value = 'visitor';
    putSite({ currency: 'USD', timezone: '0', is_mock_login: '1', demo_balance: '10000' });
    const sheet = await open();
    answer({ ...book.routes, ...DEMO });
    fireEvent.click(await sheet.findByRole('button', { name: /^Start demo/ }));
    await expect.poll(() => sessionStatus.value).toBe('in');
    await expect.poll(() => screen.queryByRole('button', { name: 'Set alert' })).not.toBeNull();
    expect(book.asked).toEqual([]);
    dropSession();
    storage.remove('demo_id');
  });

  it('has no accessibility problem that a machine can find, light and dark', async () => {
    const sheet = await open(alertBook(alertRow()));
    await price(sheet);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(screen.getByRole('dialog'))).toEqual([]);
    }
    await invalidate('alerts');
  });
});
