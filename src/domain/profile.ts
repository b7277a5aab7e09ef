/** What a person may call themselves and their things: one rule for page and server. */

export const NICKNAME_MAX = 20;
export const LETTER_WORD_MAX = 30;
export const PASSKEY_NAME_MAX = 40;
/** Longest code of a second factor: a recovery code with its line, and blanks around it. */
export const FACTOR_LENGTH_MAX = 20;
/** What a passkey is called whose browser and system nobody knows, like those words in every language. */
export const PASSKEY_NAME = 'Passkey';
/** Passkeys of one person. */
export const PASSKEYS_MAX = 10;

/** 'Trader' and the last four digits of the uid (decision D9.33). */
export const defaultNickname = (uid: string): string => `Trader${uid.slice(-4)}`;

/**
 * Nothing that is not seen, or that turns the direction of what stands around it: letters that are drawn as nothing (fillers, joiners, the empty
 * Braille pattern) among it. The mark that makes a picture of a sign is seen in the picture before it.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u2800]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic})\ufe0f/u;

/** Blanks around it gone, blanks in it single. */
export const tidyName = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** What is wrong with a tidy name of more than nothing: it has more than `max` characters, or some that cannot be seen. `undefined`: nothing. */
export function nameProblem(text: string, max: number): 'long' | 'unseen' | undefined {
  if (UNSEEN.test(text)) return 'unseen';
  return [...text].length > max ? 'long' : undefined;
}
