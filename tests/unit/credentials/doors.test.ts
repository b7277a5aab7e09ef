import { describe, expect, it } from 'vitest';
import type { AccountKind } from '#domain/registration.ts';
import type { AreaRow } from '#protocol/rest/site.ts';
import { accountName, kindOf } from '#ui/credentials/account-name.ts';
import { areaOfNumber, bareNumber, guessedCountry } from '#ui/credentials/area-choice.ts';
import type { Problems, Values } from '#ui/credentials/use-form.ts';
import { waitLeftS, waitS } from '#ui/requests/seconds-left.ts';
import { emptyLogin, type LoginField, loginProblems } from '#ui/screens/login/login-form.ts';

const BOTH: readonly AccountKind[] = ['email', 'phone'];
const area = (id: number, code: string, global_code: string): AreaRow => ({ id, code, global_code, name: code });
const AREAS = [area(32, 'CA', '+001'), area(11, 'AT', '+043'), area(1, 'US', '+001')];

/** What is wrong, without the fields at which nothing is. */
const found = <F extends string>(problems: Problems<F>) =>
  Object.fromEntries(Object.entries(problems).filter(([, key]) => key !== undefined));
const login = (typed: Partial<Values<LoginField>>, kinds = BOTH) => found(loginProblems({ ...emptyLogin(''), ...typed }, kinds));

describe('S1-5.01 the login asks for what is missing, on the field', () => {
  it('of each tab: the e-mail or the phone, and the password', () => {
    expect(login({})).toEqual({ email: 'account:login.need-email', password: 'account:login.need-password' });
    expect(login({ kind: 'phone' })).toEqual({ number: 'account:login.need-phone', password: 'account:login.need-password' });
    expect(login({ kind: 'phone', number: '555 1234', password: 'x' })).toEqual({});
  });

  it('and says what is no address and no number', () => {
    const addresses = ['a b@c', 'a@', '@c', 'a@b@c', `${'a'.repeat(252)}@b.c`, ' demo@example.com '];
    expect(addresses.map((email) => 'email' in login({ email, password: 'x' }))).toEqual([true, true, true, true, true, false]);
    const numbers = ['12', 'call me', '+1 555 1234', '1'.repeat(15), '(555) 123-4567', '0555.1234'];
    expect(numbers.map((number) => login({ kind: 'phone', number, password: 'x' }).number)).toEqual([
      ...Array.from({ length: 4 }, () => 'account:login.phone-invalid'),
      undefined,
      undefined,
    ]);
  });

  it('S1-2.115 D1.5.03 a kind that the site does not take is never the chosen one', () => {
    expect([kindOf(BOTH, ''), kindOf(BOTH, 'phone'), kindOf(['email'], 'phone'), kindOf(['phone'], '')]).toEqual([
      'email',
      'phone',
      'email',
      'phone',
    ]);
  });
});

describe('S1-5.03 a phone account', () => {
  it('is the prefix of the area and the digits, without what people write between them', () => {
    expect(accountName('phone', { kind: '', email: '', number: '(555) 123-45 67' }, '+001')).toBe('+0015551234567');
    expect(accountName('email', { kind: '', email: ' demo@example.com ', number: '555' }, '+001')).toBe('demo@example.com');
  });

  it('has the chosen area; until one is chosen that of +001 with the lowest id, whatever the order of the list', () => {
    expect([areaOfNumber(AREAS, '')?.code, areaOfNumber(AREAS, '11')?.code, areaOfNumber(AREAS, '99')?.code]).toEqual(['US', 'AT', 'US']);
    expect([areaOfNumber([area(11, 'AT', '+043')], '')?.code, areaOfNumber([], ''), areaOfNumber(undefined, '')]).toEqual([
      'AT',
      undefined,
      undefined,
    ]);
  });
});

it('D1.7.03 D9.300 a stored number is asked for by its bare digits, one of another area whole', () => {
  const us = area(1, 'US', '+001');
  const asked = [
    bareNumber('+15551234567', us),
    bareNumber('+4915112345678', us),
    bareNumber('+15551234567', undefined),
    bareNumber('', us),
  ];
  expect(asked).toEqual(['5551234567', '+4915112345678', '+15551234567', '']);
});

it('D9.205 D9.484 the country of a person is the region that the browser’s language names, and asked for where it names none or the list has not', () => {
  const guesses = ['de-AT', 'fr-CA', 'en-US', 'en', 'zh-CN', 'zh-Hans-CN', 'ko-KP', '', 'no language'];
  expect(guesses.map((tag) => guessedCountry(AREAS, tag))).toEqual(['11', '32', '1', '', '', '', '', '', '']);
  expect(guessedCountry([], 'en-US')).toBe('');
});

it('D9.381 the next code waits for as long as the server names, up to an hour, and for 60 s where it names nothing that can be waited for', () => {
  expect([20, 60, 90, 3_600, 0].map(waitS)).toEqual([20, 60, 90, 3_600, 0]);
  expect([undefined, -1, 3_601, Number.NaN].map(waitS)).toEqual([60, 60, 60, 60]);
});

it('S1-4.23 the wait for the next code is counted in whole seconds, rounded up, and a clock that is set makes nobody wait for ever', () => {
  expect([60_000, 59_001, 59_000, 1, 0, -5].map((leftMs) => waitLeftS(1_000_000 + leftMs, 1_000_000))).toEqual([60, 60, 59, 1, 0, 0]);
  expect([waitLeftS(1_000_000 + 86_400_000, 1_000_000), waitLeftS(Number.NaN, 1_000_000)]).toEqual([0, 0]);
});
