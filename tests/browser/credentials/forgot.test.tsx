import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endedWhy } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, OFFLINE, Refusal, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';
import { field, fill, lastCall, press, problemAt } from './open-door.ts';

const FORGET = '/api/user/forget_password';
let server: FakeServer;
let app: OpenApp;
beforeEach(async () => {
  server = startFakeServer();
  server.on('/api/notify/send_email', () => null);
  server.on(FORGET, () => null);
  app = await openApp('/forgot?from=%2Fuser');
  await screen.findByRole('button', { name: 'Set new password' });
});
afterEach(() => {
  app.close();
  server.stop();
});

const submit = () => press('Set new password');
const fillAll = () =>
  fill({
    ...{ 'E-mail': 'ann@example.com', 'Verification code': '123456' },
    ...{ 'New password': 'a fine day 42', 'Repeat password': 'a fine day 42' },
  });

describe('S1-5.17 S1-2.120 a forgotten password', () => {
  it('is set anew by a code to the e-mail address, and ends at the login that leads back to from', async () => {
    await fill({ 'E-mail': 'ann@example.com' });
    await press('Send code');
    await screen.findByRole('button', { name: /Send again in/ });
    expect(lastCall(server, '/api/notify/send_email')?.body).toEqual({ to: 'ann@example.com', type: 2 });
    await fillAll();
    // Why the last session ended is mended by it.
    endedWhy.value = 'Your account was frozen.';
    await submit();
    await expect.poll(() => location.hash).toBe('#/login?from=%2Fuser');
    await expect.poll(toasts).toContain('Your new password is set. Log in with it.');
    expect(screen.queryByText('Your account was frozen.')).toBeNull();
    expect(lastCall(server, FORGET)?.body).toEqual({
      ...{ type: 'email', account: 'ann@example.com', auth_code: '123456' },
      ...{ new_password: 'a fine day 42', secondary_password: 'a fine day 42' },
    });
    expect(localStorage.getItem('token')).toBeNull();
    // It need not be typed again, and lies in no store.
    await screen.findByRole('button', { name: 'Log in' });
    expect(field('E-mail').value).toBe('ann@example.com');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('ann@example.com');
  });

  it('asks for what is missing at its field, and sends nothing', async () => {
    await submit();
    await expect.poll(() => problemAt('E-mail')).toBe('input e-mail');
    expect(['Verification code', 'New password'].map(problemAt)).toEqual(['Please complete', 'input password']);
    await fill({ 'New password': 'a fine day 42' });
    await expect.poll(() => problemAt('Repeat password')).toBe('Password inconsistency');
    expect(server.count(FORGET)).toBe(0);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('a wrong code, a weak password and a lost connection each say so where they belong', async () => {
    await fillAll();
    server.on(FORGET, () => new Refusal(1011, 'The code is wrong or too old'));
    await submit();
    await expect.poll(() => problemAt('Verification code')).toBe('The code is wrong or too old');
    server.on(FORGET, () => new Refusal(1001, 'This password is too easy to guess', { field: 'new_password' }));
    await submit();
    await expect.poll(() => problemAt('New password')).toBe('This password is too easy to guess');
    server.on(FORGET, () => OFFLINE);
    await submit();
    await expect.poll(() => app.root.querySelector('.banner[role="alert"]')?.textContent).toContain('ERR_NETWORK');
  });

  it('D1.5.09 who has a number only is told whom to ask', async () => {
    screen.getByText(/Registered with a phone number/);
    expect((await screen.findByRole('link', { name: 'Contact support' })).getAttribute('href')).toBe('#/mine/email');
    putSite({ service_link: 'https://support.example/chat' });
    await expect
      .poll(() => screen.getByRole('link', { name: 'Contact support' }).getAttribute('href'))
      .toBe('https://support.example/chat');
    putSite({ service_link: 'mailto:help@example.com', service_link_type: '2' });
    await expect.poll(() => screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('mailto:help@example.com');
  });
});
