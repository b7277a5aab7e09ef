/** Code 1006: what was asked for needs a verified name, and the way there is beside the word for it. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { request } from '#ui/requests/request.ts';
import { type FakeServer, Refusal, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

const TEXT = 'Please complete real-name verification first';
let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app.close();
  server.stop();
});

describe('S1-5.23 D9.270 an action that needs a verified name', () => {
  it('says so with a way to it', async () => {
    server.on('/api/gated', () => new Refusal(1006, TEXT));
    app = await openApp('/', { token: 'real-token' });
    const call = request.call({ path: '/api/gated', method: 'GET', body: 'query', money: false });
    await expect(call).rejects.toMatchObject({ code: 1006 });
    await userEvent.click(await screen.findByRole('button', { name: `Verify: ${TEXT}` }));
    await expect.poll(() => location.hash).toBe('#/mine/auth');
  });

  it('says so above a form, with a link, and loses nothing of the form', async () => {
    server.on('/api/user/amend_pay_password', () => new Refusal(1006, TEXT));
    app = await openApp('/mine/pay-password', { token: 'real-token' });
    const input = (name: string) => screen.getByLabelText(name, { selector: 'input' });
    await screen.findByRole('button', { name: 'Set fund password' });
    for (const name of ['Fund password', 'Repeat fund password']) await userEvent.fill(input(name), '719340');
    await userEvent.fill(input('Current password'), 'a fine day 42');
    await userEvent.click(screen.getByRole('button', { name: 'Set fund password' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(TEXT);
    expect((input('Fund password') as HTMLInputElement).value).toBe('719340');
    await userEvent.click(screen.getByRole('link', { name: 'Verify' }));
    await expect.poll(() => location.hash).toBe('#/mine/auth');
  });

  it('another refusal has no such way', async () => {
    server.on('/api/gated', () => new Refusal(1008, 'This feature is switched off'));
    app = await openApp('/', { token: 'real-token' });
    await request.call({ path: '/api/gated', method: 'GET', body: 'query', money: false }).catch(() => undefined);
    await expect.poll(toasts).toContain('This feature is switched off');
    expect(screen.queryByRole('button', { name: /^Verify/ })).toBeNull();
  });
});
