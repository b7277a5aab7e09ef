/**
 * Every table, as Kysely sees it. `bigint` columns are 10^-8 units (money, price, lots, volume); `number` columns are ids, times in
 * unix ms, counts and codes, checked to be safe integers when they are read (`columns.ts`). Both databases share it.
 */
import type { Generated } from 'kysely';
import type { AccountType } from '#domain/account.ts';
import type { CredentialChange } from '#domain/credential-lock.ts';
import type { AlertTables } from './alert-schema.ts';
import type { CompanyTables } from './company-schema.ts';
import type { CredentialTables } from './credential-schema.ts';
import type { FactorTables } from './factor-schema.ts';
import type { IdentityTables } from './identity-schema.ts';
import type { MarketTables } from './market-schema.ts';
import type { MicroTables } from './micro-schema.ts';
import type { OrderTables } from './order-schema.ts';
import type { OwnProtection, ProtectionTables } from './protection-schema.ts';

export type Realm = 'demo' | 'real';
export type { AccountType };
/** A person's account is several ledger accounts (server design, Ledger). House accounts have `user_id` null and part 'house'. */
export type AccountPart = 'balance' | 'margin' | 'pending' | 'stake' | 'draw' | 'fund' | 'deficit';
export type HouseAccount =
  | 'equity_in'
  | 'deposits'
  | 'withdrawals'
  | 'fees'
  | 'pnl'
  | 'protection'
  | 'loan'
  | 'fund'
  | 'micro'
  | 'financing';

export interface Database
  extends MarketTables,
    OrderTables,
    MicroTables,
    AlertTables,
    CredentialTables,
    IdentityTables,
    FactorTables,
    CompanyTables,
    ProtectionTables {
  user: {
    id: Generated<number>;
    uid: string;
    realm: Realm;
    /** Lower-cased; null for demo users and phone accounts. Unique. */
    email: string | null;
    /** E.164; null without a phone. Unique. */
    mobile: string | null;
    area_id: number;
    password_hash: string | null;
    /** SHA-256 of the demo id; null for real users. Unique. */
    demo_id_hash: string | null;
    level: number;
    credit_score: number;
    invite_code: string;
    /** 1 stops the taking of new risk (code 1015). */
    frozen: number;
    /** How the newest of `identity` stands: 0 none, 1 waiting, 2 finished, 3 rejected. */
    real_status: Generated<number>;
    created_at: number;
    last_seen_at: number;
    pay_password_hash: Generated<string | null>;
    /** When a credential was last changed, unix ms; 0 never. Withdrawals wait after it (`src/domain/credential-lock.ts`). */
    credential_changed_at: Generated<number>;
    /** What that change was; '' where nobody knows. */
    credential_change: Generated<CredentialChange | ''>;
    /** '' for the one that is made of the uid (decision D9.33). */
    nickname: Generated<string>;
    /** Whose invite code the account was registered with. */
    invited_by: Generated<number | null>;
    /** 1: a second factor is set. */
    two_factor: Generated<number>;
    /** A word of the person's own that stands in every letter; '' without one. */
    letter_word: Generated<string>;
    /** Code of the language that they are written to in; '' where nobody knows. */
    lang: Generated<string>;
    /** Of a demo account: the real one whose person registered from it. One of a person at most. */
    owner_id: Generated<number | null>;
  } & OwnProtection;
  /** A row per (user, type, part), made with the account. House accounts hold no balance: it is the sum of their entries. */
  account: {
    id: Generated<number>;
    user_id: number | null;
    realm: Realm;
    type: AccountType | 'house';
    part: AccountPart | HouseAccount;
    balance: bigint;
  };
  /** Unique on (kind, ref_type, ref_id, occurrence): the guard that makes every effect happen once. */
  ledger_tx: {
    id: Generated<number>;
    realm: Realm;
    user_id: number;
    kind: string;
    ref_type: string;
    ref_id: number;
    /** Tells the times of a posting that recurs apart; 0 for one that does not. */
    occurrence: Generated<number>;
    /** Log type of D1.3.16. */
    log_type: number;
    memo: string;
    created_at: number;
  };
  entry: {
    id: Generated<number>;
    tx_id: number;
    account_id: number;
    amount: bigint;
    /** Balance of the account after this entry; null for house accounts. */
    balance_after: bigint | null;
  };
  /** Up to which rows the check of a start found the ledger in order; the newest row counts. `at`: wall clock, unix ms. */
  ledger_checkpoint: { id: Generated<number>; at: number; tx_id: number; entry_id: number; order_id: number; deal_id: number };
  /** Stored answers of money calls, scoped by user; kept 72 h. */
  idempotency: {
    user_id: number;
    key: string;
    /** SHA-256 over path and fields; '' for a void. */
    request_hash: string;
    /** JSON of {code, message, params, data}. */
    reply: string;
    created_at: number;
  };
  user_seq: { user_id: number; seq: number };
  /** One row: the name of this database's numbers of events. */
  outbox_epoch: { only: number; epoch: string };
  /**
   * One row per trading account that was ever changed. `judged_seq`: every tick up to here has had its effects on the account. `version` of
   * the last change: transaction id on PostgreSQL, a count on SQLite; a reader that has seen all below a version has missed nothing.
   */
  account_change: { user_id: number; account_type: AccountType; judged_seq: number; version: number };
  /**
   * Work that falls due. Of the clock 'tape' it belongs to an account and is an effect of its judge; of the clock 'wall' `user_id` is 0. Unique on
   * (kind, subject, user_id, account_type). The row goes, or gets its next time, with the effect.
   */
  due_work: {
    id: Generated<number>;
    kind: string;
    clock: 'tape' | 'wall';
    /** Unix ms; on the clock 'tape' whole seconds. */
    due: number;
    /** Tells the times of recurring work apart; goes into the keys of its postings. Of an exact kind (`due-work-repository.ts`) its time, unix ms. */
    occurrence: number;
    /** Id of what it is about, of the kind's own choice: an order for instance. */
    subject: number;
    user_id: number;
    account_type: AccountType | '';
  };
  outbox: {
    id: Generated<number>;
    user_id: number;
    /** Gapless per user. */
    seq: number;
    topic: string;
    /** JSON without type, seq and uid. */
    payload: string;
    created_at: number;
  };
  /** Accounts that got their margin-call notice and are not re-armed yet (decision D9.06). */
  margin_call: { user_id: number; account_type: string; called_at: number };
  /** Where a reader of the tape stands; moves in the same transaction as its effects. Names: 'evaluator', 'candles', 'alerts'. */
  tape_cursor: { name: string; seq: number };
  /** Small facts: first start, seed version, epoch. */
  fact: { key: string; value: string };

  setting: { key: string; value: string };
  menu: { id: number; menu_group: string; path: string; icon: string; is_mobile: number; allow_demo: number; sort: number };
  menu_text: { menu_id: number; lang: string; title: string };
  area: { id: number; code: string; global_code: string };
  area_text: { area_id: number; lang: string; name: string };
  news: { id: number; created_at: number; on_home: number };
  news_text: { news_id: number; lang: string; title: string; summary: string; content: string };
  audit: {
    id: Generated<number>;
    at: number;
    actor: string;
    act: string;
    subject: string;
    detail: string;
    prev_hash: string;
    hash: string;
  };
}
