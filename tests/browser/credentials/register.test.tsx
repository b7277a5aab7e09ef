import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';
import { field, fill, lastCall, press, problemAt } from './open-door.ts';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
  server.on(REGISTER, () => ({ token: 'real-token', user: realUser, device: 'a-device' }));
  server.on('/api/notify/send_email', () => ({ wait_s: 60 }));
  server.on('/api/notify/send_sms', () => ({ wait_s: 60 }));
});
afterEach(() => {
  app.close();
  server.stop();
});

const REGISTER = '/api/user/register';
const SITE = { is_register_email: '1', is_register_phone: '1' };
const CODE = { ...SITE, verify_reg_type: '1' };
const NONE = { ...SITE, verify_reg_type: '3' };
const PASSWORDS = { Password: 'a fine day 42', 'Repeat password': 'a fine day 42' };

async function open(flags: Record<string, string>, address = '/register', token?: string): Promise<void> {
  app = await openApp(address, token ? { token } : {});
  putSite(flags);
  await screen.findByRole('button', { name: 'Register' });
  await expect.poll(() => field('Country of residence').disabled).toBe(false);
}
const noteOf = (name: string): string => document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const submit = () => press('Register');
const isHere = (name: string) => screen.queryByLabelText(name, { selector: 'input' }) !== null;

