/** The second step of a login: its code is sent with the sixth digit, and too many tries say for how long to wait. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { field, fill, lastCall, press, problemAt } from '../credentials/open-door.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

const FACTOR = '/api/user/login_factor';
const CODE = 'Code of your authenticator app';
let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app.close();
  server.stop();
});

/** The password was right: a code of the app comes next. */
async function openSecond(ways: readonly string[] = ['code', 'recovery']): Promise<void> {
  server.on('/api/user/loginForU', () => new Refusal(1016, 'Code needed', { ticket: 't'.repeat(43), ways, until: 0 }));
  app = await openApp('/login?from=%2Fuser');
  await screen.findByRole('textbox', { name: 'E-mail' });
  await fill({ 'E-mail': 'demo@example.com', Password: 'right' });
  await press('Log in');
  await screen.findByRole('heading', { name: 'One more step' });
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Log in|Try again in \d+ s)$/ });

describe('the second step of a login', () => {
  it('D9.442 sends the code of the app with its sixth digit; a wrong one is said, and the next one typed into an empty field', async () => {
    let code = 1017;
    server.on(FACTOR, () => (code === 1 ? { token: 'real-token', user: realUser } : new Refusal(code, 'Wrong', { left: 4 })));
    await openSecond();
    await userEvent.type(field(CODE), '12345');
    expect(server.count(FACTOR)).toBe(0);
    await userEvent.type(field(CODE), '6');
    await expect.poll(() => problemAt(CODE)).toBe('The code is wrong, or was used before. 4 tries left.');
    expect([lastCall(server, FACTOR)?.body.code, field(CODE).value]).toEqual(['123456', '']);
    expect(await problemsOf(app.root)).toEqual([]);
    // A thumb that was on its way to the button takes no word away.
    await press('Log in');
    expect([server.count(FACTOR), problemAt(CODE)]).toEqual([1, 'The code is wrong, or was used before. 4 tries left.']);
    code = 1;
    // As some apps copy it.
    await fill({ [CODE]: '654 321' });
    await expect.poll(() => location.hash).toBe('#/user');
    expect([server.count(FACTOR), lastCall(server, FACTOR)?.body.code]).toEqual([2, '654 321']);
  });

  it('D9.442 a recovery code waits for the button', async () => {
    server.on(FACTOR, () => ({ token: 'real-token', user: realUser }));
    await openSecond();
    await userEvent.type(field(CODE), 'ABCDE-FGH23');
    expect(server.count(FACTOR)).toBe(0);
    await press('Log in');
    await expect.poll(() => location.hash).toBe('#/user');
  });

  it('D9.442 after too many tries the button is held and counts down what the server named', async () => {
    const init = { status: 429, headers: { 'retry-after': '2' } };
    server.on(FACTOR, () => new Response('{"code":1003,"msg":"Wait","data":null}', init));
    await openSecond(['code']);
    expect(field(CODE).inputMode).toBe('numeric');
    await fill({ [CODE]: '123456' });
    await expect.poll(() => button().textContent).toMatch(/^Try again in [12] s$/);
    expect(button().disabled).toBe(true);
    // It was not looked at.
    expect([problemAt(CODE), field(CODE).value]).toEqual(['Too many tries. Please wait a moment.', '123456']);
    expect(await problemsOf(app.root)).toEqual([]);
    // Nothing is sent meanwhile.
    await userEvent.type(field(CODE), '{Enter}');
    expect(server.count(FACTOR)).toBe(1);
    await expect.poll(() => button().textContent, { timeout: 5_000 }).toBe('Log in');
    expect([button().disabled, problemAt(CODE)]).toEqual([false, undefined]);
    server.on(FACTOR, () => ({ token: 'real-token', user: realUser }));
    await press('Log in');
    await expect.poll(() => location.hash).toBe('#/user');
  });
});
