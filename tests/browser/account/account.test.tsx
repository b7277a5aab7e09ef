import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { isOffline } from '#ui/state/link.ts';
import { balanceRow, type FakeServer, OFFLINE, Refusal, startFakeServer } from '../support/fake-server.ts';
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
    screen.getByRole('switch', { name: 'Vibrate at what happens to an order' });
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

  it('S1-4.24 a demo account starts over after a question, and its balance is read again; after a no nothing has changed', async () => {
    server.on('/v2/api/main/user/resetForexDemoAccount', () => null);
    app = await openApp('/user', { token: 'demo-token' });
    await expect.poll(total).toBe('10,089.95 USD');
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('demo', '10000')]);
    await userEvent.click(screen.getByRole('button', { name: 'Reset demo account' }));
    await screen.findByText(/closed at the last price, pending orders are cancelled, running micro trades are void/);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    expect([server.count('/v2/api/main/user/resetForexDemoAccount'), total()]).toEqual([0, '10,089.95 USD']);
    await userEvent.click(screen.getByRole('button', { name: 'Reset demo account' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    await expect.poll(total).toBe('10,000.00 USD');
    await expect.poll(toasts).toContain('The demo account starts over');
    expect(server.count('/v2/api/main/user/resetForexDemoAccount')).toBe(1);
  });
});
