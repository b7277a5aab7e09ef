import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { startTheme } from '#ui/shell/theme.ts';
import { isOffline } from '#ui/state/link.ts';
import { putSite, setting } from '#ui/state/site.ts';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  isOffline.value = false;
  app.close();
  server.stop();
  document.documentElement.dataset.theme = 'light';
});

describe('theme', () => {
  let stop: () => void;
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  beforeEach(async () => {
    app = await openApp('/user', { token: 'demo-token' });
    stop = startTheme();
  });
  afterEach(() => {
    putSite({});
    stop();
  });

  it('S1-9.08 has the specification’s colours without configuration', () => {
    putSite({});
    expect([colour('--primary'), colour('--up-fill'), colour('--kline-up')]).toEqual(['#85bd00', '#85bd00', '#85bd00']);
    expect([colour('--down-fill'), colour('--kline-down')]).toEqual(['#f6543e', '#f6543e']);
  });

  it('S1-3.24 takes the server’s five colours, and refuses what is no hex colour', async () => {
    putSite({ theme_primary: '#3366ff', theme_up: '#00aa88', theme_down: '#dd2255', theme_kline_up: '#112233', theme_kline_down: 'red;}' });
    await expect
      .poll(() => [colour('--primary'), colour('--up-fill'), colour('--down-fill'), colour('--kline-up')])
      .toEqual(['#3366ff', '#00aa88', '#dd2255', '#112233']);
    expect(colour('--kline-down')).toBe('#f6543e');
    putSite({});
    await expect.poll(() => colour('--primary')).toBe('#85bd00');
    expect(document.documentElement.style.length).toBe(0);
  });

  it('the dark switch follows its flag, changes the page and is remembered', async () => {
    putSite({ is_dark_mode: '1' });
    await userEvent.click(await screen.findByRole('switch', { name: 'Dark theme' }));
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    putSite({ is_dark_mode: '0' });
    await expect.poll(() => document.documentElement.dataset.theme).toBe('light');
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Dark theme' })).toBeNull());
  });

  it('S1-3.21 a site without values has a currency, a symbol and a zone all the same', () => {
    putSite({ currency: '', currency_symbol: '' });
    expect([setting('currency'), setting('currency_symbol'), setting('timezone'), setting('default_lang')]).toEqual([
      'USD',
      '$',
      '0',
      'en',
    ]);
    putSite({ currency: 'EUR' });
    expect(setting('currency')).toBe('EUR');
  });
});
