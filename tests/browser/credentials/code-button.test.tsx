/** The button that sends a code to the address that is typed, and how long it waits. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { putSite } from '#ui/state/site.ts';
import { type FakeServer, Refusal, realUser, startFakeServer, TOO_MANY } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
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
const PASSWORDS = { Password: 'a fine day 42', 'Repeat password': 'a fine day 42' };

async function open(flags: Record<string, string>): Promise<void> {
  app = await openApp('/register');
  putSite(flags);
  await screen.findByRole('button', { name: 'Register' });
  await expect.poll(() => field('Country of residence').disabled).toBe(false);
}
const submit = () => press('Register');

describe('S1-4.23 the code button', () => {
  const wait = () => screen.queryByRole('button', { name: /Send again in/ });

  it('D1.7.03 sends to the address that is typed, is disabled for 60 s, and stays so where one leaves and comes back', async () => {
    await open(CODE);
    await press('Send code');
    await expect.poll(() => problemAt('E-mail')).toBe('input e-mail');
    expect(server.count('/api/notify/send_email')).toBe(0);
    await fill({ 'E-mail': 'ann@example.com' });
    await press('Send code');
    await expect.poll(() => wait()?.textContent).toMatch(/^Send again in (60|59) s$/);
    expect((wait() as HTMLButtonElement).disabled).toBe(true);
    expect(lastCall(server, '/api/notify/send_email')?.body).toEqual({ to: 'ann@example.com', area_id: 1, type: 1 });
    screen.getByText('If ann@example.com can be used, a code is on its way there. It is valid for 10 minutes.');
    // D9.443: what stands at the field is not said in a toast too.
    expect(document.querySelector('.toast')).toBeNull();
    location.hash = '#/forgot';
    await screen.findByRole('button', { name: 'Send code' });
    location.hash = '#/register';
    await expect.poll(() => wait()?.textContent).toMatch(/^Send again in 5\d s$/);
  });

  it('D9.381 waits for as long as the server names, be it less than the usual', async () => {
    server.on('/api/notify/send_email', () => ({ wait_s: 20 }));
    await open(CODE);
    await fill({ 'E-mail': 'ann@example.com' });
    await press('Send code');
    await expect.poll(() => wait()?.textContent).toMatch(/^Send again in (20|19) s$/);
  });

  it('D9.413 a mistyped address holds nobody up who corrects it; each address has its own wait', async () => {
    await open(CODE);
    await fill({ 'E-mail': 'ann@exmaple.com' });
    await press('Send code');
    await expect.poll(() => wait()?.textContent).toMatch(/^Send again in (60|59) s$/);
    await fill({ 'E-mail': 'ann@example.com' });
    await press('Send code');
    await expect.poll(() => lastCall(server, '/api/notify/send_email')?.body.to).toBe('ann@example.com');
    await expect.poll(() => wait()).not.toBeNull();
    await fill({ 'E-mail': 'ann@exmaple.com' });
    await expect.poll(() => wait()).not.toBeNull();
    // The browser's store has no address.
    expect(Object.values(localStorage).join()).not.toContain('ann@');
  });

  it('is enabled again when the time is over', async () => {
    app = await openApp('/');
    localStorage.setItem('code_wait_register_email', String(Date.now() + 1_200));
    location.hash = '#/register';
    putSite(CODE);
    await expect.poll(() => wait()?.textContent).toMatch(/^Send again in [21] s$/);
    await screen.findByRole('button', { name: 'Send code' });
  });

  it('sends to a number with its area; a refusal stands at its field and nobody waits', async () => {
    await open(CODE);
    await userEvent.click(screen.getByRole('tab', { name: 'Phone' }));
    await fill({ Phone: '555 123 4567' });
    server.on('/api/notify/send_sms', () => new Refusal(1007, 'Not served'));
    await press('Send code');
    await expect.poll(() => problemAt('Phone')).toBe('Not served');
    server.on('/api/notify/send_sms', () => new Refusal(1003, 'Wait'));
    await press('Send code');
    await expect.poll(() => problemAt('Verification code')).toBe('Too many tries. Please wait a moment.');
    expect(wait()).toBeNull();
    server.on('/api/notify/send_sms', () => TOO_MANY);
    await press('Send code');
    await expect.poll(() => wait()?.textContent).toMatch(/^Send again in (60|59) s$/);
    expect(problemAt('Verification code')).toBe('Too many tries. Please wait a moment.');
    expect(lastCall(server, '/api/notify/send_sms')?.body).toEqual({ to: '5551234567', area_id: 1, type: 1 });
  });

  it('D9.428 asked too often, one waits for as long as the server says', async () => {
    await open(CODE);
    await fill({ 'E-mail': 'ann@example.com' });
    const init = { status: 429, headers: { 'retry-after': '300' } };
    server.on('/api/notify/send_email', () => new Response('{"code":1003,"msg":"Wait","data":null}', init));
    await press('Send code');
    await expect.poll(() => wait()?.textContent).toMatch(/^Send again in (300|299) s$/);
  });

  it('S1-5.12 the code goes out with the registration, and a wrong one is said at its field', async () => {
    server.on(REGISTER, () => new Refusal(1011, 'The code is wrong', { field: 'sms_code' }));
    await open(CODE);
    await fill({ 'E-mail': 'ann@example.com', 'Verification code': '000000', ...PASSWORDS });
    await submit();
    await expect.poll(() => problemAt('Verification code')).toBe('The code is wrong');
    expect(lastCall(server, REGISTER)?.body).toMatchObject({ sms_code: '000000' });
    expect(lastCall(server, REGISTER)?.body.key).toBeUndefined();
  });
});
