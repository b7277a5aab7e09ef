import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';
import { field, fill, lastCall, press, problemAt } from './open-door.ts';

const AMEND = '/api/user/amend_password';
const AMEND_PAY = '/api/user/amend_pay_password';
let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
  server.on(AMEND, () => ({ locked_until: Date.UTC(2099, 10, 24, 9, 30) }));
  server.on(AMEND_PAY, () => null);
});
afterEach(() => {
  app.close();
  server.stop();
});

async function open(path: string, button: string, token = 'real-token'): Promise<void> {
  app = await openApp(path, { token });
  await screen.findByRole('button', { name: button });
}

describe('/mine/password', () => {
  const submit = () => press('Change password');
  const FULL = { 'Current password': 'right', 'New password': 'a fine day 42', 'Repeat password': 'a fine day 42' };

  it('S1-5.19 both fields must be filled, and be equal; nothing is sent before', async () => {
    await open('/mine/password', 'Change password');
    await submit();
    await expect.poll(() => problemAt('New password')).toBe('Please fill in both fields');
    expect([problemAt('Repeat password'), problemAt('Current password')]).toEqual([
      'Please fill in both fields',
      'Please enter your current password',
    ]);
    await fill({ ...FULL, 'Repeat password': 'a fine day 43' });
    await submit();
    await expect.poll(() => problemAt('Repeat password')).toBe('The two passwords are not equal');
    expect(server.count(AMEND)).toBe(0);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('D1.5.11 S1-7.19 goes out with the current one, says how long withdrawals wait, and leads back', async () => {
    await open('/mine/password', 'Change password');
    await fill(FULL);
    server.on(AMEND, () => new Refusal(1014, 'Account or password is wrong'));
    await submit();
    await expect.poll(() => problemAt('Current password')).toBe('The current password is wrong');
    server.on(AMEND, () => ({ locked_until: Date.UTC(2099, 10, 24, 9, 30) }));
    await fill({ 'Current password': 'better' });
    await submit();
    await expect.poll(toasts).toContain('Withdrawals wait until Tue 24 Nov 2099, 09:30.');
    expect(lastCall(server, AMEND)?.body).toEqual({ type: 'email', new_password: 'a fine day 42', password: 'better', auth_code: '' });
    await expect.poll(() => location.hash).not.toContain('/mine/password');
  });

  it('D9.406 after a fund password in its sheet too it leads back, and what was typed stands nowhere any more', async () => {
    server.on('/api/user/security', () => ({ factor: '0', codes: 0, passkeys: [], passkey: '0', nickname: '', word: '' }));
    server.on('/api/user/sessions', () => []);
    await open('/mine/system', 'Password Set');
    await press('Password Set');
    await screen.findByRole('button', { name: 'Change password' });
    await press('Set');
    const sheet = within(await screen.findByRole('dialog', { name: 'Fund password' }));
    await userEvent.click(await sheet.findByRole('button', { name: 'Close' }));
    await fill(FULL);
    const typed = ['Current password', 'New password', 'Repeat password'].map((name) => field(name));
    await submit();
    await expect.poll(() => location.hash).toBe('#/mine/system');
    expect(typed.map(({ value }) => value)).toEqual(['', '', '']);
  });

  it('S1-5.18 asks for a code only where is_reset_password_verify is 1, and sends it to one’s own address', async () => {
    server.on('/api/notify/send_email', () => null);
    await open('/mine/password', 'Change password');
    expect(screen.queryByLabelText('Verification code')).toBeNull();
    putSite({ is_reset_password_verify: '1' });
    await screen.findByLabelText('Verification code');
    await fill(FULL);
    await submit();
    await expect.poll(() => problemAt('Verification code')).toBe('Please complete');
    await press('Send code');
    await expect.poll(() => lastCall(server, '/api/notify/send_email')?.body).toMatchObject({ to: 'demo@example.com', type: 3 });
    await fill({ 'Verification code': '123456' });
    await submit();
    await expect.poll(() => lastCall(server, AMEND)?.body.auth_code).toBe('123456');
  });

  it('S1-2.129 S1-5.21 has a popup for the fund password, which must be entered twice the same', async () => {
    await open('/mine/password', 'Change password');
    screen.getByText('Not set yet. You need it to withdraw.');
    await press('Set');
    const sheet = await screen.findByRole('dialog', { name: 'Fund password' });
    await userEvent.fill(within(sheet).getByLabelText('Fund password', { selector: 'input' }), '246810');
    await userEvent.fill(within(sheet).getByLabelText('Repeat fund password'), '246811');
    const send = () => userEvent.click(within(sheet).getByRole('button', { name: 'Set fund password' }));
    await send();
    await within(sheet).findByText('The fund password is inconsistent');
    expect(server.count(AMEND_PAY)).toBe(0);
    server.on('/api/user/info', () => ({ ...realUser, has_pay_password: '1' }));
    await userEvent.fill(within(sheet).getByLabelText('Repeat fund password'), '246810');
    await userEvent.fill(within(sheet).getByLabelText('Current password'), 'right');
    await send();
    await expect.poll(() => lastCall(server, AMEND_PAY)?.body).toEqual({ password: '246810', current: 'right' });
    await screen.findByText('Set. You confirm withdrawals with it.');
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  });

  it('with play money there is nothing to change: only true account', async () => {
    app = await openApp('/mine/password', { token: 'demo-token' });
    await screen.findByText('only true account');
    expect(screen.getByRole('link', { name: 'Open a real account' }).getAttribute('href')).toBe('#/register');
  });

  it('S1-8.04 a session that has ended leads to the login, and back from there', async () => {
    await open('/mine/password', 'Change password');
    await fill(FULL);
    server.on(AMEND, () => new Refusal(999, 'Log in'));
    await submit();
    await expect.poll(() => location.hash).toBe('#/login?from=%2Fmine%2Fpassword');
  });
});

describe('S2-2.38 S2-5.17 /mine/pay-password', () => {
  const submit = () => press('Set fund password');

  it('has two fields: an empty one is input-full, different ones do not match, and nothing is sent', async () => {
    await open('/mine/pay-password', 'Set fund password');
    await submit();
    await expect.poll(() => problemAt('Fund password')).toBe('Please fill in both fields');
    expect(problemAt('Repeat fund password')).toBe('Please fill in both fields');
    await fill({ 'Fund password': '246810', 'Repeat fund password': '246811', 'Current password': 'right' });
    await submit();
    await expect.poll(() => problemAt('Repeat fund password')).toBe('payment passwords do not match');
    expect(server.count(AMEND_PAY)).toBe(0);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('D9.28 asks for the login password, raises the keypad, and says what it did', async () => {
    await open('/mine/pay-password', 'Set fund password');
    expect([field('Fund password').inputMode, field('Fund password').type]).toEqual(['numeric', 'password']);
    await fill({ 'Fund password': '246810', 'Repeat fund password': '246810', 'Current password': 'wrong' });
    server.on(AMEND_PAY, () => new Refusal(1014, 'no'));
    await submit();
    await expect.poll(() => problemAt('Current password')).toBe('The current password is wrong');
    server.on(AMEND_PAY, () => null);
    await fill({ 'Current password': 'right' });
    await submit();
    await expect.poll(toasts).toContain('Your fund password is setWithdrawals wait for 24 hours.');
    await expect.poll(() => location.hash).not.toContain('/mine/pay-password');
  });
});

describe('D9.229 with a second factor', () => {
  const CODE = 'Code of your authenticator app or a recovery code';
  const FULL = { 'Current password': 'right', 'New password': 'a fine day 42', 'Repeat password': 'a fine day 42' };
  const guarded = () => server.on('/api/user/info', () => ({ ...realUser, two_factor: '1' }));

  it('S1-7.19 a change of the password asks for its code, sends nothing without one, and takes each code once', async () => {
    guarded();
    await open('/mine/password', 'Change password');
    expect(field(CODE).autocomplete).toBe('one-time-code');
    await fill(FULL);
    await press('Change password');
    await expect.poll(() => problemAt(CODE)).toBe('Please enter the code');
    await fill({ [CODE]: '   ' });
    await press('Change password');
    expect(problemAt(CODE)).toBe('Please enter the code');
    expect(server.count(AMEND)).toBe(0);
    expect(await problemsOf(app.root)).toEqual([]);
    server.on(AMEND, () => new Refusal(1017, 'The code is wrong, or was used before', { field: 'factor' }));
    await fill({ [CODE]: '000000' });
    await press('Change password');
    await expect.poll(() => problemAt(CODE)).toBe('The code is wrong, or was used before');
    expect(field(CODE).value).toBe('');
    // A password that is wrong is looked at before the code, which still counts.
    server.on(AMEND, () => new Refusal(1014, 'no', { field: 'password' }));
    await fill({ [CODE]: ' abcde-fgh23 ' });
    await press('Change password');
    await expect.poll(() => problemAt('Current password')).toBe('The current password is wrong');
    server.on(AMEND, () => ({ locked_until: Date.UTC(2099, 10, 24, 9, 30) }));
    await fill({ 'Current password': 'better' });
    await press('Change password');
    await expect.poll(() => lastCall(server, AMEND)?.body).toMatchObject({ password: 'better', factor: 'abcde-fgh23' });
    await expect.poll(() => location.hash).not.toContain('/mine/password');
  });

  it('S2-2.38 so does one of the fund password', async () => {
    guarded();
    await open('/mine/pay-password', 'Set fund password');
    await fill({ 'Fund password': '246810', 'Repeat fund password': '246810', 'Current password': 'right' });
    await press('Set fund password');
    await expect.poll(() => problemAt(CODE)).toBe('Please enter the code');
    expect(server.count(AMEND_PAY)).toBe(0);
    server.on(AMEND_PAY, () => new Refusal(1017, 'The code is wrong, or was used before', { field: 'factor' }));
    await fill({ [CODE]: '000000' });
    await press('Set fund password');
    await expect.poll(() => problemAt(CODE)).toBe('The code is wrong, or was used before');
    server.on(AMEND_PAY, () => null);
    await fill({ [CODE]: '123456' });
    await press('Set fund password');
    await expect.poll(() => lastCall(server, AMEND_PAY)?.body).toEqual({ password: '246810', current: 'right', factor: '123456' });
    await expect.poll(() => location.hash).not.toContain('/mine/pay-password');
  });

  it('one that was set in another tab meanwhile: the field comes with the refusal', async () => {
    await open('/mine/password', 'Change password');
    expect(screen.queryByLabelText(CODE)).toBeNull();
    guarded();
    server.on(AMEND, () => new Refusal(1016, 'The code of your second factor is needed', { field: 'factor' }));
    await fill(FULL);
    await press('Change password');
    await screen.findByLabelText(CODE);
    expect(field('New password').value).toBe('a fine day 42');
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
  });
});

it('the account leads to the passwords; with play money to a real account', async () => {
  app = await openApp('/user', { token: 'real-token' });
  expect((await screen.findByRole('link', { name: 'Passwords' })).getAttribute('href')).toBe('#/mine/password');
  app.close();
  app = await openApp('/user', { token: 'demo-token' });
  expect((await screen.findByRole('link', { name: 'Open a real account' })).getAttribute('href')).toBe('#/register');
  expect(screen.queryByRole('link', { name: 'Passwords' })).toBeNull();
});
