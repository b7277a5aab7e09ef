/** The end of an account, under /mine/system: what is asked first, and what is sent. */
import { screen } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { problemsOf } from '../support/axe.ts';
import { balanceRow, Refusal } from '../support/fake-server.ts';
import { toasts } from '../support/toasts.ts';
import { answer, calls, openProtection, openSheet, press, protectionStage } from './open-protection.tsx';

const stage = protectionStage();
beforeEach(() => stage.server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '0')]));

describe('the end of an account', () => {
  it('D9.241 says what stays, asks twice, and says what keeps it open', async () => {
    await openProtection(stage);
    stage.server.on(
      '/api/user/close_account',
      () => new Refusal(1030, 'Please close your positions first', { field: 'positions', value: '1' }),
    );
    const sheet = await openSheet(/^Close the account/, 'Close the account');
    await userEvent.type(await sheet.findByLabelText('Your password'), 'a fine day 42');
    await press('Close for good', sheet);
    await screen.findByText(/for five years the proof of who you are/);
    await answer('Close for good');
    await sheet.findByText('Please close your positions first');
    stage.server.on('/api/user/close_account', () => null);
    await press('Close for good', sheet);
    await answer('Close for good');
    await expect.poll(toasts).toContain('The account is closed');
    expect(localStorage.getItem('token') ?? '').toBe('');
  });
});

describe('an account with money in it', () => {
  it('D9.487 is told how much before anything is asked, with the way to us where nothing can be taken out here', async () => {
    stage.server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '49999.7'), balanceRow('micro', '0')]);
    await openProtection(stage);
    const sheet = await openSheet(/^Close the account/, 'Close the account');
    await sheet.findByText('49,999.70 USD is in it. Only an account without money can be closed.');
    expect(sheet.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('#/mine/email');
    expect([sheet.queryByLabelText('Your password'), sheet.queryByRole('button', { name: 'Close for good' })]).toEqual([null, null]);
    expect(await problemsOf(stage.app?.root as HTMLElement)).toEqual([]);
  });
});

describe('the password of an account that is closed', () => {
  it('D9.402 D9.440 is asked for before the question, which comes again after a slip in it', async () => {
    await openProtection(stage);
    let reply: (refusal: Refusal) => void = () => undefined;
    const asked = new Promise<Refusal>((resolve) => {
      reply = resolve;
    });
    stage.server.on('/api/user/close_account', () => asked);
    const sheet = await openSheet(/^Close the account/, 'Close the account');
    await press('Close for good', sheet);
    await sheet.findByText('Please enter your password');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await userEvent.type(sheet.getByLabelText('Your password'), 'a slip');
    await press('Close for good', sheet);
    await answer('Close for good');
    // That it is being looked at can be seen.
    const busy = () => sheet.getByRole('button', { name: 'Close for good' });
    await expect.poll(() => busy().getAttribute('aria-busy')).toBe('true');
    expect(getComputedStyle(busy(), '::before').animationName).toBe('button-works');
    reply(new Refusal(1014, 'Wrong'));
    await sheet.findByText('The password is wrong');
    stage.server.on('/api/user/close_account', () => null);
    await userEvent.type(await sheet.findByLabelText('Your password'), 'a fine day 42');
    await press('Close for good', sheet);
    await screen.findByRole('alertdialog', { name: 'Close the account for good?' });
    await answer('Cancel');
    expect(calls(stage, '/api/user/close_account')).toHaveLength(1);
    await press('Close for good', sheet);
    await answer('Close for good');
    await expect.poll(toasts).toContain('The account is closed');
    expect(calls(stage, '/api/user/close_account')).toHaveLength(2);
  });
});
