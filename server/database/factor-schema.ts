/** The tables of sessions, devices, factors and logins. Conventions: `schema.ts`. */
import type { Generated } from 'kysely';
import type { LoginWay } from '#protocol/rest/security.ts';

/** By what a session was ended from elsewhere; '' by its own logout, or as the oldest of too many. */
export type EndedBy = '' | 'password' | 'reset' | 'factor' | 'passkey' | 'device' | 'address' | 'freeze' | 'close';

export interface FactorTables {
  session: {
    /** SHA-256 of the token. */
    token_hash: string;
    user_id: number;
    created_at: number;
    used_at: number;
    revoked_at: number | null;
    /** SHA-256 of the token of the device that it was opened on; null where it has none. */
    device_hash: Generated<string | null>;
    /** Where and how it was opened, as in `login_event`. */
    agent: Generated<string>;
    network: Generated<string>;
    via: Generated<LoginWay | ''>;
    ended_by: Generated<EndedBy>;
    /** The passkey that it was opened by; null where it was none, or nobody knows which. */
    passkey_id: Generated<number | null>;
  };
  /** A device that a person has logged in from. */
  device: {
    /** SHA-256 of the token that the device keeps. */
    token_hash: string;
    user_id: number;
    created_at: number;
    used_at: number;
  };
  /** The codes of an authenticator app. `is_set` 0: begun, and no code of it has come yet. */
  second_factor: {
    user_id: number;
    /** Base32, encrypted with the key of the installation. */
    secret: string;
    is_set: number;
    /** The newest time step whose code was accepted: none counts twice. */
    last_step: number;
    /** Wrong codes since `failures_since`, unix ms. */
    failures: number;
    failures_since: number;
    created_at: number;
    /** When its first code set it, unix ms; 0 before. */
    set_at: Generated<number>;
    /** SHA-256 of the token of the session that began it; '' where nobody knows. */
    begun_by: Generated<string>;
  };
  /** A code that works once in place of the app; keyed hash. */
  recovery_code: { user_id: number; code_hash: string; used_at: number | null };
  passkey: {
    id: Generated<number>;
    user_id: number;
    /** Base64url, as the browser names it. */
    credential_id: string;
    /** COSE key, base64url. */
    public_key: string;
    counter: number;
    /** JSON list of the authenticator's own words. */
    transports: string;
    name: string;
    /** Browser and system that made it; '' where nobody knows. */
    agent: Generated<string>;
    /** When the newest challenge that it answered was made, unix ms: an older one does not count any more. */
    challenged_at: number;
    created_at: number;
    /** 0: never. */
    used_at: number;
  };
  /** A login whose password was right and that waits for the second factor. */
  sign_in: { ticket_hash: string; user_id: number; network: string; expires_at: number; tries: number };
  login_event: {
    id: Generated<number>;
    user_id: number;
    at: number;
    /** 0: refused. */
    entered: number;
    via: LoginWay;
    /** Browser and system in a few words. */
    agent: string;
    /** /24 or /48. */
    network: string;
    /** 1: from a device that the account did not know. */
    is_new: number;
  };
}
