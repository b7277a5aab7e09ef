import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { putSite } from '#ui/state/site.ts';
import { answerMicros, ended, LISTS, micros, resetMicros, row } from '../micro/micro-market.ts';
import { problemsOf } from '../support/axe.ts';
import { toasts } from '../support/toasts.ts';
import { push } from '../trade/fake-market.ts';
import { leaveRecords, lists, LISTS as ORDERS, openRecords, resetRecords, rowsOf, tab, world } from './open-records.tsx';

const SITE = { currency: 'USD', timezone: '0', is_micro: '1' };
const asked = () => world.calls.filter(({ path }) => path === LISTS).map(({ fields }) => `${fields.get('status')}/${fields.get('page')}`);
const textOf = (label: string) => rowsOf(label).map((each) => each.textContent);

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(() => {
  resetMicros();
  resetRecords();
  putSite(SITE);
  world.calls = answerMicros({ [ORDERS]: lists });
});
afterEach(leaveRecords);

describe('the micro records', () => {
  it('S1-2.91 S1-2.49 source 1 opens the micro tab and type its sub-tab, where the site has them; a tab changes the address', async () => {
    openRecords('#/order?source=1&type=3');
    await expect.poll(() => screen.queryByRole('tab', { name: 'Closed' })?.ariaSelected).toBe('true');
    expect([tab('Micro').ariaSelected, tab('Contract').ariaSelected]).toEqual(['true', 'false']);
    fireEvent.click(tab('In transaction'));
    await expect.poll(() => location.hash).toBe('#/order?source=1&type=1');
    fireEvent.click(tab('Contract'));
    await expect.poll(() => location.hash).toBe('#/order?source=0&type=1');
    expect(await screen.findByRole('tab', { name: 'Pending' })).not.toBeNull();
    putSite({ ...SITE, is_micro: '0' });
    await expect.poll(() => screen.queryByRole('tab', { name: 'Micro' })).toBeNull();
  });

  it('S1-2.99 those in transaction are status 1: with countdown and estimate, and their sheet; without any the way to Trade', async () => {
    openRecords('#/order?source=1');
    const link = await screen.findByRole('link', { name: 'Open a micro trade' });
    expect(link.getAttribute('href')).toBe('#/trade?tab=1');
    expect(asked()).toEqual(['1/1']);
    micros.running = [row(), row({ Id: row().Id - 1, Type: 2, Number: '10' })];
    push({ events: [{ type: 'resync' }] });
    await expect.poll(() => screen.queryByRole('list', { name: 'In transaction' })).not.toBeNull();
    push({ orders: [{ id: -row().Id, price: 1.0835, profit: '28.33' }] });
    await expect.poll(() => textOf('In transaction')[0]).toMatch(/^EUR\/USDUp 33.33.*\+28\.331\.08342 → 1\.083501 min · 85%(1:00|0:\d\d)$/);
    expect(textOf('In transaction')[1]).toMatch(/^EUR\/USDDown 10\.00/);
    expect(await problemsOf(document.body)).toEqual([]);
    fireEvent.click(within(rowsOf('In transaction')[0] as HTMLElement).getByRole('button'));
    expect(within(await screen.findByRole('dialog', { name: 'EUR/USD' })).getByRole('timer')).not.toBeNull();
  });

  it('D9.451 what one that runs would come to has no colour while its price is old, in its row and in its sheet', async () => {
    micros.running = [row()];
    openRecords('#/order?source=1');
    await expect.poll(() => rowsOf('In transaction').length).toBe(1);
    push({ orders: [{ id: -row().Id, price: 1.0835, profit: '28.33' }], quotes: [{ id: row().ForexTradeList.Id, close: 1.0835 }] });
    fireEvent.click(within(rowsOf('In transaction')[0] as HTMLElement).getByRole('button'));
    await screen.findByRole('dialog', { name: 'EUR/USD' });
    const colours = () =>
      [...document.querySelectorAll('.order-row .live[data-tone="up"], .micro-detail .price[data-tone="up"]')].map(
        (part) => getComputedStyle(part).color,
      );
    await expect.poll(() => colours().length).toBe(2);
    const live = colours();
    push({ quotes: [{ id: row().ForexTradeList.Id, close: 1.0835, state: QUOTE_STATE.stale, ageMs: 9_000 }] });
    await expect.poll(colours).not.toContain(live[0]);
    expect(colours()).not.toContain(live[1]);
  });

  it('S1-2.99 D1.2.33 closed ones are status 3, page by page with their total, won, lost and void; a row opens its sheet', async () => {
    const id = row().Id;
    const own = [{ FactProfits: '-33.33' }, { FactProfits: '0', EndPrice: 0, EndReason: 'gap', Memo: 'No price' }];
    micros.closed = Array.from({ length: 13 }, (_, at) => ended({ Id: id - at, ...own[at - 1] }));
    openRecords('#/order?source=1&type=3');
    await expect.poll(() => screen.queryAllByRole('article').length).toBe(10);
    expect(screen.getByText('13 trades')).not.toBeNull();
    scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => asked().filter((each) => each.startsWith('3/'))).toEqual(['3/1', '3/2']);
    await expect.poll(() => rowsOf('Closed').length).toBe(13);
    expect(
      rowsOf('Closed')
        .slice(0, 3)
        .map((each) => each.querySelector('.order-row-net')?.textContent),
    ).toEqual(['+28.33', '\u221233.33', 'Returned']);
    expect(screen.getByText('No more')).not.toBeNull();
    expect(await problemsOf(document.body)).toEqual([]);
    fireEvent.click(within(rowsOf('Closed')[2] as HTMLElement).getByRole('button'));
    const dialog = await screen.findByRole('dialog', { name: 'EUR/USD' });
    expect(dialog.textContent).toContain('There was no price at its end: the amount was given back.');
  });

  it('says that a list could not be read, and reads it when asked again', async () => {
    let isDown = true;
    const list = LISTS;
    world.calls = answerMicros({
      [list]: () => (isDown ? Promise.reject(new TypeError('no network')) : { data: { data: [ended()], total: 1 } }),
    });
    openRecords('#/order?source=1&type=3');
    const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 5_000 });
    isDown = false;
    fireEvent.click(retry);
    await expect.poll(() => screen.queryAllByRole('article').length).toBe(1);
  });

  it('S1-4.15 one that ends leaves the list for the closed ones; "View" of what is said opens it', async () => {
    micros.running = [row()];
    openRecords('#/order?source=1');
    await expect.poll(() => screen.queryAllByRole('article').length).toBe(1);
    micros.running = [];
    micros.closed = [ended()];
    push({ events: [{ type: 'resync' }] });
    await expect.poll(toasts).toContain('Won: Up 33.33 EUR/USD+28.33 USD');
    await expect.poll(() => screen.queryAllByRole('article').length).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'View: Won: Up 33.33 EUR/USD' }));
    await expect.poll(() => location.hash).toBe('#/order?source=1&type=3');
    const dialog = await screen.findByRole('dialog', { name: 'EUR/USD' });
    expect(dialog.textContent).toContain('Won▲ +28.33 USD');
  });
});
