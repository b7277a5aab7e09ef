/** The name that a person logs in with, brought to the one form that is stored: a lower-case e-mail or an E.164 number (decision D1.5.02). */
import { REFUSED_CALLING_CODES } from '../site/seed-site.ts';

const EMAIL = /^[^\s@"'<>(),:;\\[\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/;

/** Lower-cased address; `undefined` when it is not one. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && EMAIL.test(email) ? email : undefined;
}

/**
 * '+0015551234567' -> '+15551234567': the prefix form of the area list has zeros before the calling code. `undefined` when it is
 * not a number of 7 to 15 digits.
 */
export function normalMobile(text: string): string | undefined {
  const digits = text.trim().replace(/[\s()-]/g, '');
  if (!/^\+?\d{7,20}$/.test(digits)) return undefined;
  const number = digits.replace(/^\+?0*/, '');
  return number.length >= 7 && number.length <= 15 ? `+${number}` : undefined;
}

/** True for a number of a country that is not served (specification S1 section 1). */
export const isRefusedMobile = (mobile: string): boolean => REFUSED_CALLING_CODES.some((code) => mobile.startsWith(`+${code}`));
