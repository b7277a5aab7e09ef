/** What a person proves themselves by, on /mine/system: second factor and passkeys, each changed by password and code. */
import { screen, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { field, fill, lastCall, problemAt } from '../credentials/open-door.ts';
import { Refusal } from '../support/fake-server.ts';
import { sheetIsFull } from '../support/sheet-is-full.ts';
import { toasts } from '../support/toasts.ts';
import { isReadable, NOTHING_SET, openSecurity, PASSKEY, pressIn, securityStage, sheet, standing, tap } from './open-security.tsx';

const CODES = ['aaaaa-11111', 'bbbbb-22222'];
const stage = securityStage();

describe('the second factor', () => {
  beforeEach(() => {
    stage.server.on('/api/user/factor_begin', ({ body }) =>
      body.password === 'right'
        ? { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' }
        : new Refusal(1014, 'Wrong'),
    );
    stage.server.on('/api/user/factor_set', ({ body }) =>
      body.code === '123456' ? { codes: CODES } : new Refusal(1017, 'The code is wrong'),
    );
  });
  const begin = async () => {
    await openSecurity(stage);
    await tap('Second factor');
    await fill({ 'Your password': 'right' });
    await pressIn('Set up');
    await within(sheet()).findByRole('img', { name: 'Picture for the authenticator app' });
  };

  it('D9.226 is begun by the password: none or a wrong one is said at its field, and nothing is set', async () => {
    await openSecurity(stage);
    await tap('Second factor');
    await pressIn('Set up');
    await expect.poll(() => problemAt('Your password')).toBe('Please enter your password');
    expect(stage.server.count('/api/user/factor_begin')).toBe(0);
    await fill({ 'Your password': 'wrong' });
    await pressIn('Set up');
    await expect.poll(() => problemAt('Your password')).toBe('The password is wrong');
    await isReadable(stage);
  });

  it('D9.220 shows picture and text, takes the app’s first code, and then its recovery codes this once', async () => {
    await begin();
    expect(sheet().querySelector('[data-secret]')?.textContent).toBe('JBSW Y3DP EHPK 3PXP');
    await pressIn('Turn on');
    await expect.poll(() => problemAt('Code that the app shows')).toBe('Please enter the code');
    // What is no code of the app is said at its field and not sent as a try.
    for (const typed of ['abc', '12345', '1234567']) {
      await fill({ 'Code that the app shows': typed });
      await pressIn('Turn on');
      await expect.poll(() => problemAt('Code that the app shows')).toBe('The six digits that the app shows, please');
    }
    expect(stage.server.count('/api/user/factor_set')).toBe(0);
    await fill({ 'Code that the app shows': '000000' });
    await pressIn('Turn on');
    await expect.poll(() => problemAt('Code that the app shows')).toBe('The code is wrong');
    await isReadable(stage);
    await fill({ 'Code that the app shows': '123456' });
    stage.own = { ...stage.own, factor: '1', codes: 10 };
    await pressIn('Turn on');
    await expect.poll(() => [...sheet().querySelectorAll('li')].map((code) => code.textContent)).toEqual(CODES);
    await isReadable(stage);
    await pressIn('I have kept them');
    await expect.poll(() => standing()['Second factor']).toBe('On');
    await tap('Second factor');
    await within(sheet()).findByText(/^The second factor is on. 10 recovery codes are left. After a change withdrawals wait/);
    expect(sheet().textContent).not.toContain(CODES[0]);
  });

  it('D9.371 the app of this phone is opened by a link; recovery codes that were closed by mistake are asked for and shown again', async () => {
    await begin();
    expect(within(sheet()).getByRole('link', { name: 'Open in the authenticator app' }).getAttribute('href')).toBe(
      'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
    );
    await fill({ 'Code that the app shows': '123456' });
    stage.own = { ...stage.own, factor: '1', codes: 10 };
    await pressIn('Turn on');
    const shown = () => [...(sheet()?.querySelectorAll('li') ?? [])].map((code) => code.textContent);
    const question = async () => within(await screen.findByRole('alertdialog', { name: 'Have you kept your recovery codes?' }));
    const closings = [() => pressIn('Close'), () => Promise.resolve(history.back())];
    for (const close of closings) {
      await expect.poll(shown).toEqual(CODES);
      await sheetIsFull();
      await close();
      await userEvent.click(await (await question()).findByRole('button', { name: 'Show them' }));
    }
    await expect.poll(shown).toEqual(CODES);
    await sheetIsFull();
    await pressIn('Close');
    await question();
    await isReadable(stage);
    await userEvent.click((await question()).getByRole('button', { name: 'I have kept them' }));
    await tap('Second factor');
    await within(sheet()).findByText(/^The second factor is on. 10 recovery codes are left. After a change withdrawals wait/);
  });

  it('S1-8.12 its text is copied and that is said; where the browser refuses, the person is told to do it', async () => {
    await begin();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await pressIn('Copy');
    await expect.poll(toasts).toContain('Copied');
    expect(write).toHaveBeenCalledWith('JBSWY3DPEHPK3PXP');
    write.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await pressIn('Copy');
    await expect.poll(toasts).toContain('The browser did not copy it. Please select the text and copy it yourself.');
  });

  it('D9.226 is turned off by password and code, each missed at its own field; a code is typed anew after a refusal', async () => {
    stage.own = { ...stage.own, factor: '1', codes: 3 };
    stage.server.on('/api/user/factor_remove', ({ body }) => (body.factor === '123456' ? null : new Refusal(1017, 'The code is wrong')));
    await openSecurity(stage);
    await tap('Second factor');
    await pressIn('Turn off');
    await expect
      .poll(() => [problemAt('Your password'), problemAt('Code')])
      .toEqual(['Please enter your password', 'Please enter the code']);
    expect(stage.server.count('/api/user/factor_remove')).toBe(0);
    await fill({ 'Your password': 'right', Code: '000000' });
    await pressIn('Turn off');
    await expect.poll(() => [problemAt('Code'), field('Code').value]).toEqual(['The code is wrong', '']);
    await fill({ Code: '123456' });
    stage.own = { ...NOTHING_SET };
    await pressIn('Turn off');
    await expect.poll(toasts).toContain('The second factor is off');
    await expect.poll(() => standing()['Second factor']).toBe('Off');
    expect(lastCall(stage.server, '/api/user/factor_remove')?.body).toEqual({ password: 'right', factor: '123456' });
  });
});

describe('passkeys', () => {
  it('D9.223 a person who closes the browser’s window is told so, and can try again', async () => {
    stage.server.on('/api/user/passkey_new', () => ({
      options: { challenge: 'AAAA', rp: { name: 'x' }, user: { id: 'AAAA', name: 'x', displayName: 'x' }, pubKeyCredParams: [] },
    }));
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await openSecurity(stage);
    await tap('Passkeys');
    await pressIn('Add a passkey');
    await fill({ 'Your password': 'right' });
    await pressIn('Go on');
    await within(sheet()).findByText('The browser did not finish. Please try again.');
    expect(stage.server.count('/api/user/passkey_add')).toBe(0);
  });

  it('D9.227 D9.226 are named by a name that can be seen, and removed by the password', async () => {
    stage.own = { ...stage.own, passkeys: [PASSKEY] };
    stage.server.on('/api/user/passkey_rename', () => null);
    stage.server.on('/api/user/passkey_remove', () => null);
    await openSecurity(stage);
    await tap('Passkeys');
    await isReadable(stage);
    await pressIn('Rename My phone');
    await fill({ 'Name of the passkey': 'a\u202eb' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Name of the passkey')).toBe('Only characters that can be seen, please');
    await fill({ 'Name of the passkey': ' ' });
    await within(sheet()).findByText('Empty: called by its browser and system.');
    await pressIn('Save');
    await expect.poll(() => lastCall(stage.server, '/api/user/passkey_rename')?.body).toEqual({ id: '3', name: '' });
    await pressIn('Rename My phone');
    await fill({ 'Name of the passkey': '  Old   phone ' });
    await pressIn('Save');
    await expect.poll(() => lastCall(stage.server, '/api/user/passkey_rename')?.body).toEqual({ id: '3', name: 'Old phone' });
    await pressIn('Remove My phone');
    await pressIn('Remove');
    await expect.poll(() => problemAt('Your password')).toBe('Please enter your password');
    await fill({ 'Your password': 'right' });
    stage.own = { ...NOTHING_SET };
    await pressIn('Remove');
    await expect.poll(() => standing().Passkeys).toBe('None');
    expect(lastCall(stage.server, '/api/user/passkey_remove')?.body).toEqual({ id: '3', password: 'right', factor: '' });
  });
});
