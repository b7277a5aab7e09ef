/** The rows of /mine/system: how each thing stands, the way out, what a person is called, where they are logged in and who got in. */
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fill, lastCall, problemAt } from '../credentials/open-door.ts';
import { OFFLINE, Refusal } from '../support/fake-server.ts';
import { minuteSaid } from '../support/moments.ts';
import { openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';
import { isReadable, LOGIN, openSecurity, PASSKEY, pressIn, securityStage, sheet, standing, THERE, tap } from './open-security.tsx';

const stage = securityStage();
const THEN = minuteSaid('2026-03-04 10:00');

describe('the rows', () => {
  it('say how each thing stands', async () => {
    stage.own = { ...stage.own, factor: '1', codes: 9, passkeys: [PASSKEY], nickname: 'Ada', word: 'blue' };
    await openSecurity(stage);
    await expect.poll(standing).toMatchObject({
      ...{ Password: 'Set', 'Fund password': 'Not set', 'Second factor': 'On', Passkeys: '1', Nickname: 'Ada', 'Word in letters': 'blue' },
      ...{ Devices: '2', 'Login history': `Last ${THEN}`, 'Log out': '' },
    });
    await isReadable(stage);
  });

  it('of a demo account are its devices, its logins and the way out: it has nothing to prove itself by', async () => {
    await openSecurity(stage, 'demo-token');
    await expect.poll(standing).toMatchObject({ Devices: '2', 'Login history': `Last ${THEN}`, 'Log out': '' });
    for (const name of ['Password', 'Fund password', 'Second factor', 'Passkeys']) expect(standing()).not.toHaveProperty(name);
    expect(stage.server.count('/api/user/security')).toBe(0);
  });

  it('lead to the passwords', async () => {
    await openSecurity(stage);
    await tap('Fund password');
    await expect.poll(() => location.hash).toBe('#/mine/pay-password');
    history.back();
    await tap('Password');
    await expect.poll(() => location.hash).toBe('#/mine/password');
  });

  it('that could not be read are asked for anew', async () => {
    stage.server.on('/api/user/security', () => OFFLINE);
    await openSecurity(stage);
    await screen.findByText('This could not be loaded');
    expect(standing()).toMatchObject({ Devices: '2', 'Log out': '' });
    stage.server.on('/api/user/security', () => stage.own);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(() => standing()['Second factor']).toBe('Off');
  });

  it('S2-2.85 have one to log out by, which asks first; who stays is as before', async () => {
    await openSecurity(stage);
    await tap('Log out');
    const question = () => screen.findByRole('alertdialog', { name: 'Log out?' });
    await userEvent.click(within(await question()).getByRole('button', { name: 'Stay' }));
    expect([localStorage.getItem('token'), stage.server.count('/api/user/logout')]).toEqual(['real-token', 0]);
    await tap('Log out');
    await userEvent.click(within(await question()).getByRole('button', { name: 'Log out' }));
    await expect.poll(() => location.hash).toBe('#/login?from=%2Fmine%2Fsystem');
    expect([localStorage.getItem('token'), stage.server.count('/api/user/logout')]).toEqual([null, 1]);
  });
});

describe('the question before logging out', () => {
  it('S2-2.85 is asked once and can be answered by who came from the page of the account, which asks in the same way', async () => {
    stage.app = await openApp('/user', { token: 'real-token' });
    await screen.findByRole('button', { name: 'Log out' });
    location.hash = '#/mine/system';
    await screen.findByRole('heading', { name: 'Security and devices' });
    await tap('Log out');
    await screen.findByRole('alertdialog', { name: 'Log out?' });
    expect([...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.closest('[hidden]'))).toEqual([null]);
    await pressIn('Stay');
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
    await tap('Log out');
    await pressIn('Log out');
    await expect.poll(() => location.hash).toBe('#/login?from=%2Fmine%2Fsystem');
  });

  it('goes with the page that asked it, and means no', async () => {
    stage.app = await openApp('/user', { token: 'real-token' });
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    await screen.findByRole('alertdialog', { name: 'Log out?' });
    location.hash = '#/mine/system';
    await screen.findByRole('heading', { name: 'Security and devices' });
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
    expect([localStorage.getItem('token'), stage.server.count('/api/user/logout')]).toEqual(['real-token', 0]);
  });
});

describe('names', () => {
  const profiles = () => stage.server.asked.filter(({ path }) => path === '/api/user/profile').map(({ body }) => body);

  it('D9.227 D9.391 a nickname that cannot be seen, that passes for the house or is too long is refused at its field and not sent', async () => {
    stage.own = { ...stage.own, nickname: 'Ada' };
    stage.server.on('/api/user/profile', () => null);
    await openSecurity(stage);
    await tap('Nickname');
    for (const [typed, said] of [
      ['a\u202eb', 'Only characters that can be seen, please'],
      ['Оutсry Support', 'This name could pass for us. Please choose another'],
      ['x'.repeat(21), 'At most 20 characters, please'],
    ] as const) {
      await fill({ Nickname: typed });
      await pressIn('Save');
      await expect.poll(() => problemAt('Nickname')).toBe(said);
      // Nothing of it is cut.
      expect(within(sheet()).getByLabelText('Nickname')).toHaveProperty('value', typed);
    }
    expect(profiles()).toEqual([]);
    await isReadable(stage);
    await fill({ Nickname: '  Ada   B ' });
    stage.own = { ...stage.own, nickname: 'Ada B' };
    await pressIn('Save');
    await expect.poll(toasts).toContain('Saved');
    await expect.poll(() => standing().Nickname).toBe('Ada B');
    await tap('Nickname');
    await fill({ Nickname: '' });
    await pressIn('Save');
    await expect.poll(profiles).toEqual([{ nickname: 'Ada B' }, { nickname: '' }]);
  });

  it('D9.228 D9.393 another word of letters asks again who one is; an empty one takes it back', async () => {
    stage.own = { ...stage.own, factor: '1', word: 'heron' };
    let answer: unknown = new Refusal(1014, 'The password is wrong', { field: 'password' });
    stage.server.on('/api/user/profile', () => answer);
    await openSecurity(stage);
    await tap('Word in letters');
    await fill({ 'Word in letters': 'x'.repeat(31) });
    await pressIn('Save');
    await expect.poll(() => problemAt('Word in letters')).toBe('At most 30 characters, please');
    await fill({ 'Word in letters': 'plover' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Your password')).toBe('Please enter your password');
    expect(profiles()).toEqual([]);
    await isReadable(stage);
    await fill({ 'Your password': 'wrong', Code: '123456' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Your password')).toBe('The password is wrong');
    answer = null;
    stage.own = { ...stage.own, word: '' };
    await fill({ 'Word in letters': '', 'Your password': 'right', Code: '654321' });
    await pressIn('Save');
    await expect.poll(toasts).toContain('Saved');
    await expect.poll(() => standing()['Word in letters']).toBe('None');
    expect(profiles()).toEqual([
      { word: 'plover', password: 'wrong', factor: '123456' },
      { word: '', password: 'right', factor: '654321' },
    ]);
  });

  it('D9.227 what the server refuses stands at the field, and what was typed stays', async () => {
    stage.server.on('/api/user/profile', () => new Refusal(1001, 'Not this one'));
    await openSecurity(stage);
    await tap('Nickname');
    await fill({ Nickname: 'Ada' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Nickname')).toContain('Not this one');
    expect(within(sheet()).getByLabelText('Nickname')).toHaveProperty('value', 'Ada');
  });
});

describe('devices', () => {
  it('D9.224 another one is logged out from here, and this one never', async () => {
    stage.server.on('/api/user/session_revoke', () => null);
    await openSecurity(stage);
    await tap('Devices');
    await within(sheet()).findByText('Firefox, Windows');
    expect(
      within(sheet())
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      `Chrome, AndroidThis deviceIP address 198.51.100.xSince ${THEN}, last used ${THEN}`,
      `Firefox, WindowsIP address 2001:db8:77:…Since ${THEN}, last used ${THEN}Log out`,
    ]);
    expect(within(sheet()).queryByRole('button', { name: 'Log out Chrome, Android' })).toBeNull();
    await isReadable(stage);
    stage.sessions = stage.sessions.slice(0, 1);
    await pressIn('Log out Firefox, Windows');
    await expect.poll(toasts).toContain('Logged out there');
    expect(lastCall(stage.server, '/api/user/session_revoke')?.body).toEqual({ id: THERE.id });
    await expect.poll(() => within(sheet()).queryByText('Firefox, Windows')).toBeNull();
    expect(within(sheet()).queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });

  it('D9.224 so are all others at once; what is refused is said, and the list stays', async () => {
    stage.server.on('/api/user/session_revoke_others', () => OFFLINE);
    await openSecurity(stage);
    await tap('Devices');
    await pressIn('Log out everywhere else');
    await within(sheet()).findByRole('alert');
    expect(within(sheet()).getByText('Firefox, Windows')).toBeTruthy();
    stage.server.on('/api/user/session_revoke_others', () => null);
    stage.sessions = stage.sessions.slice(0, 1);
    await pressIn('Log out everywhere else');
    await expect.poll(() => standing().Devices).toBe('1');
    expect(within(sheet()).queryByRole('alert')).toBeNull();
  });
});

describe('the history of logins', () => {
  it('D9.225 tells who got in, who was refused, how, and which device was new', async () => {
    stage.logins = [LOGIN, { ...LOGIN, id: 2, entered: '0', agent: '', via: '', fresh: '1' }];
    await openSecurity(stage);
    await tap('Login history');
    await within(sheet()).findByText('Refused');
    expect(
      within(sheet())
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      `Logged inNew deviceChrome, Android · by password${THEN}, IP address 198.51.100.x`,
      `RefusedUnknown device${THEN}, IP address 198.51.100.x`,
    ]);
    await isReadable(stage);
  });

  it('of nobody says so; one that could not be read is asked for anew', async () => {
    stage.server.on('/api/user/login_history', () => OFFLINE);
    await openSecurity(stage);
    await tap('Login history');
    await within(sheet()).findByText('This could not be loaded');
    stage.logins = [];
    stage.server.on('/api/user/login_history', () => stage.logins);
    await pressIn('Retry');
    await within(sheet()).findByText('No logins yet');
  });
});
