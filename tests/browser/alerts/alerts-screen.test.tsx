/** The screen of price alerts, in the whole app. */
import { screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, OFFLINE, SILENT, startFakeServer } from '../support/fake-server.ts';
import { secondSaid } from '../support/moments.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { push } from '../trade/fake-market.ts';
import { type AlertBook, alertBook, alertRow, firedRow } from './alert-book.ts';

let server: FakeServer;
let app: OpenApp;
let book: AlertBook;
beforeEach(async () => {
  storage.remove('alerts_seen');
  server = startFakeServer();
  await needTexts('alerts');
});
afterEach(() => {
  app.close();
  server.stop();
  document.documentElement.dataset.theme = 'light';
});

async function open(own: AlertBook, address = '/alerts'): Promise<void> {
  book = own;
  for (const [path, reply] of Object.entries(own.routes))
    server.on(path, ({ query, body }) => reply({ path, fields: new URLSearchParams({ ...query, ...body }) }).data);
  app = await openApp(address, { token: 'demo-token' });
}
const rows = () => [...app.root.querySelectorAll('.alert-row-words')].map((row) => [...row.children].map((part) => part.textContent));

describe('the screen of price alerts', () => {
  it('D9.451 the price beside an alert has no colour while it is old, in the list and in the editor', async () => {
    await open(alertBook(alertRow()));
    const colours = () =>
      [...document.querySelectorAll('.alert-row-now .live, .alert-quote .live')].map((part) => getComputedStyle(part).color);
    await expect.poll(() => app.engine.quotes).toContain(1);
    push({ quotes: [{ id: 1, close: 1.08342 }] });
    await expect.poll(() => screen.getByRole('button', { name: /Rises to/ }).textContent).toContain('1.08342');
    await userEvent.click(screen.getByRole('button', { name: /Rises to/ }));
    await expect.poll(() => colours().length).toBe(2);
    const live = colours();
    push({ quotes: [{ id: 1, close: 1.08342, state: QUOTE_STATE.stale, ageMs: 9_000 }] });
    await expect.poll(colours).not.toContain(live[0]);
    expect(colours()).not.toContain(live[1]);
  });

  it('D9.154 lists what waits, each with what for, how often and the price now; a press opens its editor, where it is deleted', async () => {
    await open(
      alertBook(
        alertRow({ Id: 33, Kind: 'move', Price: undefined, Percent: '1', WindowS: 300, Repeat: 'every', State: 'resting' }),
        alertRow({ Id: 35, Price: 1.09, Repeat: 'every', State: 'resting' }),
        alertRow({ Id: 32, Kind: 'below', Price: 1.07 }),
      ),
    );
    await expect.poll(rows).toEqual([
      ['EUR/USD', 'Moves 1% in 5 min', 'Fired · ready again in a minute'],
      ['EUR/USD', 'Rises to 1.09000', 'Fired · ready again below it'],
      ['EUR/USD', 'Falls to 1.07000', 'Once'],
    ]);
    screen.getByText('3 of 50 alerts');
    await expect.poll(() => app.engine.quotes).toContain(1);
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      expect(await problemsOf(app.root)).toEqual([]);
    }
    await userEvent.click(screen.getByRole('button', { name: /Falls to 1.07000/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'EUR/USD · Edit alert' }));
    await userEvent.click(await sheet.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect.poll(() => rows().length).toBe(2);
    expect(book.asked).toEqual([expect.objectContaining({ id: '32' })]);
  });

  it('D9.154 lists what has fired, with the way to its product; who has looked at it is told of it no more', async () => {
    const own = alertBook();
    own.fired = [firedRow({ Id: 72, Kind: 'below', Price: 1.0695, Level: 1.07 }), firedRow()];
    await open(own);
    const tab = await screen.findByRole('tab', { name: /^Fired/ });
    await expect.poll(() => tab.textContent).toBe('Fired2');
    await userEvent.click(tab);
    await expect.poll(rows).toEqual([
      ['EUR/USD fell to 1.06950', 'Below 1.07000', secondSaid('2026-11-22 20:14:05')],
      ['EUR/USD rose to 1.08403', 'Above 1.08400', secondSaid('2026-11-22 20:14:05')],
    ]);
    expect(screen.getByRole('link', { name: /fell to 1.06950/ }).getAttribute('href')).toBe('#/trade?id=1');
    await expect.poll(() => tab.textContent).toBe('Fired');
    expect(location.hash).toBe('#/alerts?tab=fired');
  });

  it('says that there is none and how one is made, that it is loading, and that it could not be loaded', async () => {
    await open(alertBook());
    await screen.findByText('No alerts yet');
    app.close();
    server.on('/v2/api/alert/list', () => SILENT);
    app = await openApp('/alerts', { token: 'demo-token' });
    await waitFor(() => expect(app.root.querySelector('[role="tabpanel"] [aria-busy="true"]')).not.toBeNull());
    app.close();
    server.on('/v2/api/alert/list', () => OFFLINE);
    app = await openApp('/alerts', { token: 'demo-token' });
    await screen.findByText('Your alerts could not be loaded');
    server.on('/v2/api/alert/list', () => ({ data: [alertRow()], total: 1 }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(rows).toEqual([['EUR/USD', 'Rises to 1.08400', 'Once']]);
  });

  it('one of a product that is traded no longer can be taken away', async () => {
    await open(alertBook(alertRow({ Id: 34, ForexTradeList: { Id: 999, Code: 'OLDONE', ShowCode: 'OLD/ONE', PricePrecision: 2 } })));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('No alerts yet');
  });

  it('D9.152 sound and shake are chosen here and on the account, which leads here', async () => {
    await open(alertBook(), '/user');
    const sound = await screen.findByRole('switch', { name: 'Sound at a price alert' });
    expect(sound.getAttribute('aria-checked')).toBe('true');
    await userEvent.click(sound);
    await waitFor(() => expect(localStorage.getItem('alert_sound')).toBe('0'));
    await userEvent.click(screen.getByRole('link', { name: 'Price alerts' }));
    await screen.findByText('No alerts yet');
    expect(screen.getByRole('switch', { name: 'Sound at a price alert' }).getAttribute('aria-checked')).toBe('false');
    await userEvent.click(screen.getByRole('switch', { name: 'Sound at a price alert' }));
  });

  it('a visitor is led to the login and back', async () => {
    app = await openApp('/alerts?tab=fired');
    await expect.poll(() => decodeURIComponent(location.hash)).toBe('#/login?from=/alerts?tab=fired');
  });
});
