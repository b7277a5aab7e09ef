/** What somebody sees who is not logged in, and that each route that is built is a screen of its own. */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NONE } from '../identity/identity-answers.ts';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
  server.on('/api/user_real/center', () => NONE);
});
afterEach(() => {
  app.close();
  server.stop();
});
const heading = () => app.root.querySelector('main > :not([hidden]) h1, main > h1')?.textContent ?? '';

describe('a visitor', () => {
  it.each([
    ['/', '[data-symbol]'],
    ['/trade', 'h1'],
    ['/follow', '.empty'],
    ['/rank', '.empty'],
  ])('S1-6.01 may look at %s, as far as it is built', async (path, part) => {
    app = await openApp(path);
    await waitFor(() => expect(app.root.querySelector(`main ${part}`)).not.toBeNull());
    expect(location.hash).toBe(`#${path}`);
    if (path === '/') expect(app.root.querySelector('.balance-card')?.textContent).toContain('--');
  });

  it('S1-2.130 finds a ranking without anybody in it, which says that it is still to come', async () => {
    app = await openApp('/rank');
    await screen.findByText('Not open yet');
    screen.getByText('The ranking opens when there are traders to rank.');
    expect(app.root.querySelector('main [role="dialog"], main dialog[open]')).toBeNull();
  });
});

it.each([
  ['/rank', 'Ranking', ''],
  ['/login', 'Log in', ''],
  ['/register', 'Register', ''],
  ['/forgot', 'Reset password', ''],
  ['/product', '', ''],
  ['/mine/auth', 'Identity', 'real-token'],
  ['/mine/password', 'Change password', 'real-token'],
  ['/mine/pay-password', 'Fund password', 'real-token'],
  ['/mine/invite', 'Invite friends', 'real-token'],
  ['/mine/email', 'Contact', 'real-token'],
  ['/mine/system', 'Security and devices', 'real-token'],
])('S1-2.09 %s opens a screen of its own', async (path, title, token) => {
  app = await openApp(path, token === '' ? {} : { token });
  await waitFor(() => expect(app.root.querySelector('main h1, main input[type="search"]')).not.toBeNull());
  expect(location.hash).toBe(`#${path}`);
  if (title !== '') await waitFor(() => expect(heading()).toContain(title));
});
