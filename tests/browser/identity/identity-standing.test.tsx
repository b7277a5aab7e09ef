import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Identity } from '#protocol/identity-wire.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { IdentityStanding } from '#ui/screens/identity/identity-standing.tsx';

beforeAll(() => needTexts('identity'));
afterEach(cleanup);

const shown = (number: string): string => {
  const form = { name: 'Ada Byron', document: 'card', number, ssn: '', country: 'GB', birthday: '1990-12-10' };
  const identity = { form, submittedMs: 0 } as unknown as Identity;
  const { container } = render(<IdentityStanding state="waiting" identity={identity} />);
  return container.querySelectorAll('dd')[2]?.textContent ?? '';
};

it.each([
  ['1234', '••• 34'],
  ['12345', '••• 45'],
  ['1234567', '••• 567'],
  ['X-123456', '••• 3456'],
  ['X-1234567890', '••• 7890'],
])('S1-4.21 of the number %s no more is shown than its second half, and four characters at most', (number, text) => {
  expect(shown(number)).toBe(text);
});
