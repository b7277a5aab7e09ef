/** The login of who comes back, and of whom an address has led there (D9.444). */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rememberPasskey } from '#ui/state/used-passkey.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
beforeEach(async () => {
  server = startFakeServer();
  app = await openApp('/login?from=%2Fuser');
  await screen.findByRole('textbox', { name: 'E-mail' });
});
afterEach(() => {
  app.close();
  server.stop();
});

describe('who comes to the login', () => {
  it('D9.444 says why one must log in where an address led here, and what the line above the demo means to who has been here', async () => {
    screen.getByText('Log in to see your account.');
    screen.getByText('or log in');
    app.close();
    app = await openApp('/login?from=%2Fmine%2Fauth');
    await screen.findByText('Log in to see your identity.');
    app.close();
    app = await openApp('/login?from=%2Ftrade%3Fid%3D3');
    await screen.findByText('With play money at once, or with your own account.');
    localStorage.setItem('last_email', 'demo@example.com');
    location.hash = '#/register';
    await screen.findByRole('button', { name: 'Register' });
    location.hash = '#/login';
    await screen.findByText('Log in to trade and to see your orders.');
    screen.getByText('or try first');
    expect(screen.queryByText('or log in')).toBeNull();
  });

  it('D9.444 whoever used a passkey here finds it first, and the form below keeps its place while its button comes', async () => {
    app.close();
    app = await openApp('/register');
    await screen.findByRole('button', { name: 'Register' });
    rememberPasskey();
    location.hash = '#/login';
    const passkey = await screen.findByRole('button', { name: 'Log in with a passkey' });
    const ways = () => [...app.root.querySelectorAll<HTMLElement>('main .button[data-size="tall"]')].map(({ textContent }) => textContent);
    expect(ways()).toEqual(['Log in with a passkey', 'Log in', 'Try a demo account']);
    expect(passkey.dataset.kind).toBe('primary');
    screen.getByText('or with your password');
    const room = app.root.querySelector('.login-passkey') as HTMLElement;
    expect(Math.abs(room.getBoundingClientRect().height - passkey.getBoundingClientRect().height)).toBeLessThanOrEqual(1);
    await userEvent.fill(screen.getByLabelText('Password', { selector: 'input' }), 'right');
    await expect.poll(() => passkey.dataset.kind).toBe('plain');
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('D9.444 Log in stands above the fold of the smallest usual phone, with the demo and the notice there', async () => {
    await page.viewport(360, 740);
    scrollTo(0, 0);
    expect(screen.getByRole('button', { name: 'Log in' }).getBoundingClientRect().bottom).toBeLessThanOrEqual(740);
    screen.getByText(/not offered to residents of/);
  });
});
