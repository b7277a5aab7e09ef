import { screen } from '@testing-library/preact';
import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { QuickButtons } from '#ui/screens/home/quick-buttons.tsx';
import { isOffline, linkState } from '#ui/state/link.ts';
import { invalidate } from '#ui/state/query.ts';
import { putSite } from '#ui/state/site.ts';
import { balanceRow, type FakeServer, OFFLINE, SILENT, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app?.close();
  app = undefined;
  server.stop();
  vi.useRealTimers();
  linkState.value = 'connecting';
  isOffline.value = false;
});

describe('balance', () => {
  const total = () => app?.root.querySelector('[data-balance]')?.textContent;
  const today = () => app?.root.querySelector('[data-today]') as HTMLElement;

  it('S1-2.37 is the sum of the accounts with 2 decimals', async () => {
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '10.003', '0.001'), balanceRow('micro', '0.001')]);
    app = await openApp('/', { token: 'real-token' });
    await expect.poll(total).toBe('10.01 USD');
  });

  it('S1-2.38 shows today’s profit in percent of it, with sign and colour', async () => {
    app = await openApp('/', { token: 'real-token' });
    await expect.poll(() => today()?.textContent).toBe('▲ +2.50% gross');
    expect(today().dataset.tone).toBe('up');
    const green = getComputedStyle(document.documentElement).getPropertyValue('--up').trim();
    expect(green).toMatch(/^#/);
    expect(getComputedStyle(today()).color).not.toBe(getComputedStyle(document.body).color);
  });

  it('D9.473 says beside it what today came to with its charges, which may be less than nothing, and hides that too', async () => {
    server.on('/api/user/get_profits', () => ({ profits: '5', net: '-14.45' }));
    app = await openApp('/', { token: 'real-token' });
    const net = () => app?.root.querySelector<HTMLElement>('[data-net]');
    await expect.poll(() => net()?.textContent).toBe('−14.45 net today');
    expect([net()?.dataset.tone, today().textContent]).toEqual(['down', '▲ +2.50% gross']);
    const [box, label] = [net(), app.root.querySelector('.balance-card-label')].map((part) => part?.getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
    ];
    const eye = screen.getByRole('button', { name: 'Hide balance' }).querySelector('svg')?.getBoundingClientRect() as DOMRect;
    expect([box.right <= eye.left, Math.abs(box.bottom - label.bottom) < 4]).toEqual([true, true]);
    await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }));
    await expect.poll(() => net()?.textContent).toBe('**** net today');
    localStorage.removeItem('amounts_hidden');
  });

  it('D9.473 of a back end that does not say it there is nothing beside', async () => {
    app = await openApp('/', { token: 'real-token' });
    await expect.poll(() => today()?.textContent).toBe('▲ +2.50% gross');
    expect(app.root.querySelector('[data-net]')).toBeNull();
  });

  it('D9.449 S1-6.01 a visitor sees the ways in and no dashes; that there is no balance is read out', async () => {
    app = await openApp('/');
    const door = await screen.findByRole('button', { name: /play money/ });
    const card = screen.getByRole('region', { name: 'Balance' });
    expect(card.textContent).toContain('Total assets--');
    const seen = [...card.querySelectorAll<HTMLElement>('.balance-card > *')].filter((part) => getComputedStyle(part).clipPath === 'none');
    expect(seen.map((part) => part.textContent)).toEqual([door.textContent, 'Log in']);
    // None of what a finger may miss the link by is the button's.
    const [button, link] = [door, screen.getByRole('link', { name: 'Log in' })].map((part) => part.getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
    ];
    expect([link.height >= 44, link.width >= 44, link.top >= button.bottom]).toEqual([true, true, true]);
    expect(server.count('/v2/api/main/wallet/getBalance')).toBe(0);
    await userEvent.click(screen.getByRole('link', { name: 'Log in' }));
    await expect.poll(() => location.hash).toBe('#/login?from=%2F');
  });

  it('can be hidden, and stays hidden', async () => {
    app = await openApp('/', { token: 'real-token' });
    await expect.poll(total).toBe('200.00 USD');
    await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }));
    await expect.poll(total).toBe('****');
    expect(localStorage.getItem('amounts_hidden')).toBe('1');
    expect(today().textContent).not.toContain('2.50');
    // Another tab shows them again.
    localStorage.setItem('amounts_hidden', '0');
    dispatchEvent(new StorageEvent('storage'));
    await expect.poll(total).toBe('200.00 USD');
    localStorage.removeItem('amounts_hidden');
    dispatchEvent(new StorageEvent('storage'));
  });

  it('S1-2.39 deposit and withdraw follow their flags; a demo user is told why not', async () => {
    server.on('/api/basicSet/getBasicInfo', () => ({ is_home_balance_recharge: '1' }));
    app = await openApp('/', { token: 'demo-token' });
    const box = document.createElement('div');
    document.body.append(box);
    render(<QuickButtons leads={() => true} />, box);
    const deposit = await screen.findByRole('button', { name: 'Deposit' });
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    deposit.click();
    await expect.poll(toasts).toContain('only true account');
    putSite({ is_home_balance_withdraw: '1' });
    await screen.findByRole('button', { name: 'Withdraw' });
    expect(screen.queryByRole('button', { name: 'Deposit' })).toBeNull();
    render(null, box);
    box.remove();
  });

  it('D9.271 S1-2.39 while their screens are not there nobody is offered a way to them, whatever the flags say', async () => {
    server.on('/api/basicSet/getBasicInfo', () => ({ is_home_balance_recharge: '1', is_home_balance_withdraw: '1' }));
    for (const token of ['real-token', 'demo-token']) {
      app = await openApp('/', { token });
      await screen.findByRole('button', { name: 'Hide balance' });
      expect(screen.queryByRole('button', { name: /^(Deposit|Withdraw)$/ })).toBeNull();
      app.close();
    }
    app = await openApp('/', {});
    await screen.findByRole('link', { name: /Log in/ });
    expect(screen.queryByRole('button', { name: /^(Deposit|Withdraw)$/ })).toBeNull();
  });

  it('D9.383 what could not be read while the network was away is read again when the link is back, on the screen that is shown', async () => {
    linkState.value = 'open';
    app = await openApp('/', { token: 'real-token' });
    await expect.poll(total).toBe('200.00 USD');
    isOffline.value = true;
    server.on('/v2/api/main/wallet/getBalance', () => OFFLINE);
    // A trade was told of, and its money could not be read.
    await invalidate('balances');
    expect(total()).toBe('200.00 USD');
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '196.64')]);
    isOffline.value = false;
    await expect.poll(total).toBe('196.64 USD');
  });

  it('D9.383 a question that went out over the link that is gone is asked again, not waited for', async () => {
    linkState.value = 'open';
    app = await openApp('/', { token: 'real-token' });
    await expect.poll(total).toBe('200.00 USD');
    server.on('/v2/api/main/wallet/getBalance', () => SILENT);
    void invalidate('balances');
    linkState.value = 'closed';
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '196.64')]);
    linkState.value = 'open';
    await expect.poll(total).toBe('196.64 USD');
  });
});
