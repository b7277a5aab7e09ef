/** What the form of registration says beforehand, and what leads on from it. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, Refusal, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { field, fill, press, problemAt } from './open-door.ts';

const REGISTER = '/api/user/register';
const NONE = { is_register_email: '1', is_register_phone: '1', verify_reg_type: '3' };
const CODE = { ...NONE, verify_reg_type: '1' };
const PASSWORDS = { Password: 'a fine day 42', 'Repeat password': 'a fine day 42' };

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app.close();
  server.stop();
});

async function open(flags: Record<string, string>, address = '/register'): Promise<void> {
  app = await openApp(address);
  putSite(flags);
  await screen.findByRole('button', { name: 'Register' });
  await expect.poll(() => field('Country of residence').disabled).toBe(false);
}
const submit = () => press('Register');

describe('registering in words', () => {
  it('D9.263 an address that has an account has the ways to it: the login, with the address in it, and a new password', async () => {
    server.on(REGISTER, () => new Refusal(1013, 'This account already exists', { field: 'account' }));
    await open(NONE, '/register?from=%2Fuser');
    await fill({ 'E-mail': 'ann@example.com', ...PASSWORDS });
    await submit();
    const ways = await screen.findByRole('group', { name: 'Is it yours?' });
    expect([...ways.querySelectorAll('a')].map((link) => [link.textContent, link.hash])).toEqual([
      ['Log in', '#/login?from=%2Fuser'],
      ['Forgot password?', '#/forgot?from=%2Fuser'],
    ]);
    expect(await problemsOf(app.root)).toEqual([]);
    await fill({ 'E-mail': 'bob@example.com' });
    await expect.poll(() => screen.queryByRole('group', { name: 'Is it yours?' })).toBeNull();
    await fill({ 'E-mail': 'ann@example.com' });
    await submit();
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('button', { name: 'Set new password' });
    expect(field('E-mail').value).toBe('ann@example.com');
    await userEvent.click(screen.getByRole('link', { name: 'Log in to an account you have' }));
    await screen.findByRole('button', { name: 'Log in' });
    expect(field('E-mail').value).toBe('ann@example.com');
    expect(location.hash).toBe('#/login?from=%2Fuser');
  });

  it('S1-1.16 D9.263 the five countries stand there once: as a bar, and once that is put away above the button', async () => {
    await open(CODE);
    const notices = () => screen.getAllByText(/North Korea, Israel, China, Vanuatu, and Cuba/).map((text) => text.closest('form') !== null);
    expect(notices()).toEqual([false]);
    await press('Dismiss this notice');
    await expect.poll(notices).toEqual([true]);
  });

  it('S1-5.07 browsers know the fields, and the rule of the fund password stands below it beforehand', async () => {
    await open({ ...CODE, is_register_pay_pwd: '1' });
    screen.getByText('6 to 32 characters, hard to guess, and not your password');
    await fill({ Password: 'a fine day 42', 'Fund password': 'a fine day 42', 'Repeat fund password': 'a fine day 42' });
    await submit();
    await expect.poll(() => problemAt('Fund password')).toBe('The fund password must not be your password');
    expect(server.count(REGISTER)).toBe(0);
    const names = ['Verification code', 'Password', 'Repeat password', 'Fund password'];
    expect(names.map((name) => field(name).autocomplete)).toEqual(['one-time-code', 'new-password', 'new-password', 'off']);
    expect(field('Fund password').inputMode).toBe('numeric');
  });
});
