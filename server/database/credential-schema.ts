/** The tables of letters, sent codes and captchas. Conventions: `schema.ts`. */
import type { Generated } from 'kysely';

export interface CredentialTables {
  /** Mails and short messages, written in the transaction of the act that they tell of. */
  letter: {
    id: Generated<number>;
    /** Whose account it is about; null for an address that nobody has an account by. */
    user_id: number | null;
    channel: 'email' | 'sms';
    /** '' for nobody. */
    target: string;
    template: string;
    lang: string;
    /** JSON of texts; '{}' once the letter is over, except in the demo, whose outbox shows it. */
    params: string;
    /** 'none': it was to nobody, and is there so that one answer costs what the other does. */
    state: 'waiting' | 'sent' | 'failed' | 'none';
    tries: number;
    /** When it is tried next, and after when no more, unix ms. */
    due: number;
    expires_at: number;
    created_at: number;
    /** 0 while it waits. */
    ended_at: number;
    /** Why it failed, in a word. */
    failure: string;
  };
  /** When codes were sent to an address lately, whatever for. The address is kept as a keyed hash: most have no account. */
  code_target: { target_hash: string /** JSON list of unix ms, oldest first. */; sent_at: string; newest_at: number };
  /** The one code of an address for a purpose that may still be used. */
  code: { target_hash: string; purpose: string; code_hash: string; tries: number; expires_at: number };
  /** Pictures and puzzles that wait for their answer. */
  captcha: {
    id: string;
    kind: 'picture' | 'puzzle';
    purpose: string;
    /** The wider network that it was given to. */
    network: string;
    /** Keyed hash of the letters, or the salt of a puzzle. */
    secret: string;
    expires_at: number;
  };
}
