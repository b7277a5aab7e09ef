/** Every flag of specification S1 section 9 that is about the doors and about identity, turned over while the screen is open. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FLAGS } from '#domain/flags.ts';
import { putSite } from '#ui/state/site.ts';
import { NONE } from '../identity/identity-answers.ts';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

/** A picture of one dot. */
const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
  server.on('/api/user_real/center', () => NONE);
  server.on('/api/default/captcha', () => ({ id: 'one', b64s: PICTURE }));
});
afterEach(() => {
  app.close();
  server.stop();
});

const hasField = (name: string) => screen.queryByLabelText(name, { selector: 'input' }) !== null;
const hasButton = (name: string) => screen.queryByRole('button', { name }) !== null;
const hasTab = (name: string) => screen.queryByRole('tab', { name }) !== null;

type Case = {
  readonly flag: string;
  readonly address: string;
  /** What else the site says. */
  readonly site?: Readonly<Record<string, string>>;
  readonly values?: readonly [off: string, on: string];
  readonly token?: string;
  /** True where it is on. */
  readonly seen: () => boolean;
};
const WITH_REAL = { is_real_name_auth: '1', is_register_auth: '1' };
const CASES: readonly Case[] = [
  { flag: 'is_register_email', address: '/register', site: { is_register_phone: '1' }, seen: () => hasTab('E-mail') },
  { flag: 'is_register_phone', address: '/register', site: { is_register_email: '1' }, seen: () => hasTab('Phone') },
  { flag: 'is_register_email', address: '/login', site: { is_register_phone: '1' }, seen: () => hasField('E-mail') },
  { flag: 'is_register_phone', address: '/login', site: { is_register_email: '1' }, seen: () => hasTab('Phone') },
  { flag: 'is_mock_login', address: '/login', seen: () => hasButton('Try a demo account') },
  { flag: 'is_mock_login', address: '/user', token: 'real-token', seen: () => hasButton('Practise') },
  { flag: 'is_real_name_auth', address: '/register', site: { is_register_auth: '1' }, seen: () => hasField('Full name') },
  { flag: 'is_register_auth', address: '/register', site: { is_real_name_auth: '1' }, seen: () => hasField('Full name') },
  { flag: 'is_auth_ssn', address: '/register', site: WITH_REAL, seen: () => hasField('Social security number') },
  { flag: 'is_auth_hand_pic', address: '/register', site: WITH_REAL, seen: () => hasField('You with the document in your hand') },
  { flag: 'is_real_name_auth', address: '/mine/auth', token: 'real-token', seen: () => hasField('Full name') },
  { flag: 'is_auth_ssn', address: '/mine/auth', token: 'real-token', site: WITH_REAL, seen: () => hasField('Social security number') },
  {
    ...{ flag: 'is_auth_hand_pic', address: '/mine/auth', token: 'real-token', site: WITH_REAL },
    seen: () => hasField('You with the document in your hand'),
  },
  { flag: 'is_register_pay_pwd', address: '/register', seen: () => hasField('Fund password') },
  { flag: 'is_register_invite_code', address: '/register', seen: () => hasField('Invite code (optional)') },
  { flag: 'invite_code_required', address: '/register', site: { is_register_invite_code: '1' }, seen: () => hasField('Invite code') },
  { flag: 'verify_reg_type', address: '/register', values: ['3', '1'], seen: () => hasButton('Send code') },
  { flag: 'verify_reg_type', address: '/register', values: ['3', '2'], seen: () => hasField('Characters in the picture') },
  { flag: 'is_reset_password_verify', address: '/mine/password', token: 'real-token', seen: () => hasField('Verification code') },
];

describe('S1-9.28 S1-1.17 the flags of the doors', () => {
  it.each(CASES)('$flag changes $address', async ({ flag, address, site = {}, values = ['0', '1'], token, seen }) => {
    const [off, on] = values;
    const base = { verify_reg_type: '3', ...site };
    server.on('/api/basicSet/getBasicInfo', () => ({ ...base, [flag]: off }));
    app = await openApp(address, token ? { token } : {});
    await screen.findByRole('heading', { level: 1 });
    for (const [value, isSeen] of [
      [on, true],
      [off, false],
      [on, true],
    ] as const) {
      putSite({ ...base, [flag]: value });
      await expect.poll(seen).toBe(isSeen);
    }
  });

  it('the page to register says what the open doors take', async () => {
    server.on('/api/basicSet/getBasicInfo', () => ({ is_register_email: '1', is_register_phone: '1' }));
    app = await openApp('/register', {});
    await screen.findByText('With your e-mail address or phone number.');
    putSite({ is_register_email: '1' });
    await screen.findByText('With your e-mail address.');
    putSite({ is_register_phone: '1' });
    await screen.findByText('With your phone number.');
  });

  it('none of them is left out', () => {
    const about = FLAGS.filter((flag) => /^is_(register|mock|auth|real|reset)|^invite/.test(flag));
    const tried = new Set(CASES.map(({ flag }) => flag));
    expect(about.filter((flag) => !tried.has(flag))).toEqual([]);
  });
});
