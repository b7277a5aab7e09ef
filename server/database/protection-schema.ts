/** The tables of what people do to protect themselves. Conventions: `schema.ts`. */
import type { Generated } from 'kysely';
import type { FreezeWay } from '#domain/protection.ts';
import type { AccountKind } from '#domain/registration.ts';

export interface ProtectionTables {
  /** Every freeze of an account, for ever; one of a person at most is not lifted. */
  account_freeze: {
    id: Generated<number>;
    user_id: number;
    way: FreezeWay;
    frozen_at: number;
    /** Null while it stands. */
    lifted_at: number | null;
    /** As in the audit: `user:` and a uid, or an operator; '' while it stands. */
    lifted_by: Generated<string>;
  };
  /** A "not me" link of a letter: SHA-256 of its token. */
  not_me: {
    token_hash: string;
    user_id: number;
    /** What the letter told of, as in the audit. */
    act: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    /** The change of an address, in `address_change`, that it takes back with all later ones; null: none. */
    undoes: Generated<number | null>;
  };
  /** A change of an address of an account, kept as long as a "not me" link can take it back. */
  address_change: {
    id: Generated<number>;
    user_id: number;
    kind: AccountKind;
    /** What stood in its place, null where there was none. */
    former: string | null;
    changed_at: number;
  };
  /** A limit of a person on themselves. Money in 10^-8, a count as it is; null: no limit. */
  own_limit: {
    user_id: number;
    kind: string;
    bound: bigint | null;
    next_bound: bigint | null;
    /** When `next_bound` takes the place of `bound`, unix ms; 0: nothing waits. */
    next_at: number;
  };
  /** An address that an account had which was closed: keyed hash, and until when nobody registers with it, unix ms. */
  former_name: { name_hash: string; user_id: number; until: number };
}

/** What protects a person from themselves, kept in their row. */
export type OwnProtection = {
  /** Until when a break of the person's own lasts, self-exclusion, and a lock of their limits, unix ms; 0 for none. */
  cool_off_until: Generated<number>;
  excluded_until: Generated<number>;
  limits_locked_until: Generated<number>;
  /** After how many minutes a session reminds; 0: never. */
  remind_minutes: Generated<number>;
  /** When the account was closed for good, unix ms; 0: it is not. */
  closed_at: Generated<number>;
};
