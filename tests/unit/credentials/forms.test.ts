import { describe, expect, it } from 'vitest';
import type { AreaRow } from '#protocol/rest/site.ts';
import { PAY_SCREEN_WORDS, PAY_SHEET_WORDS } from '#ui/credentials/new-password.ts';
import { payProblems } from '#ui/credentials/pay-password-form.tsx';
import type { Values } from '#ui/credentials/use-form.ts';
import { emptyForgot, forgotProblems } from '#ui/screens/forgot/forgot-form.ts';
import { changeProblems, EMPTY_CHANGE } from '#ui/screens/password/password-form.ts';
import {
  emptyRegister,
  type RegisterField,
  type RegisterRules,
  registerProblems,
  registrationOf,
  shownFields,
} from '#ui/screens/register/register-form.ts';

const RULES: RegisterRules = {
  kinds: ['email', 'phone'],
  proof: 'code',
  hasPayPassword: true,
  hasInvite: true,
  needsInvite: true,
  hasIdentity: false,
};
const FULL: Values<RegisterField> = {
  ...{ kind: 'email', email: 'ann@example.com', number: '555 123 4567', area: '', country: '11', code: ' 123456 ', invite: ' ABC ' },
  ...{ password: 'a fine day 42', repeat: 'a fine day 42', payPassword: '246810', payRepeat: '246810' },
};
/** What is wrong with a form that is right but for this, without the fields at which nothing is. */
const wrong = (typed: Partial<Values<RegisterField>>, rules: Partial<RegisterRules> = {}) =>
  Object.fromEntries(Object.entries(registerProblems({ ...FULL, ...typed }, { ...RULES, ...rules })).filter(([, key]) => key));

describe('a registration', () => {
  it('S1-5.04 takes an e-mail address with a country, or a number, and asks for that which is shown alone', () => {
    expect([wrong({}), wrong({ kind: 'phone', email: '', country: '' }), wrong({ number: '' })]).toEqual([{}, {}, {}]);
    expect(wrong({ email: '', country: '' })).toEqual({ email: 'account:login.need-email', country: 'register:complete' });
    expect(wrong({ kind: 'phone', number: '' })).toEqual({ number: 'account:login.need-phone' });
  });

  it('S1-5.05 D1.5.07 has a password of 8 to 128 characters that is not the account, twice the same', () => {
    const both = (password: string) => wrong({ password, repeat: password }).password;
    expect(['', '1234567', '12345678', 'x'.repeat(128), 'x'.repeat(129)].map(both)).toEqual([
      'account:login.need-password',
      'register:password.length',
      undefined,
      undefined,
      'register:password.length',
    ]);
    expect(['ANN@example.com'].map(both)).toEqual(['register:password.is-account']);
    expect(wrong({ email: 'annabella@example.com', password: 'AnnaBella', repeat: 'AnnaBella' })).toEqual({
      password: 'register:password.is-account',
    });
    for (const repeat of ['', 'a fine day 43', 'A fine day 42'])
      expect(wrong({ repeat })).toEqual({ repeat: 'register:password-inconsistency' });
  });

  it('S1-5.07 D1.5.12 has a fund password of 6 to 32 characters, twice the same, where the site asks for it', () => {
    expect(wrong({ payPassword: '', payRepeat: '' })).toEqual({ payPassword: 'register:complete' });
    expect(wrong({ payPassword: '12345', payRepeat: '12345' })).toEqual({ payPassword: 'register:pay.length' });
    expect(wrong({ payRepeat: '246811' })).toEqual({ payRepeat: 'register:pay-inconsistent' });
    expect(wrong({ payPassword: '', payRepeat: 'x' }, { hasPayPassword: false })).toEqual({});
    // A second lock that the first key opens is none (decision D9.263).
    expect(wrong({ payPassword: FULL.password, payRepeat: FULL.password })).toEqual({ payPassword: 'register:pay.is-password' });
  });

  it('S1-5.10 D1.5.18 needs an invite code only where it is shown and required', () => {
    expect(wrong({ invite: ' ' })).toEqual({ invite: 'register:complete' });
    expect([wrong({ invite: '' }, { needsInvite: false }), wrong({ invite: '' }, { hasInvite: false })]).toEqual([{}, {}]);
  });

  it('S1-5.12 needs a code unless the site takes none', () => {
    expect([wrong({ code: ' ' }), wrong({ code: '' }, { proof: 'captcha' })]).toEqual([
      { code: 'register:complete' },
      { code: 'register:complete' },
    ]);
    expect(wrong({ code: '' }, { proof: 'none' })).toEqual({});
  });

  it('S1-2.119 begins with the invite code of the link; what can be none is left out', () => {
    expect(['A1b2-C3_', undefined, '', '<script>', 'x'.repeat(21), 'a b'].map((code) => emptyRegister(code).invite)).toEqual([
      'A1b2-C3_',
      ...Array.from({ length: 5 }, () => ''),
    ]);
  });

  it('D1.5.04 S1-5.04 is sent with what the kind and the flags ask for, and with nothing else', () => {
    const area: AreaRow = { id: 1, code: 'US', global_code: '+001', name: 'United States' };
    const identity = { name: 'Ada Byron' };
    expect(registrationOf(FULL, { ...RULES, hasIdentity: true }, { area, proofId: '', identity }).identity).toBe(identity);
    expect(registrationOf(FULL, RULES, { area, proofId: '', identity })).toEqual({
      ...{ kind: 'email', account: 'ann@example.com', number: '', areaId: '11', password: 'a fine day 42', repeat: 'a fine day 42' },
      ...{ payPassword: '246810', invite: 'ABC', proof: { id: '', answer: '123456' } },
    });
    const bare = { ...RULES, proof: 'none', hasPayPassword: false, hasInvite: false } as const;
    expect(registrationOf({ ...FULL, kind: 'phone' }, bare, { area, proofId: '', identity: undefined })).toMatchObject({
      ...{ kind: 'phone', account: '+0015551234567', number: '5551234567', areaId: '1' },
      ...{ payPassword: '', invite: '', proof: { id: '', answer: '' } },
    });
  });

  it('shows every field at which it finds something wrong', () => {
    for (const kind of ['email', 'phone'] as const)
      for (const proof of ['code', 'captcha', 'none'] as const)
        for (const hasPayPassword of [true, false])
          for (const hasInvite of [true, false]) {
            const rules = { ...RULES, proof, hasPayPassword, hasInvite };
            const found = Object.entries(registerProblems({ ...emptyRegister(''), kind, repeat: 'x', payRepeat: 'x' }, rules));
            const fields = found.flatMap(([field, key]) => (key ? [field] : []));
            expect(shownFields(rules, kind)).toEqual(expect.arrayContaining(fields));
          }
  });
});

