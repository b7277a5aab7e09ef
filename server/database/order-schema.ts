/** The tables of contract orders. Columns as `schema.ts` says it of all. */
import type { Generated } from 'kysely';
import type { AccountType } from '#domain/account.ts';
import type { DealRule } from '#domain/tape/signed-deal.ts';

export interface OrderTables {
  trade_order: {
    id: Generated<number>;
    user_id: number;
    realm: 'demo' | 'real';
    account_type: AccountType;
    product_id: number;
    /** 0 pending, 1 holding, 3 closed, 4 cancelled. */
    status: number;
    side: 'buy' | 'sell';
    lots: bigint;
    asked_price: bigint;
    open_price: bigint;
    close_price: bigint;
    margin: bigint;
    fee: bigint;
    profit: bigint;
    /** What its nights have brought so far; below zero it was charged. */
    financing: Generated<bigint>;
    stop_loss: bigint;
    take_profit: bigint;
    leverage: number;
    margin_mode: number;
    contract_number: bigint;
    quote_rate: bigint;
    /** Tape sequence of the fill, of the close, and of the tick it is judged from; 0 while there is none. */
    open_seq: number;
    close_seq: number;
    eval_from: number;
    /** Each stop counts from the tick after its own: an edit never fires by what came before it, and leaves the other stop as it is. */
    stop_loss_from: Generated<number>;
    take_profit_from: Generated<number>;
    /** A pending order waits for a price at or below its target ('down'), at or above it ('up'), or for any ('now'); '' never pended. */
    trigger_side: Generated<'' | 'down' | 'up' | 'now'>;
    /** A pending order is cancelled before the first tick of this time (unix ms, whole seconds); 0: it waits until it is cancelled. */
    good_till: Generated<number>;
    close_reason: string;
    origin_id: number;
    parent_id: number;
    follow_type: number;
    created_at: number;
    opened_at: number;
    completed_at: number;
  };
  /** One row per execution; what the ledger refers to. */
  deal: {
    id: Generated<number>;
    order_id: number;
    user_id: number;
    /** 'open' | 'close'. */
    kind: string;
    lots: bigint;
    price: bigint;
    profit: bigint;
    fee: bigint;
    margin: bigint;
    tick_seq: number;
    created_at: number;
    /** '' in older rows. */
    rule: Generated<DealRule | ''>;
    /** What the price, or the margin level, had to reach; 0 where the rule has none. */
    rule_level: Generated<bigint>;
    /** Last tick that did not count; 0 where the rule has none. */
    from_seq: Generated<number>;
    /** Newest tick that the execution knew. */
    known_seq: Generated<number>;
    /** The line `terms` of the signed deal, as text. */
    terms: Generated<string>;
  };
  /** Every edit of a stop, for ever: which level counted at which tick. `from_seq`: the new level counts from the tick after it. */
  stop_edit: {
    id: Generated<number>;
    order_id: number;
    stop: 'loss' | 'profit';
    old_price: bigint;
    new_price: bigint;
    from_seq: number;
    at: number;
  };
}
