import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { startTheme } from '#ui/shell/theme.ts';
import { isOffline } from '#ui/state/link.ts';
import { endedWhy, restoreSession } from '#ui/state/session.ts';
import { putSite, setting } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { balanceRow, demoUser, type FakeServer, OFFLINE, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';
import { order, ordersEvent, push } from '../trade/fake-market.ts';

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

const total = () => app.root.querySelector('[data-balance]')?.textContent;

describe('account', () => {
  it('S1-2.100 shows the demo label for a demo user', async () => {
    app = await openApp('/user', { token: 'demo-token' });
    await screen.findByText('Demo account');
    screen.getByText(/UID 10027315/);
  });

  it('D9.109 D9.110 has the switches of orders on this device, of the realm that one is in', async () => {
    app = await openApp('/user', { token: 'real-token' });
    const asks = await screen.findByRole('switch', { name: 'Confirm orders' });
    expect(asks.getAttribute('aria-checked')).toBe('true');
    await userEvent.click(asks);
    await waitFor(() => expect(asks.getAttribute('aria-checked')).toBe('false'));
    expect([localStorage.getItem('confirm_orders_real'), localStorage.getItem('confirm_orders_demo')]).toEqual(['0', null]);
    await userEvent.click(asks);
    await waitFor(() => expect(asks.getAttribute('aria-checked')).toBe('true'));
    screen.getByRole('switch', { name: 'Vibrate when an order fills' });
  });

  it('S1-2.100 shows the e-mail of a real user, else the mobile number', async () => {
    server.on('/api/basicSet/getBasicInfo', () => ({ is_show_mobile: '1' }));
    app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('demo@example.com');
    expect(screen.queryByRole('button', { name: 'Reset demo account' })).toBeNull();
    app.close();
    const { realUser } = await import('../support/fake-server.ts');
    server.on('/api/user/info', () => ({ ...realUser, email: '', mobile: '001 555 0100' }));
    app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('001 555 0100');
  });

  it('shows total and accounts; the demo user’s is the demo account only', async () => {
    app = await openApp('/user', { token: 'real-token' });
    await expect.poll(total).toBe('200.00 USD');
    for (const name of ['Contract', 'Micro', 'Capital']) screen.getByText(name);
    app.close();
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '5'), balanceRow('demo', '9981.6', '108.345')]);
    app = await openApp('/user', { token: 'demo-token' });
    await expect.poll(total).toBe('10,089.95 USD');
  });

  it('hides every amount', async () => {
    app = await openApp('/user', { token: 'real-token' });
    await expect.poll(total).toBe('200.00 USD');
    await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
    await expect.poll(() => app.root.textContent).not.toMatch(/\d\.\d\d/);
  });

  it('D9.116 shows what the open positions come to with their fees, and what pending orders lock; hidden with the rest', async () => {
    app = await openApp('/user', { token: 'real-token' });
    await expect.poll(total).toBe('200.00 USD');
    push({
      events: [ordersEvent(order({ Id: 601 }), order({ Id: 602, Status: 0, OriginPrice: 1.07, Price: 0 }))],
      account: { balance: '50', equity: '153.45', margin: '100', usable: '50', profit: '0.4', pending: '106.6', level: '153' },
    });
    const facts = () => [...app.root.querySelectorAll('.assets-parts')].map((node) => node.textContent).join();
    await expect.poll(facts).toContain('Open profit+0.40Fees−0.60Open net▼ −0.20Locked106.60');
    const tones = () => [...app.root.querySelectorAll('.assets-parts [data-tone]')].map((node) => node.getAttribute('data-tone'));
    expect(tones()).toEqual(['down']);
    await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
    await expect.poll(facts).not.toMatch(/\d\.\d\d/);
    expect(tones()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show amounts' }));
  });

  it('D9.247 tells fees and nights apart, and nights only where there are any', async () => {
    app = await openApp('/user', { token: 'real-token' });
    await expect.poll(total).toBe('200.00 USD');
    push({
      events: [ordersEvent(order({ Id: 601, Financing: '-2.64' }), order({ Id: 602 }))],
      account: { balance: '50', equity: '153.45', margin: '100', usable: '50', profit: '0.4', level: '153' },
    });
    const facts = () => [...app.root.querySelectorAll('.assets-parts')].map((node) => node.textContent).join();
    await expect.poll(facts).toContain('Open profit+0.40Fees−1.20Overnight−2.64Open net▼ −3.44');
  });

  it('S1-2.106 from right to left its figures begin at the right, each with its name above it', async () => {
    document.documentElement.dir = 'rtl';
    app = await openApp('/user', { token: 'demo-token' });
    await expect.poll(total).toBe('10,089.95 USD');
    const cells = [...app.root.querySelectorAll<HTMLElement>('.assets-parts > div')].map((cell) => cell.getBoundingClientRect());
    const [first, second] = cells as [DOMRect, DOMRect];
    expect(first.right).toBeGreaterThan(second.right);
    const card = (app.root.querySelector('.assets') as HTMLElement).getBoundingClientRect();
    expect(Math.abs(first.right - card.right)).toBeLessThan(1);
    document.documentElement.dir = 'ltr';
  });

  it('says that the balances failed, and reads them again on a tap', async () => {
    server.on('/v2/api/main/wallet/getBalance', () => new Refusal(0, 'no'));
    app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('Your balances could not be loaded');
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '12.5')]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(total).toBe('12.50 USD');
  });

  it('D9.257 offline it keeps what was known, in grey with its age, also where the list of accounts never came', async () => {
    server.on('/v2/api/main/wallet/getBalance', () => OFFLINE);
    app = await openApp('/user', { token: 'demo-token' });
    await screen.findByText('Your balances could not be loaded');
    push({ account: { balance: '9981.6', equity: '10090.345', margin: '108.345', usable: '9982', profit: '0.4' } });
    await expect.poll(total).toBe('10,089.95 USD');
    isOffline.value = true;
    await expect.poll(() => app.root.querySelector('.assets-label')?.textContent).toMatch(/^Total assets as of \d+ s ago$/);
    const facts = () => [...app.root.querySelectorAll('.assets-parts')].map((node) => node.textContent).join();
    expect(facts()).toContain('10,090.35');
    isOffline.value = false;
    await expect.poll(() => app.root.querySelector('.assets-label')?.textContent?.trim()).toBe('Total assets');
  });

  it('D9.257 offline, and nothing known: it says why, and reads once the network is back', async () => {
    server.on('/v2/api/main/wallet/getBalance', () => OFFLINE);
    app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('Your balances could not be loaded');
    isOffline.value = true;
    await screen.findByText('You are offline. Your balances are read once you are back.');
    isOffline.value = false;
  });

  it('S1-2.105 S1-4.02 logging out asks first, then clears token and user', async () => {
    app = await openApp('/user', { token: 'demo-token' });
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    await screen.findByRole('alertdialog', { name: 'Log out?' });
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(localStorage.getItem('token')).toBe('demo-token');
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    const question = await screen.findByRole('alertdialog', { name: 'Log out?' });
    await userEvent.click([...question.querySelectorAll('button')].find((button) => button.textContent === 'Log out') as Element);
    await expect.poll(() => location.hash).toContain('#/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect(server.count('/api/user/logout')).toBe(1);
    location.hash = '#/';
    await expect.poll(() => screen.queryByRole('region', { name: 'Balance' })?.textContent).toContain('--');
  });

  it('a demo account starts over after a question, and its balance is read again', async () => {
    server.on('/v2/api/main/user/resetForexDemoAccount', () => null);
    app = await openApp('/user', { token: 'demo-token' });
    await expect.poll(total).toBe('10,089.95 USD');
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('demo', '10000')]);
    await userEvent.click(screen.getByRole('button', { name: 'Reset demo account' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    await expect.poll(total).toBe('10,000.00 USD');
    await expect.poll(toasts).toContain('The demo account starts over');
    expect(server.count('/v2/api/main/user/resetForexDemoAccount')).toBe(1);
  });

  it('D9.27 D9.260 leads to one’s own play money and back, each with its own session; to log out there ends both', async () => {
    server.on('/api/user/own_demo', () => ({ token: 'demo-token', user: demoUser }));
    const ended = () => server.asked.filter(({ path }) => path === '/api/user/logout').map(({ token }) => token);
    app = await openApp('/user', { token: 'real-token' });
    await userEvent.click(await screen.findByRole('button', { name: 'Practise' }));
    await screen.findByText('Your own account waits for you.');
    expect([localStorage.getItem('token'), screen.queryByRole('link', { name: 'Open a real account' })]).toEqual(['demo-token', null]);
    expect(server.asked.find(({ path }) => path === '/api/user/own_demo')?.token).toBe('real-token');
    expect(await problemsOf(app.root)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Back to it' }));
    await screen.findByText('demo@example.com');
    expect([localStorage.getItem('token'), localStorage.getItem('own_session'), ended()]).toEqual(['real-token', null, ['demo-token']]);
    await userEvent.click(await screen.findByRole('button', { name: 'Practise' }));
    await screen.findByText('Your own account waits for you.');
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await screen.findByText('Open positions stay open.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Log out' }).at(-1) as HTMLElement);
    await expect.poll(() => location.hash).toBe('#/login?from=%2Fuser');
    await expect.poll(ended).toEqual(['demo-token', 'demo-token', 'real-token']);
    expect([localStorage.getItem('token'), localStorage.getItem('own_session')]).toEqual([null, null]);
  });

  it('D9.260 a demo account that was not entered from one’s own has no way back, and play money that is refused says why', async () => {
    app = await openApp('/user', { token: 'demo-token' });
    localStorage.setItem('own_session', `other ${'x'.repeat(20)}`);
    await screen.findByRole('link', { name: 'Open a real account' });
    expect(screen.queryByRole('button', { name: 'Back to it' })).toBeNull();
    app.close();
    server.on('/api/user/own_demo', () => new Refusal(1008, 'This feature is switched off'));
    app = await openApp('/user', { token: 'real-token' });
    await userEvent.click(await screen.findByRole('button', { name: 'Practise' }));
    await expect.poll(toasts).toContain('This feature is switched off');
    expect(localStorage.getItem('token')).toBe('real-token');
  });

  it('D9.261 whose session was ended from elsewhere reads at the login by what, until somebody is in', async () => {
    app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('demo@example.com');
    server.on('/api/user/info', () => new Refusal(999, 'A new password was set.', { why: 'reset' }));
    await restoreSession();
    await expect.poll(() => location.hash).toBe('#/login?from=%2Fuser');
    await expect.poll(() => app.root.querySelector('.banner[role="alert"]')?.textContent).toBe('A new password was set.');
    server.on('/api/user/info', () => realUser);
    await userEvent.fill(screen.getByLabelText('E-mail', { selector: 'input' }), 'demo@example.com');
    await userEvent.fill(screen.getByLabelText('Password', { selector: 'input' }), 'right');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await expect.poll(() => location.hash).toBe('#/user');
    expect(endedWhy.peek()).toBe('');
  });

  it('S1-8.04 a later 999 sends the person to the login', async () => {
    server.on('/v2/api/main/user/resetForexDemoAccount', () => new Refusal(999, 'Log in'));
    app = await openApp('/user', { token: 'demo-token' });
    await userEvent.click(await screen.findByRole('button', { name: 'Reset demo account' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    await expect.poll(() => location.hash).toBe('#/login?from=%2Fuser');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it.each(['light', 'dark'])('passes axe, %s', async (theme) => {
    app = await openApp('/user', { token: 'demo-token' });
    document.documentElement.dataset.theme = theme;
    await expect.poll(total).toBe('10,089.95 USD');
    expect(await problemsOf(app.root)).toEqual([]);
  });
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
