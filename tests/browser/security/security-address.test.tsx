/** Another e-mail address or number, on /mine/system. */
import { within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { field, fill, lastCall, problemAt } from '../credentials/open-door.ts';
import { Refusal, realUser } from '../support/fake-server.ts';
import { toasts } from '../support/toasts.ts';
import { isReadable, openSecurity, pressIn, securityStage, sheet, standing, tap } from './open-security.tsx';

const stage = securityStage();
const APP_CODE = 'Code of your authenticator app or a recovery code';
/** Withdrawals wait until a second after a full minute. */
const WAITING = {
  ...{ frozen: '0', liftable: 0, excluded: 0, pause: 0, withdrawals: Date.UTC(2099, 2, 5, 10, 0, 1) },
  ...{ limits: [], locked: 0, remind: 0 },
};
const AREAS = [
  { id: 1, code: 'US', name: 'United States', global_code: '+001' },
  { id: 49, code: 'DE', name: 'Germany', global_code: '+049' },
];

describe('another address', () => {
  it('D9.300 nothing is sent before all is filled in; code, password and address are each said at their field', async () => {
    stage.server.on('/api/user/address_code', ({ body }) =>
      body.to === 'bad@example.com' ? new Refusal(1001, 'No', { field: 'to', value: '', allowed: 'x' }) : { wait_s: 60 },
    );
    stage.server.on('/api/user/address_set', ({ body }) => {
      if (body.password !== 'right') return new Refusal(1014, 'Wrong', { field: 'password', value: '', allowed: 'x' });
      return body.auth_code === '123456' ? { locked_until: 0 } : new Refusal(1011, 'The code is wrong', { field: 'auth_code' });
    });
    await openSecurity(stage);
    await tap('E-mail');
    await expect.poll(sheet).toBeTruthy();
    await pressIn('Save');
    await expect.poll(() => problemAt('E-mail')).toBe('input e-mail');
    await pressIn('Send code');
    expect(stage.server.count('/api/user/address_code')).toBe(0);
    await fill({ 'E-mail': 'new@example.com' });
    await pressIn('Send code');
    await expect.poll(() => lastCall(stage.server, '/api/user/address_code')?.body).toMatchObject({ type: 'email', to: 'new@example.com' });
    await fill({ 'Verification code': '000000', 'Current password': 'wrong' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Current password')).toBeTruthy();
    await fill({ 'Current password': 'right' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Verification code')).toBe('The code is wrong');
    await isReadable(stage);
    await fill({ 'Verification code': '123456' });
    stage.server.on('/api/user/info', () => ({ ...realUser, email: 'new@example.com' }));
    let answerLate = () => undefined as unknown;
    stage.server.on('/api/user/protection', () => new Promise((resolve) => (answerLate = () => resolve(WAITING))));
    const asked = stage.server.count('/api/user/protection');
    await pressIn('Save');
    // What the screen says from now on stands before the sheet is gone: nothing moves under a thumb.
    await expect.poll(() => stage.server.count('/api/user/protection')).toBe(asked + 1);
    expect(sheet()).toBeTruthy();
    answerLate();
    await expect.poll(toasts).toContain('Your e-mail address is saved');
    await expect.poll(() => standing()['E-mail']).toBe('new@example.com');
    expect(stage.app.root.textContent).toContain('Withdrawals wait until Thu 5 Mar 2099, 10:01, after');
  });

  it('D9.427 a code of the app counts still after a wrong password or a wrong code of the letter; typed anew, it is no mistake before it is sent', async () => {
    stage.own = { ...stage.own, factor: '1' };
    stage.server.on('/api/user/address_set', ({ body }) =>
      body.password === 'right'
        ? new Refusal(body.auth_code === '000000' ? 1011 : 1017, 'The code is wrong', {})
        : new Refusal(1014, 'Wrong', { field: 'password' }),
    );
    await openSecurity(stage);
    await tap('E-mail');
    await fill({ 'E-mail': 'new@example.com', 'Verification code': '000000', 'Current password': 'wrong', [APP_CODE]: '123456' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Current password')).toBe('The current password is wrong');
    expect(field(APP_CODE).value).toBe('123456');
    await fill({ 'Current password': 'right' });
    await pressIn('Save');
    await expect.poll(() => problemAt('Verification code')).toBe('The code is wrong');
    expect([field(APP_CODE).value, problemAt(APP_CODE)]).toEqual(['123456', undefined]);
    await fill({ 'Verification code': '111111' });
    await pressIn('Save');
    await expect.poll(() => [field(APP_CODE).value, problemAt(APP_CODE)]).toEqual(['', 'The code is wrong']);
    await fill({ [APP_CODE]: '654321' });
    expect(problemAt(APP_CODE)).toBeUndefined();
    within(sheet()).getByText('Each code counts once');
  });

  it('D9.300 a first address of its kind speaks of no old one', async () => {
    stage.server.on('/api/basicSet/getBasicInfo', () => ({ is_register_email: '1', is_register_phone: '1' }));
    stage.server.on('/api/default/area_list', () => AREAS);
    await openSecurity(stage);
    await tap('Phone number');
    await within(sheet()).findByText(/^Every address of the account is told/);
    expect(sheet().textContent).not.toMatch(/\bold\b/);
  });

  it('D9.370 an address that the server takes for none is refused before it is asked, and words of the wire never stand at a field', async () => {
    const raw = new Refusal(1001, 'to is not valid: an e-mail address', { field: 'to', value: 'x', allowed: 'an e-mail address' });
    stage.server.on('/api/user/address_code', () => raw);
    await openSecurity(stage);
    await tap('E-mail');
    await expect.poll(sheet).toBeTruthy();
    await fill({ 'E-mail': 'anna@example' });
    await pressIn('Send code');
    await expect.poll(() => problemAt('E-mail')).toBe('This is not an e-mail address');
    expect(stage.server.count('/api/user/address_code')).toBe(0);
    await fill({ 'E-mail': 'anna@example.com' });
    await pressIn('Send code');
    await expect.poll(() => problemAt('E-mail')).toBe('This entry is not accepted. Please check it.');
  });

  it('D9.373 a code that went to an e-mail address makes nobody wait for one to a phone', async () => {
    stage.server.on('/api/basicSet/getBasicInfo', () => ({ is_register_email: '1', is_register_phone: '1' }));
    stage.server.on('/api/default/area_list', () => AREAS);
    stage.server.on('/api/user/address_code', () => ({ wait_s: 60 }));
    await openSecurity(stage);
    await tap('E-mail');
    await pressIn('Save');
    await expect.poll(() => problemAt('Verification code')).toBe('Please complete');
    await fill({ 'E-mail': 'new@example.com' });
    await pressIn('Send code');
    await expect.poll(() => problemAt('Verification code')).toBeUndefined();
    await within(sheet()).findByRole('button', { name: /Send again in/ });
    await within(sheet()).findByText('If new@example.com can be used, a code is on its way there. It is valid for 10 minutes.');
    await pressIn('Close');
    await tap('Phone number');
    await within(sheet()).findByRole('button', { name: 'Send code' });
  });

  it('D9.300 a first number goes out as digits with its area', async () => {
    stage.server.on('/api/basicSet/getBasicInfo', () => ({ is_register_email: '1', is_register_phone: '1' }));
    stage.server.on('/api/default/area_list', () => AREAS);
    stage.server.on('/api/user/address_code', () => ({ wait_s: 60 }));
    await openSecurity(stage);
    await tap('Phone number');
    await expect.poll(sheet).toBeTruthy();
    await fill({ Phone: '(555) 123-4567' });
    await pressIn('Send code');
    await expect
      .poll(() => lastCall(stage.server, '/api/user/address_code')?.body)
      .toMatchObject({ type: 'phone', to: '5551234567', area_id: '1' });
    await isReadable(stage);
  });
});