const keys = (problems: object) => Object.fromEntries(Object.entries(problems).filter(([, key]) => key));

it('S1-5.17 /forgot asks for e-mail, code, new password and its repeat', () => {
  expect(keys(forgotProblems(emptyForgot('')))).toEqual({
    email: 'account:login.need-email',
    code: 'register:complete',
    password: 'account:login.need-password',
  });
  const full = { email: 'ann@example.com', code: '123456', password: 'a fine day 42', repeat: 'a fine day 42' };
  expect(keys(forgotProblems(full))).toEqual({});
  expect(keys(forgotProblems({ ...full, repeat: '' }))).toEqual({ repeat: 'register:password-inconsistency' });
});

describe('S1-5.19 /mine/password', () => {
  const full = { current: 'old secret', password: 'a fine day 42', repeat: 'a fine day 42', code: '', factor: '' };
  const change = (typed: Partial<typeof full>, hasCode = false, hasFactor = false) =>
    keys(changeProblems({ ...full, ...typed }, { account: 'ann@example.com', hasCode, hasFactor }));

  it('says input-full at each of the two fields that is empty, and password-not-equal where they differ', () => {
    expect(keys(changeProblems(EMPTY_CHANGE, { account: '', hasCode: false, hasFactor: false }))).toEqual({
      current: 'register:current.needed',
      password: 'register:input-full',
      repeat: 'register:input-full',
    });
    expect(change({ repeat: '' })).toEqual({ repeat: 'register:input-full' });
    expect(change({ password: '' })).toMatchObject({ password: 'register:input-full' });
    expect(change({ repeat: 'a fine day 43' })).toEqual({ repeat: 'register:password-not-equal' });
    expect(change({})).toEqual({});
  });

  it('S1-5.18 asks for a code only where the flag says so', () => {
    expect([change({}, true), change({ code: '123456' }, true), change({}, false)]).toEqual([{ code: 'register:complete' }, {}, {}]);
  });

  it('D9.229 asks for a code of the second factor only where one is set', () => {
    expect([change({}, false, true), change({ factor: ' 1 ' }, false, true)]).toEqual([{ factor: 'register:factor.needed' }, {}]);
  });
});

describe('S2-5.17 S1-5.21 the fund password', () => {
  const full = { payPassword: '246810', payRepeat: '246810', current: 'secret', factor: '' };

  it('either field empty is input-full, wherever it is set', () => {
    for (const words of [PAY_SCREEN_WORDS, PAY_SHEET_WORDS]) {
      expect(keys(payProblems({ ...full, payPassword: '' }, words, false)).payPassword).toBe('register:input-full');
      expect(keys(payProblems({ ...full, payRepeat: '' }, words, false))).toEqual({ payRepeat: 'register:input-full' });
      expect(keys(payProblems(full, words, false))).toEqual({});
    }
  });

  it('differing has the words of its screen', () => {
    const differing = { ...full, payRepeat: '246811' };
    expect(keys(payProblems(differing, PAY_SCREEN_WORDS, false))).toEqual({ payRepeat: 'register:pay-mismatch' });
    expect(keys(payProblems(differing, PAY_SHEET_WORDS, false))).toEqual({ payRepeat: 'register:pay-inconsistent' });
  });

  it('D9.28 asks for the login password', () => {
    expect(keys(payProblems({ ...full, current: '' }, PAY_SCREEN_WORDS, false))).toEqual({ current: 'register:current.needed' });
  });

  it('D9.229 and for a code of the second factor where one is set', () => {
    expect(keys(payProblems({ ...full, factor: ' ' }, PAY_SCREEN_WORDS, true))).toEqual({ factor: 'register:factor.needed' });
    expect(keys(payProblems({ ...full, factor: '123456' }, PAY_SCREEN_WORDS, true))).toEqual({});
  });
});

it('S1-8.11 the messages stand as the specification has them', async () => {
  const [{ default: register }, { default: account }, { default: identity }, { default: server }] = await Promise.all([
    import('../../../locales/en/register.json'),
    import('../../../locales/en/account.json'),
    import('../../../locales/en/identity.json'),
    import('../../../server/seed/messages/en.json'),
  ]);
  expect([register['password-inconsistency'], register['pay-inconsistent'], register['pay-mismatch'], register.complete]).toEqual([
    'Password inconsistency',
    'The fund password is inconsistent',
    'payment passwords do not match',
    'Please complete',
  ]);
  expect([account['login.need-email'], account['login.need-phone'], account['login.need-password'], account['only-true']]).toEqual([
    'input e-mail',
    'input phone',
    'input password',
    'only true account',
  ]);
  expect([identity.demo, server.demoNotAllowed]).toEqual(['only true account', 'only true account']);
});
