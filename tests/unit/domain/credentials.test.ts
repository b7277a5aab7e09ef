import { expect, it } from 'vitest';
import { isAccountName } from '#domain/credentials.ts';

const NAMES = ['Ann.Lee@example.com', '+15551234567', null, ''];

it.each(['ann.lee@example.com', 'ANN.LEE@EXAMPLE.COM', 'Ann.Lee', '+15551234567'])(
  'D1.5.07 S21 %j is the name of the account it would guard',
  (password) => expect(isAccountName(password, NAMES)).toBe(true),
);

it.each(['ann.lee@example', 'ann lee', 'example.com', '15551234567', '', 'a fine day 42'])('D1.5.07 %j is not', (password) =>
  expect(isAccountName(password, NAMES)).toBe(false),
);

it('D1.5.07 a name that is typed with blanks around it is the same name; without a name there is none to be', () => {
  expect(isAccountName('ann@example.com', [' Ann@Example.com '])).toBe(true);
  expect(isAccountName('ann@example.com', [])).toBe(false);
});
