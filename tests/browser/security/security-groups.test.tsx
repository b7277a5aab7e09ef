/** The groups of /mine/system: how each thing stands, how many protections are on, and what holds now, where it belongs. */
import { screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { FOREVER_MS } from '#domain/protection.ts';
import { FREE, LATER } from '../protection/open-protection.tsx';
import { minuteSaid } from '../support/moments.ts';
import { isReadable, openSecurity, PASSKEY, securityStage, standing } from './open-security.tsx';

const stage = securityStage();
const PASSKEYS = 'PublicKeyCredential';
const passkeys = Object.getOwnPropertyDescriptor(globalThis, PASSKEYS) as PropertyDescriptor;
afterEach(() => {
  Object.defineProperty(globalThis, PASSKEYS, passkeys);
});

describe('the groups of /mine/system', () => {
  it('D9.404 have a heading each, and every row says how its thing stands', async () => {
    stage.own = { ...stage.own, factor: '1', codes: 9, passkeys: [PASSKEY], nickname: 'Ada', word: 'blue' };
    const limits = FREE.limits.map((row) => (row.kind === 'loss_day' ? { ...row, value: '2', used: '3', turns: LATER } : row));
    stage.server.on('/api/user/protection', () => ({ ...FREE, remind: 30, pause: LATER, limits }));
    await openSecurity(stage);
    await expect.poll(standing).toEqual({
      ...{ 'E-mail': 'demo@example.com', Password: 'Set', Devices: '2', 'Login history': `Last ${minuteSaid('2026-03-04 10:00')}` },
      ...{
        'Second factor': 'On',
        Passkeys: '1',
        'Fund password': 'Not set',
        'Word in letters': 'blue',
        'Freeze the account': 'Not frozen',
      },
      ...{ 'Limits on yourself': '1 used up', Reminder: 'Every 30 minutes', 'Self-exclusion': 'None' },
      ...{ 'Take a break': 'Until Tue 6 May 2031, 07:08', Nickname: 'Ada' },
      ...{ 'Log out': '', 'Your data as a file': '', 'Close the account': '' },
    });
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Log in', 'Protection', 'Limits', 'Profile', 'Leave']);
    screen.getByText('3 of 4 protections on. Not yet: Fund password.');
    await isReadable(stage);
  });

  it('D9.404 what holds is said in its group, with its own reason', async () => {
    const state = { ...FREE, frozen: '1', by: 'link', excluded: FOREVER_MS, withdrawals: LATER, changed: 'pay-set' };
    stage.server.on('/api/user/protection', () => state);
    await openSecurity(stage);
    const notices = async (group: string) =>
      within(await screen.findByRole('region', { name: group }))
        .getAllByRole('status')
        .map(({ textContent }) => textContent);
    expect(await notices('Protection')).toEqual([
      'This account was frozen by the link of a letter. Positions can be closed; no order is taken.',
      'Withdrawals wait until Tue 6 May 2031, 07:08, because a fund password was set.',
    ]);
    expect(await notices('Limits')).toEqual(['You have excluded yourself from trading for good.']);
    expect(standing()).toMatchObject({ 'Lift the freeze': 'Frozen', 'Self-exclusion': 'For good' });
    await isReadable(stage);
  });

  it('D9.404 no passkey is counted where the site can have none', async () => {
    stage.own = { ...stage.own, passkey: '0' };
    await openSecurity(stage);
    await screen.findByText('0 of 3 protections on. Not yet: Second factor, Fund password, Word in letters.');
    expect(standing()).not.toHaveProperty('Passkeys');
  });

  it.each([
    [0, 'Cannot be used here'],
    [1, '1, cannot be used here'],
  ])('D9.404 that passkeys cannot be used here is said in their row: with %i of them', async (count, said) => {
    Reflect.deleteProperty(globalThis, PASSKEYS);
    stage.own = { ...stage.own, passkeys: Array.from({ length: count }, () => PASSKEY) };
    await openSecurity(stage);
    await expect.poll(() => standing().Passkeys).toBe(said);
  });
});
