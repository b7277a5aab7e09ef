/** The visitor's door: the demo in one tap from Home, and who is in the demo is told so everywhere. */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { isStartingDemo, startDemo } from '#ui/requests/start-demo.ts';
import { sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser, type FakeServer, OFFLINE, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

const MADE = '/api/user/createAccountDemoForU';
const LOGIN = '/api/user/loginDemoForU';
let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app?.close();
  app = undefined;
  server.stop();
});

const chips = () => [...(app?.root.querySelectorAll('[data-page]:not([hidden]) .demo-chip, main > :not([data-page]) .demo-chip') ?? [])];
const door = () => screen.findByRole('button', { name: 'Start with 10,000 USD play money' });

describe('D9.107 the card of a visitor', () => {
  it('leads into the demo in one tap, with the amount that the site gives', async () => {
    app = await openApp('/');
    putSite({ is_mock_login: '1', demo_balance: '25000', currency: 'EUR' });
    await screen.findByRole('button', { name: 'Start with 25,000 EUR play money' });
    putSite({ is_mock_login: '1' });
    await userEvent.click(await door());
    await expect.poll(() => sessionStatus.value).toBe('in');
    expect(user.value?.is_demo).toBe(1);
    expect(location.hash).toBe('#/');
    await expect.poll(() => app?.root.querySelector('[data-balance]')?.textContent).toBe('10,089.95 USD');
    await expect.poll(() => chips().length).toBe(1);
  });

  it('offers the login alone where the site has no demo', async () => {
    server.on('/api/basicSet/getBasicInfo', () => ({ is_mock_login: '0' }));
    app = await openApp('/');
    await userEvent.click(await screen.findByRole('link', { name: 'Log in to see your balance' }));
    expect(screen.queryByRole('button', { name: /play money/ })).toBeNull();
    await expect.poll(() => location.hash).toBe('#/login?from=%2F');
  });

  it('is as high before the site is known as after', async () => {
    app = await openApp('/');
    await door();
    const high = () => app?.root.querySelector('[aria-label="Balance"]')?.getBoundingClientRect().height;
    const known = high();
    const { isSiteKnown } = await import('#ui/state/site.ts');
    putSite({});
    isSiteKnown.value = false;
    await waitFor(() => expect(screen.queryByRole('button', { name: /play money/ })).toBeNull());
    expect(high()).toBe(known);
    putSite({ is_mock_login: '0' });
    await screen.findByRole('link', { name: 'Log in to see your balance' });
    expect(high()).toBe(known);
  });
});

describe('D9.107 startDemo', () => {
  it('makes one account however often it is tapped, and says when the session is in place', async () => {
    app = await openApp('/');
    const answers = await Promise.all([startDemo(), startDemo(), startDemo()]);
    expect(answers).toEqual([true, true, true]);
    expect([server.count(MADE), server.count(LOGIN)]).toEqual([1, 1]);
    expect([sessionStatus.value, user.value?.uid, localStorage.getItem('token')]).toEqual(['in', demoUser.uid, 'demo-token']);
    expect(await startDemo()).toBe(true);
    expect(server.count(LOGIN)).toBe(1);
  });

  it('says why it was refused, and can be tried again', async () => {
    server.on(LOGIN, () => OFFLINE);
    app = await openApp('/');
    const entering = startDemo();
    expect(isStartingDemo.value).toBe(true);
    await expect.poll(async () => ((await door()) as HTMLButtonElement).disabled).toBe(true);
    expect(await entering).toBe(false);
    await expect.poll(toasts).toContain('No connection to the server');
    expect([sessionStatus.value, isStartingDemo.value]).toEqual(['visitor', false]);
    server.on(LOGIN, () => ({ token: 'demo-token', user: demoUser }));
    expect(await startDemo()).toBe(true);
  });
});

describe('D9.107 Demo', () => {
  it.each(['/', '/trade', '/order', '/user', '/product', '/follow', '/rank'])('stands once in the header of %s', async (address) => {
    app = await openApp(address, { token: 'demo-token' });
    await expect.poll(() => chips().map((chip) => chip.textContent)).toEqual(['Demo']);
    expect(chips()[0]?.closest('header')).not.toBeNull();
  });

  it.each(['/', '/order', '/user'])('stands nowhere on %s with real money', async (address) => {
    app = await openApp(address, { token: 'real-token' });
    await waitFor(() => expect(app?.root.querySelector('header')).not.toBeNull());
    expect(chips()).toEqual([]);
  });
});

describe('D9.107 the login page', () => {
  it('offers the demo first, then the form', async () => {
    app = await openApp('/login');
    const demo = await screen.findByRole('button', { name: 'Try a demo account' });
    const form = screen.getByRole('form', { name: 'Log in' });
    expect(demo.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(demo.dataset.kind).toBe('primary');
    screen.getByText(/10,000 USD of play money/);
    expect(await problemsOf(app.root)).toEqual([]);
  });
});
