/** The name that a person logs in with, brought to the one form that is stored: a lower-case e-mail or an E.164 number (decision D1.5.02). */

import { withoutTrunkZero } from './phone-number.ts';

/**
 * '+0015551234567' -> '+15551234567', '+00490151…' -> '+49151…': the prefix form of the area list has zeros before the calling code, and people
 * write one behind it. `undefined` when it is not a number of 7 to 15 digits.
 */
export function normalMobile(text: string): string | undefined {
  const digits = text.trim().replace(/[\s()-]/g, '');
  if (!/^\+?\d{7,20}$/.test(digits)) return undefined;
  const number = withoutTrunkZero(digits.replace(/^\+?0*/, ''));
  return number.length >= 7 && number.length <= 15 ? `+${number}` : undefined;
}

/** The name that the login's guard counts an account by where nobody typed one. */
export const guardedName = ({
  email,
  mobile,
  uid,
}: {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly uid: string;
}): string => email ?? mobile ?? uid;
