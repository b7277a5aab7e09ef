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

/** One '@' with something on both sides and no blanks: which addresses there are only their servers know. */
export const isEmailLike = (text: string): boolean => text.length <= EMAIL_LENGTH_MAX && /^[^\s@]+@[^\s@]+$/.test(text);

/** The digits of a number as people write it: '(555) 123-4567' is '5551234567'. `undefined` for a text that is no number. */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '');
  return /^\d+$/.test(digits) && isWithin(digits, NUMBER_DIGITS) ? digits : undefined;
}
