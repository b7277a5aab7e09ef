import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { isOffline } from '#ui/state/link.ts';
import { endedWhy, enterBy, restoreSession } from '#ui/state/session.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser, type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

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
describe('play money and the end of a session', () => {
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

  it('D9.405 on Home it stands at the head until somebody is in', async () => {
    app = await openApp('/', { token: 'real-token' });
    server.on('/api/user/info', () => new Refusal(999, 'You were logged out from another device.', { why: 'device' }));
    await restoreSession();
    await expect.poll(() => app.root.querySelector('.banner')?.textContent).toContain('You were logged out from another device.');
    enterBy({ token: 'real-token', user: realUser });
    await expect.poll(() => app.root.querySelector('.banner')).toBeNull();
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
