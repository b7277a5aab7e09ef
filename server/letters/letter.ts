/** What a letter is: a mail or a short message to one address, made of a template when it is sent. */
import type { Language } from '#domain/languages.ts';

export type Channel = 'email' | 'sms';
/** What goes to an address because somebody asked for a code to it. */
export const ASKED_TEMPLATES = [
  'registerCode',
  'resetCode',
  'changeCode',
  'registerKnown',
  'registerBarred',
  'addressCode',
  'addressKnown',
  'addressBarred',
] as const;

/** Texts in `server/seed/messages` under `letter.`: a mail has `.subject` and `.text`, a short message `.sms`. `letter.word` begins them all. */
export type LetterTemplate =
  | (typeof ASKED_TEMPLATES)[number]
  | 'emailChanged'
  | 'phoneChanged'
  | 'addressSet'
  | 'passwordChanged'
  | 'passwordReset'
  | 'payPasswordSet'
  | 'payPasswordChanged'
  | 'newDevice'
  | 'factorSet'
  | 'factorRemoved'
  | 'recoveryRenewed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'wordChanged'
  | 'identitySent'
  | 'identityVerified'
  | 'identityRejected'
  | 'accountFrozen'
  | 'accountUnfrozen'
  | 'selfExcluded'
  | 'accountClosed';

export type Letter = {
  /** Whose account it is about; undefined for an address that nobody has an account by. */
  readonly userId: number | undefined;
  readonly channel: Channel;
  /** E-mail address or E.164 number. */
  readonly to: string;
  readonly template: LetterTemplate;
  readonly lang: Language;
  readonly params: Readonly<Record<string, string>>;
  /** After so long it is not worth sending any more. */
  readonly lifeMs: number;
};

/** A letter in words; `id` is the same at every try, so that whoever carries it can drop a repeat. */
export type WrittenLetter = { readonly id: number; readonly to: string; readonly subject: string; readonly text: string };

/** What carries letters of one channel. */
export interface Carrier {
  /** Resolves once the letter is accepted. Rejects with a `LetterRefusedError` when trying again is of no use. */
  send(letter: WrittenLetter): Promise<void>;
  close(): void;
}

/** The carrier will never take this letter. The message holds nothing of the letter or its address. */
export class LetterRefusedError extends Error {
  override name = 'LetterRefusedError';
}
