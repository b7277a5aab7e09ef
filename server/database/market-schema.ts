/** The tables of the market: products, the tape and what is derived from it. Conventions: `schema.ts`. */
import type { Generated } from 'kysely';

export interface MarketTables {
  category: { id: number; sort: number };
  category_text: { category_id: number; lang: string; name: string };
  product: {
    id: number;
    code: string;
    show_code: string;
    logo: string;
    category_id: number;
    price_precision: number;
    pip: bigint;
    lots_min: bigint;
    lots_max: bigint;
    contract_number: bigint;
    /** Both meanings of the fee rate (decision D9.01). */
    fee_per_lot: bigint;
    fee_of_margin: bigint;
    /** Share of a position's value for a night (decision D9.67); below zero the holder pays. */
    financing_long: Generated<bigint>;
    financing_short: Generated<bigint>;
    /** Weekday whose night counts three times, 0 Sunday; -1 none. */
    financing_triple: Generated<number>;
    margin_mode: number;
    quote_rate: bigint;
    /** JSON [{value, default}]. */
    multiples: string;
    /** Name of a calendar in `src/domain/market-hours.ts`. */
    hours: string;
    /** 1 forces closed. */
    forced_closed: number;
    seed_price: bigint;
    /** Yearly volatility, in 10^-8 units. */
    volatility: bigint;
    sort: number;
  };
  product_text: { product_id: number; lang: string; name: string };

  /** Newest tick of each product: what a fill reads inside its transaction. */
  quote: {
    product_id: number;
    /** Sequence, price and time of the newest tick (never a confirm). */
    seq: number;
    price: bigint;
    time_ms: number;
    /** Sequence of the newest tick or confirm. */
    alive_seq: number;
    /** Tape time at the commit of the newest tick or confirm (decision D9.13). */
    alive_at: number;
  };
  /** Ticks of one commit (at most 50 ms or 256 ticks). */
  tape_group: { first_seq: number; last_seq: number; committed_at: number; body: Uint8Array };
  /**
   * One second of ticks, for ever: leaf `height - 1` of the log. `ranges` of a height that 256 divides: what the prices of all tiles up to
   * it were (`src/domain/tape/price-summary.ts`).
   */
  tape_block: {
    height: number;
    first_seq: number;
    last_seq: number;
    time_ms: number;
    body_hash: Uint8Array;
    ranges: Generated<Uint8Array | null>;
  };
  /** Blocks of the chain that there was before the log, and that wait to become leaves; the table goes with the last of them. */
  tape_chain: { height: number; first_seq: number; last_seq: number; time_ms: number; body_hash: string; prev_hash: string; hash: string };
  /** A view: where every block lies on the tape, whichever table has it. */
  tape_header: { height: number; first_seq: number; last_seq: number; time_ms: number };
  /** Hashes of whole runs of 256^level leaves, level 1 and up. */
  tape_node: { level: number; idx: number; hash: Uint8Array };
  /** Prices of 256 blocks: of the heights from 256 x tile + 1 on. */
  tape_summary: { tile: number; body: Uint8Array };
  /**
   * One row: how many leaves are signed for, and the note that says so ('' before the first). `cosigned`: the newest that witnesses signed
   * too, '' without one. `objection`: a note by our key that this log cannot go on from; while there is one nothing is signed.
   */
  tape_checkpoint: { only: number; size: number; note: string; cosigned: string; objection: string };
  /** Delta-coded ticks of a block, kept 7 days (demo 2) and as long as a kept fill points there. */
  tape_body: { height: number; body: Uint8Array };
  /** Every product's price as of the last tick of a block, about every 256 blocks, for ever. `book`: JSON of `price-book.ts`. */
  tape_book: { height: number; seq: number; book: string };
  /**
   * Values of the operator's settings that judgement uses, for ever. `product_id` 0: of the whole site. `value` null: the default again.
   * `from_seq`: first tick that it holds for; null until the tape commits its next group.
   */
  rule_change: { id: Generated<number>; rule: string; product_id: number; value: string | null; from_seq: number | null };
  candle: {
    product_id: number;
    /** Id of a row in `candle_period`. */
    period: number;
    time_ms: number;
    open: bigint;
    high: bigint;
    low: bigint;
    close: bigint;
    volume: bigint;
    /** (time, n) of the open and of the close tick: late ticks amend by them. */
    open_ms: number;
    open_seq: number;
    close_ms: number;
    close_seq: number;
  };
  /** The id that a candle period has for ever, and up to which tick its stored bars go; null: as far as the cursor 'candles'. */
  candle_period: { id: number; name: string; seq: number | null };
}
