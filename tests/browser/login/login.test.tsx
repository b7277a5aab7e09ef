import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keepTypedEmail } from '#ui/credentials/typed-email.ts';
import { isOffline } from '#ui/state/link.ts';
import { dropSession, endedWhy, logout } from '#ui/state/session.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, OFFLINE, Refusal, SILENT, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
beforeEach(async () => {
  server = startFakeServer();
  app = await openApp('/login?from=%2Fuser');
  await screen.findByRole('textbox', { name: 'E-mail' });
});
afterEach(() => {
  isOffline.value = false;
  app.close();
  server.stop();
});

const email = () => screen.getByRole('textbox', { name: 'E-mail' }) as HTMLInputElement;
const password = () => screen.getByLabelText('Password', { selector: 'input' }) as HTMLInputElement;
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));

describe('login', () => {
  it('S1-4.02 logs in by e-mail and password and leads on to from', async () => {
    await userEvent.fill(email(), ' demo@example.com ');
    await userEvent.fill(password(), 'right');
    await submit();
    await expect.poll(() => location.hash).toBe('#/user');
    await screen.findByText('demo@example.com');
    expect(localStorage.getItem('token')).toBe('real-token');
    const sent = server.asked.find((call) => call.path === '/api/user/loginForU');
    expect(sent?.body).toEqual({ account: 'demo@example.com', password: 'right', login_type: 'email' });
  });

  it('D9.405 fills in who has logged in here before, whose login stands first; a session that was ended from elsewhere forgets them', async () => {
    const order = () =>
      [...document.querySelectorAll('button')].map(({ textContent }) => textContent).filter((text) => /Log in$|demo/.test(text ?? ''));
    expect(order()).toEqual(['Try a demo account', 'Log in']);
    await userEvent.fill(email(), 'demo@example.com');
    await userEvent.fill(password(), 'right');
    await submit();
    await expect.poll(() => location.hash).toBe('#/user');
    await logout();
    await expect.poll(() => location.hash).toContain('/login');
    await expect.poll(() => email().value).toBe('demo@example.com');
    expect(order()).toEqual(['Log in', 'Try a demo account']);
    expect(await problemsOf(app.root)).toEqual([]);
    await userEvent.fill(password(), 'right');
    await submit();
    await expect.poll(() => location.hash).toBe('#/user');
    dropSession('You were logged out from another device.');
    keepTypedEmail('');
    await expect.poll(() => location.hash).toContain('/login');
    expect([email().value, localStorage.getItem('last_email')]).toEqual(['', null]);
    endedWhy.value = '';
  });

  it('D9.405 Back in the second step leads to the password, and then out', async () => {
    server.on('/api/user/loginForU', () => new Refusal(1016, 'Code needed', { ticket: 't'.repeat(32), ways: ['code'], until: 0 }));
    await userEvent.fill(email(), 'demo@example.com');
    await userEvent.fill(password(), 'right');
    await submit();
    await screen.findByRole('heading', { name: 'One more step' });
    await expect.poll(() => (history.state as { layers?: number }).layers).toBe(1);
    history.back();
    await expect.poll(() => screen.queryByRole('heading', { name: 'One more step' })).toBeNull();
    expect([location.hash, email().value]).toEqual(['#/login?from=%2Fuser', 'demo@example.com']);
  });

  it('a wrong password keeps what was typed and says so on the field', async () => {
    await userEvent.fill(email(), 'demo@example.com');
    await userEvent.fill(password(), 'wrong');
    await submit();
    await screen.findByText('The e-mail or the password is wrong');
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect([email().value, password().value]).toEqual(['demo@example.com', 'wrong']);
    expect(document.querySelector('.toasts p')).toBeNull();
    await userEvent.fill(password(), 'right');
    await expect.poll(() => screen.queryByText('The e-mail or the password is wrong')).toBeNull();
  });

  it('S1-8.01 any other code rejects, and its msg is shown', async () => {
    server.on('/api/user/loginForU', () => new Refusal(1007, 'Your country is not served'));
    await userEvent.fill(email(), 'demo@example.com');
    await userEvent.fill(password(), 'x');
    await submit();
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe('Your country is not served');
    expect(location.hash).toContain('/login');
  });

  it('S1-8.05 a network failure shows its code', async () => {
    server.on('/api/user/loginForU', () => OFFLINE);
    await userEvent.fill(email(), 'demo@example.com');
    await userEvent.fill(password(), 'x');
    await submit();
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('ERR_NETWORK');
  });

  it('D9.443 that one is offline is said no longer than one is', async () => {
    isOffline.value = true;
    await userEvent.fill(email(), 'demo@example.com');
    await userEvent.fill(password(), 'right');
    await submit();
    await screen.findByText('You are offline. Nothing was sent.');
    expect(server.count('/api/user/loginForU')).toBe(0);
    isOffline.value = false;
    await expect.poll(() => screen.queryByText('You are offline. Nothing was sent.')).toBeNull();
    expect([email().value, password().value]).toEqual(['demo@example.com', 'right']);
  });

  it('asks for what is missing and sends nothing', async () => {
    await submit();
    await screen.findByText('input e-mail');
    screen.getByText('input password');
    expect(server.count('/api/user/loginForU')).toBe(0);
    expect(email().getAttribute('aria-invalid')).toBe('true');
  });

  it('what is missing on one tab is nothing on the other, of which nothing was sent', async () => {
    app.close();
    server.on('/api/basicSet/getBasicInfo', () => ({ is_register_email: '1', is_register_phone: '1', is_mock_login: '1' }));
    app = await openApp('/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Log in' }));
    await screen.findByText('input e-mail');
    await userEvent.click(screen.getByRole('tab', { name: 'Phone' }));
    await screen.findByLabelText('Area code');
    expect(app.root.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
    await submit();
    await screen.findByText('input phone');
  });

  it('D9.374 who types who they are finds the main button there, and not at the demo', async () => {
    const kinds = () => ['Try a demo account', 'Log in'].map((name) => screen.getByRole('button', { name }).dataset.kind);
    await screen.findByRole('button', { name: 'Try a demo account' });
    expect(kinds()).toEqual(['primary', 'plain']);
    await userEvent.fill(email(), 'd');
    await expect.poll(kinds).toEqual(['plain', 'primary']);
    await userEvent.fill(email(), '');
    await expect.poll(kinds).toEqual(['primary', 'plain']);
  });

  it('cannot be sent twice', async () => {
    server.on('/api/user/loginForU', () => SILENT);
    await userEvent.fill(email(), 'demo@example.com');
    await userEvent.fill(password(), 'x');
    await submit();
    await expect.poll(() => (screen.getByRole('button', { name: 'Logging in' }) as HTMLButtonElement).disabled).toBe(true);
    password().form?.requestSubmit();
    expect(server.count('/api/user/loginForU')).toBe(1);
  });

  it('S1-2.116 shows and hides the password', async () => {
    await userEvent.fill(password(), 'secret');
    expect(password().type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    await expect.poll(() => password().type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    await expect.poll(() => password().type).toBe('password');
    expect(password().value).toBe('secret');
  });

  it('passes axe', async () => {
    await submit();
    await screen.findByText('input e-mail');
    expect(await problemsOf(app.root)).toEqual([]);
  });
});

describe('demo', () => {
  const enter = () => userEvent.click(screen.getByRole('button', { name: 'Try a demo account' }));

  it('S1-1.11 S1-2.118 makes a demo account, keeps its key and enters it; the next time it enters the same one', async () => {
    await enter();
    await expect.poll(() => location.hash).toBe('#/user');
    await screen.findByText('Demo account');
    expect(localStorage.getItem('demo_id')).toBe('d'.repeat(32));
    expect(server.count('/api/user/createAccountDemoForU')).toBe(1);
    const { logout, loginAsDemo } = await import('#ui/state/session.ts');
    await logout();
    await loginAsDemo();
    expect(server.count('/api/user/createAccountDemoForU')).toBe(1);
  });

  it('makes a new one when the old one has expired', async () => {
    localStorage.setItem('demo_id', 'e'.repeat(32));
    server.on('/api/user/loginDemoForU', ({ body }) =>
      body.demo_id === 'e'.repeat(32)
        ? new Refusal(1014, 'Unknown')
        : { token: 'demo-token', user: { uid: '1', is_demo: 1, level: 1, credit_score: 0, email: '', mobile: '' } },
    );
    await enter();
    await expect.poll(() => localStorage.getItem('token')).toBe('demo-token');
    expect(localStorage.getItem('demo_id')).toBe('d'.repeat(32));
  });

  it('says why it did not work, and keeps the key when only the network failed', async () => {
    localStorage.setItem('demo_id', 'e'.repeat(32));
    server.on('/api/user/loginDemoForU', () => OFFLINE);
    await enter();
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('ERR_NETWORK');
    expect(localStorage.getItem('demo_id')).toBe('e'.repeat(32));
    expect(server.count('/api/user/createAccountDemoForU')).toBe(0);
  });
});
