/** The tables of micro trades. Columns as `schema.ts` says it of all. */

import type { Generated } from 'kysely';
import type { AccountType } from '#domain/account.ts';

export interface MicroTables {
  micro_order: {
    id: Generated<number>;
    user_id: number;
    realm: 'demo' | 'real';
    account_type: AccountType;
    product_id: number;
    /** 1 running, 3 over. */
    status: number;
    side: 'up' | 'down';
    /** The stake. */
    amount: bigint;
    ratio: bigint;
    /** How long it runs, and the seconds of the duration whose terms it has. */
    seconds: number;
    duration: number;
    /** Unix ms. */
    expire_at: number;
    open_price: bigint;
    end_price: bigint;
    profit: bigint;
    /** Tape sequence of the opening and of the ending tick; 0 while there is none, and of a void one. */
    open_seq: number;
    end_seq: number;
    /** Newest tick of the tape that the opening and the end knew; 0 while there is none, and in older rows. */
    open_known: Generated<number>;
    end_known: Generated<number>;
    /** How long the source might be silent at the opening and at the end, ms; 0: 5 s. */
    open_silence: Generated<number>;
    end_silence: Generated<number>;
    loss_level: string;
    /** '' while it runs; otherwise a `MicroEndReason`. */
    end_reason: string;
    created_at: number;
    completed_at: number;
  };
  /** What the house may lose on the expiries of a product within ten seconds, to one person, or to all of a realm (`user_id` 0). Rows of the past go. */
  micro_exposure: { realm: 'demo' | 'real'; product_id: number; window_ms: number; user_id: number; taken: bigint };
}
