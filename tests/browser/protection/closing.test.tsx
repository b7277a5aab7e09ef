/** The end of an account, under /mine/system: what is asked first, and what is sent. */
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { LIMIT_KINDS } from '#domain/own-limits.ts';
import type { ProtectionReply } from '#protocol/rest/protection.ts';
import type { SecurityReply } from '#protocol/rest/security.ts';
import { type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

const SECURITY: SecurityReply = { factor: '0', codes: 0, passkeys: [], passkey: '0', nickname: '', word: '' };
const FREE: ProtectionReply = {
  ...{ frozen: '0', by: '', since: 0, liftable: 0 },
  limits: LIMIT_KINDS.map((kind) => ({ kind, value: '', next: '', from: 0, used: '' })),
  ...{ locked: 0, pause: 0, excluded: 0, remind: 0, withdrawals: 0 },
};

let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  server = startFakeServer();
  server.on('/api/user/info', () => realUser);
  server.on('/api/user/security', () => SECURITY);
  server.on('/api/user/sessions', () => []);
});
afterEach(() => {
  app?.close();
  server.stop();
});

async function open(state: Partial<ProtectionReply> = {}): Promise<void> {
  server.on('/api/user/protection', () => ({ ...FREE, ...state }));
  app = await openApp('/mine/system', { token: 'real-token' });
  await screen.findByRole('region', { name: 'Protect yourself' });
}

const openSheet = async (row: RegExp, name: string) => {
  await userEvent.click(screen.getByRole('button', { name: row }));
  return within(await screen.findByRole('dialog', { name }));
};
const calls = (path: string) => server.asked.filter((call) => call.path === path);
const press = (name: string | RegExp, where: Pick<ReturnType<typeof within>, 'getByRole'> = screen) =>
  userEvent.click(where.getByRole('button', { name }));
const answer = async (name: string) => userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

describe('the end of an account', () => {
  it('D9.241 says what stays, asks twice, and says what keeps it open', async () => {
    await open();
    server.on('/api/user/close_account', () => new Refusal(1030, 'Please close your positions first', { field: 'positions', value: '1' }));
    const sheet = await openSheet(/^Close the account/, 'Close the account');
    await userEvent.type(sheet.getByLabelText('Your password'), 'a fine day 42');
    await press('Close for good', sheet);
    await screen.findByText(/for five years the proof of who you are/);
    await answer('Close for good');
    await sheet.findByText('Please close your positions first');
    server.on('/api/user/close_account', () => null);
    await press('Close for good', sheet);
    await expect.poll(toasts).toContain('The account is closed');
    expect(localStorage.getItem('token') ?? '').toBe('');
  });
});

describe('D9.402 the password of an account that is closed', () => {
  it('is asked for before the question, and after a slip in it nothing is asked twice', async () => {
    await open();
    let reply: (refusal: Refusal) => void = () => undefined;
    const asked = new Promise<Refusal>((resolve) => {
      reply = resolve;
    });
    server.on('/api/user/close_account', () => asked);
    const sheet = await openSheet(/^Close the account/, 'Close the account');
    await press('Close for good', sheet);
    await sheet.findByText('Please enter your password');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await userEvent.type(sheet.getByLabelText('Your password'), 'a slip');
    await press('Close for good', sheet);
    await answer('Close for good');
    // That it is being looked at can be seen.
    const busy = () => sheet.getByRole('button', { name: 'Close for good' });
    await expect.poll(() => busy().getAttribute('aria-busy')).toBe('true');
    expect(getComputedStyle(busy(), '::before').animationName).toBe('button-works');
    reply(new Refusal(1014, 'Wrong'));
    await sheet.findByText('The password is wrong');
    server.on('/api/user/close_account', () => null);
    await userEvent.type(sheet.getByLabelText('Your password'), 'a fine day 42');
    await press('Close for good', sheet);
    await expect.poll(toasts).toContain('The account is closed');
    expect(calls('/api/user/close_account')).toHaveLength(2);
  });
});
