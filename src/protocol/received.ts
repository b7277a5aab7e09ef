/** What a frame of the socket says, in the engine's own words. `parse-socket.ts` maps the wire names to these, once. */
import type { OwnBalance } from '#domain/account.ts';
import type { CloseReason } from '#domain/close-reasons.ts';
import type { Money } from '#domain/decimal.ts';
import type { OrderState } from '#domain/order.ts';
import type { SymbolEntry } from './quote-row.ts';
import type { NoticeKind } from './socket.ts';

/** One product's quotation. NaN stands for "not said". */
export type QuoteUpdate = {
  readonly symbol: string;
  readonly close: number;
  readonly timeMs: number;
  /** Sequence of the last tick; NaN in base. */
  readonly n: number;
  /** The price did not move; the source is alive (decision D9.03). In base a repeat with its old time says the same. */
  readonly isConfirm: boolean;
  /** Extremes and volume since the batch before (ext); the close and 0 in base. */
  readonly runHigh: number;
  readonly runLow: number;
  readonly runVolume: number;
  /** Of the day. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly change: number;
  /** 1 open, otherwise closed. */
  readonly status: number;
  readonly opensAtMs: number;
};

export type BarUpdate = {
  readonly symbol: string;
  /** As it was said: who shows bars knows which periods there are. */
  readonly period: string;
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Sequence of the last tick in it; NaN in base. */
  readonly n: number;
};

export type AccountSnapshot = {
  /** Everything below but the orders is `undefined` where a back end does not send it. */
  readonly margin: Money | undefined;
  readonly balance: Money | undefined;
  readonly pending: Money | undefined;
  readonly deficit: Money | undefined;
  /** Number of the person's newest event when it was read; NaN in base. */
  readonly outboxSeq: number;
  readonly orders: readonly { readonly id: number; readonly price: number; readonly profit: Money }[];
};

/** An event of a user: gapless `seq` and when it was written in ext, NaN in base. `uid` is '' where it is not said. */
export type UserEvent = { readonly seq: number; readonly uid: string; readonly atMs: number } & (
  | { readonly kind: 'closed'; readonly ids: readonly number[]; readonly reasons: Readonly<Record<string, CloseReason>> }
  | { readonly kind: 'order'; readonly id: number; readonly state: OrderState }
  | { readonly kind: 'balance'; readonly rows: readonly OwnBalance[] }
  /** As it came: `firedAlertFromWire` reads it. */
  | { readonly kind: 'alert'; readonly row: unknown }
  /** As it came: `microFromWire` reads it. */
  | { readonly kind: 'micro'; readonly row: unknown }
  | {
      readonly kind: 'notice';
      readonly notice: NoticeKind;
      readonly level: string;
      readonly text: string;
    }
);

/** The newest checkpoint of the price tape, as it came: whoever keeps it checks it. It has no number of its own. */
export type TapeNews = { readonly kind: 'tape'; readonly uid: string; readonly row: unknown };

export type Received =
  | { readonly kind: 'hello'; readonly epoch: string; readonly timeMs: number }
  | { readonly kind: 'login'; readonly code: number; readonly uid: string }
  | {
      readonly kind: 'sub';
      readonly topic: string;
      readonly code: number;
      readonly epoch: string;
      readonly seq: number;
      /** Of an event topic: when the event `seq` was written. */
      readonly atMs: number;
      readonly recovered: boolean | undefined;
      /** Symbols of binary rows, when the server has told new ones. */
      readonly table: readonly SymbolEntry[] | undefined;
      /** The snapshot of a state topic, already read; empty for event topics. */
      readonly snapshot: readonly Received[];
    }
  | { readonly kind: 'pong'; readonly id: number; readonly timeMs: number }
  | { readonly kind: 'quotes'; readonly seq: number; readonly rows: readonly QuoteUpdate[] }
  | { readonly kind: 'bar'; readonly seq: number; readonly bar: BarUpdate }
  | { readonly kind: 'account'; readonly seq: number; readonly uid: string; readonly snapshot: AccountSnapshot }
  | UserEvent
  | TapeNews
  | { readonly kind: 'resync'; readonly topic: string }
  | { readonly kind: 'shutdown'; readonly retryMs: number }
  /** Known and of no use to the engine today: copy trading, an answer to unsub or logout. */
  | { readonly kind: 'ignored' };

/** Why a frame, or a part of it, was dropped. */
export type DropReason =
  | 'not text'
  | 'too large'
  | 'not JSON'
  | 'bad envelope'
  | 'too deep'
  | 'array too long'
  | 'no type'
  | 'unknown type'
  | 'bad content';