describe('registering', () => {
  it('S1-5.04 D1.5.04 D1.2.08 opens an account by e-mail with one’s country, and leads on to from', async () => {
    await open(NONE, '/register?from=%2Fuser');
    await expect.poll(() => field('Country of residence').querySelector(':checked')?.textContent).toBe('United States');
    expect(noteOf('Country of residence')).toBe('By the language of your browser. Change it if you live elsewhere.');
    await userEvent.selectOptions(field('Country of residence'), '61');
    await expect.poll(() => noteOf('Country of residence')).toBe('Where you live, as your documents will have to show.');
    await fill({ 'E-mail': ' ann@example.com ', ...PASSWORDS });
    await submit();
    await expect.poll(() => location.hash).toBe('#/user');
    expect(lastCall(server, REGISTER)?.body).toEqual({
      ...{ type: 'email', account: 'ann@example.com', mobile: '', area_id: '61' },
      ...{ password: 'a fine day 42', re_password: 'a fine day 42' },
    });
    expect([localStorage.getItem('token'), localStorage.getItem('device')]).toEqual(['real-token', 'a-device']);
    // D9.444: the card says it, and how to go on; no toast does.
    await screen.findByRole('region', { name: 'Your account is open' });
    expect(toasts()).not.toContain('Your account is open');
    // The next login here is that of somebody who was here.
    expect(localStorage.getItem('last_email')).toBe('ann@example.com');
  });

  it('S1-5.04 S1-5.03 or by phone, with prefix, bare digits and the area', async () => {
    await open(NONE);
    await userEvent.click(screen.getByRole('tab', { name: 'Phone' }));
    await expect.poll(() => isHere('E-mail')).toBe(false);
    await fill({ Phone: '555 123-4567', ...PASSWORDS });
    await submit();
    await expect
      .poll(() => lastCall(server, REGISTER)?.body)
      .toMatchObject({
        ...{ type: 'phone', account: '+0015551234567', mobile: '5551234567', area_id: '1' },
      });
    await expect.poll(() => location.hash).toBe('#/');
  });

  it('S1-5.05 says everything that is wrong at its field, and sends nothing', async () => {
    await open({ ...CODE, is_register_pay_pwd: '1', is_register_invite_code: '1', invite_code_required: '1' });
    await submit();
    await expect.poll(() => problemAt('E-mail')).toBe('input e-mail');
    expect(['Verification code', 'Password', 'Fund password', 'Invite code'].map(problemAt)).toEqual([
      'Please complete',
      'input password',
      'Please complete',
      'Please complete',
    ]);
    expect(document.activeElement).toBe(field('E-mail'));
    await fill({ Password: 'a fine day 42', 'Repeat password': 'another', 'Fund password': '246810', 'Repeat fund password': '1' });
    await expect.poll(() => problemAt('Repeat password')).toBe('Password inconsistency');
    expect(problemAt('Repeat fund password')).toBe('The fund password is inconsistent');
    await submit();
    expect(server.count(REGISTER)).toBe(0);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('S1-5.07 S1-5.10 S1-5.12 each flag shows its part and takes it away', async () => {
    await open({ ...CODE, is_register_pay_pwd: '1', is_register_invite_code: '1' });
    const shown = () => ['Verification code', 'Fund password', 'Repeat fund password', 'Invite code (optional)'].map(isHere);
    expect(shown()).toEqual([true, true, true, true]);
    putSite(NONE);
    await expect.poll(shown).toEqual([false, false, false, false]);
    putSite({ ...NONE, is_register_invite_code: '1', invite_code_required: '1' });
    await expect.poll(() => isHere('Invite code')).toBe(true);
  });

  it.each([
    ['0', '0', false],
    ['1', '0', false],
    ['0', '1', false],
    ['1', '1', true],
  ])('S1-5.06 the identity part with is_real_name_auth %s and is_register_auth %s is shown: %s', async (real, register, isShown) => {
    await open({ ...NONE, is_real_name_auth: real, is_register_auth: register });
    expect(screen.queryByRole('region', { name: 'Identity (optional)' }) !== null).toBe(isShown);
  });

  it('S1-2.119 S1-5.10 the invite code of the link fills its field, can be changed, and is sent', async () => {
    await open({ ...NONE, is_register_invite_code: '1' }, '/register?invite_code=FRIEND42');
    expect(field('Invite code (optional)').value).toBe('FRIEND42');
    await fill({ 'E-mail': 'ann@example.com', ...PASSWORDS });
    server.on(REGISTER, () => new Refusal(1001, 'This invite code is not known', { field: 'invite_code', value: 'FRIEND42' }));
    await submit();
    await expect.poll(() => problemAt('Invite code (optional)')).toBe('This invite code is not known');
    await fill({ 'Invite code (optional)': '' });
    await submit();
    await expect.poll(() => lastCall(server, REGISTER)?.body.invite_code).toBeUndefined();
  });

  it('what the server refuses stands at its field, with what was typed; what is not on screen above the form', async () => {
    await open(NONE);
    await fill({ 'E-mail': 'ann@example.com', ...PASSWORDS });
    const refused = async (code: number, wireField?: string) => {
      server.on(REGISTER, () => new Refusal(code, `refused ${code}`, wireField ? { field: wireField } : null));
      await fill({ 'E-mail': `ann${code}@example.com` });
      await submit();
    };
    // Who types on before the field has the focus types into it.
    const saidAt = async (name: string, text: string) => {
      await expect.poll(() => problemAt(name)).toBe(text);
      await expect.poll(() => document.activeElement).toBe(field(name));
    };
    await refused(1013);
    await saidAt('E-mail', 'refused 1013');
    await refused(1007);
    await saidAt('Country of residence', 'refused 1007');
    await refused(1001, 'password');
    await saidAt('Password', 'refused 1001');
    await refused(1001, 'sms_code');
    await expect.poll(() => app.root.querySelector('.banner[role="alert"]')?.textContent).toBe('refused 1001');
    expect(field('Password').value).toBe('a fine day 42');
  });

  it('D1.2.08 a server that gives no token with it is logged in to by the login', async () => {
    server.on(REGISTER, () => null);
    await open(NONE);
    await fill({ 'E-mail': 'ann@example.com', ...PASSWORDS });
    await submit();
    await expect.poll(() => location.hash).toBe('#/login');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('D1.2.07 D9.27 who is in is led on; with play money one may still open an account, and the demo’s key is kept', async () => {
    app = await openApp('/register?from=%2Fuser', { token: 'real-token' });
    await expect.poll(() => location.hash).toBe('#/user');
    app.close();
    await open({ ...NONE, is_mock_login: '1' }, '/register', 'demo-token');
    localStorage.setItem('demo_id', 'd'.repeat(32));
    await fill({ 'E-mail': 'ann@example.com', ...PASSWORDS });
    await submit();
    await expect.poll(() => location.hash).toBe('#/');
    expect(lastCall(server, REGISTER)?.token).toBe('demo-token');
    await screen.findByText('Your demo account is where it was.');
    expect([localStorage.getItem('token'), localStorage.getItem('demo_id')]).toEqual(['real-token', 'd'.repeat(32)]);
  });
});
