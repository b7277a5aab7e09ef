/** What e-mail addresses, numbers and passwords look like from outside: what a page can say before anything is sent. The server knows more. */

/** UTF-16 units, as the forms of the wire count (decision D1.5.07). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
/** Of the password that guards withdrawals. */
export const PAY_PASSWORD_LENGTH = { min: 6, max: 32 } as const;
export const EMAIL_LENGTH_MAX = 254;
/** Digits of a number behind its area's prefix. */
const NUMBER_DIGITS = { min: 4, max: 14 } as const;

type Length = { readonly min: number; readonly max: number };

export const isWithin = (text: string, { min, max }: Length): boolean => text.length >= min && text.length <= max;

/**
 * True for a password that is the name of its account, in whatever case: an address or a number whole, or what stands before its @. `names`: as
 * stored or typed, null and '' for none.
 */
export function isAccountName(password: string, names: readonly (string | null)[]): boolean {
  const text = password.toLowerCase();
  return names.some((name) => {
    const known = name?.trim().toLowerCase();
    return known ? text === known || text === known.split('@')[0] : false;
  });
}

/** Without what cannot be seen: two accounts must not look alike, and a database refuses some of it. */
const EMAIL =
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800@"'<>(),:;\\[\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/u;

/** Lower-cased address, the one form that is stored; `undefined` when it is not one. Which addresses there are only their servers know. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? email : undefined;
}

/** The digits of a number as people write it: '(555) 123-4567' is '5551234567'. `undefined` for a text that is no number. */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '');
  return /^\d+$/.test(digits) && isWithin(digits, NUMBER_DIGITS) ? digits : undefined;
}
