/**
 * What the page may ask the worker about receipts, and what it gets: types alone. The worker holds the keys, the notes and the checks; the
 * page shows what came of them. No answer rejects: what went wrong is an answer too.
 */
import type { Lots, Money, Price, Ratio } from '#domain/decimal.ts';
import type { DealHours, DealTerms } from '#domain/tape/deal-terms.ts';
import type { Refusal } from '#domain/tape/receipt-file.ts';
import type { DealKind, DealRule } from '#domain/tape/signed-deal.ts';
import type { Answered, Answers } from '#domain/tape/verdict.ts';

/** Prices of the product up to a fill, and what else its block has: one tick a place, ascending. `marked`: where the fill's own tick is, -1 when it is not among them. */
export type TapeSpan = {
  readonly timesMs: readonly number[];
  readonly prices: readonly number[];
  readonly marked: number;
};
/** What a check came to. `atMs`: when, by the device's clock; `size`: blocks of the log that it was checked against. */
export type Checked = {
  readonly verdict: Answers;
  readonly atMs: number;
  readonly size: number;
  readonly span: TapeSpan | undefined;
};

/** What the page shows of a signed deal. Numbers as the deal has them; what a kind of deal has not is absent. */
export type ReceiptDeal = {
  readonly origin: string;
  readonly deal: number;
  readonly order: number;
  readonly product: number;
  readonly kind: DealKind;
  /** Absent in deals from before rules were recorded. */
  readonly rule: DealRule | undefined;
  readonly side: 'buy' | 'sell' | 'up' | 'down';
  readonly timeMs: number;
  readonly profit: Money;
  readonly price?: Price | undefined;
  readonly tickSeq?: number | undefined;
  readonly lots?: Lots | undefined;
  readonly fee?: Money | undefined;
  readonly margin?: Money | undefined;
  readonly level?: bigint | undefined;
  readonly fromSeq?: number | undefined;
  readonly leverage?: number | undefined;
  readonly contractNumber?: Ratio | undefined;
  readonly quoteRate?: Ratio | undefined;
  readonly hours?: DealHours | undefined;
  readonly terms?: Partial<DealTerms['pending'] & DealTerms['stopped'] & DealTerms['stopOut'] & DealTerms['micro']>;
};

/** 0 contract, 1 micro, as in the addresses of the records. */
export type ReceiptSource = 0 | 1;
/** A fill of the person's own. `checked`: what the last check came to, kept on this device. */
export type Fill = { readonly source: ReceiptSource; readonly deal: ReceiptDeal; readonly checked: Checked | undefined };

/**
 * Why there is no answer. `offline`: the server was not reached; `unread`: what this device keeps of the log cannot be read; `too-long`: it
 * takes more of the log than a receipt can hold; `refused`: the server had another answer, `text` in the person's language.
 */
export type ReceiptProblem =
  | { readonly kind: 'problem'; readonly problem: 'offline' | 'unread' | 'broken' | 'too-long' }
  | { readonly kind: 'problem'; readonly problem: 'refused'; readonly code: number | string; readonly text: string };

/** The key that this device believes, and what it holds of the log. Times by the device's clock. */
export type Pin = {
  readonly origin: string;
  readonly vkey: string;
  readonly atMs: number;
  /** Checkpoints that are kept, with the sizes and times of the first and the newest; undefined before the first. */
  readonly notes: number;
  readonly first: { readonly size: number; readonly atMs: number } | undefined;
  readonly newest: { readonly size: number; readonly atMs: number; readonly note: string } | undefined;
  /** False where the browser keeps nothing: what is known is gone with the page. */
  readonly isKept: boolean;
  /** Receipts that failed, kept as they were. */
  readonly evidence: number;
  /** Another log that the server speaks of and that this device was not told to believe. */
  readonly offered: { readonly origin: string; readonly vkey: string } | undefined;
};

export type ReceiptAsk =
  /** The fills of an order, oldest first. */
  | { readonly kind: 'fills'; readonly source: ReceiptSource; readonly id: number }
  /** `isLargeFine`: the person has agreed to a long stretch of the tape. */
  | { readonly kind: 'check'; readonly source: ReceiptSource; readonly id: number; readonly deal: number; readonly isLargeFine: boolean }
  /** The receipt as a file. */
  | { readonly kind: 'file'; readonly source: ReceiptSource; readonly id: number; readonly deal: number }
  | { readonly kind: 'pin' }
  /** Which tick the newest price of a product is that has this time: what a person sees who presses now. */
  | { readonly kind: 'shown'; readonly productId: number; readonly timeMs: number }
  /** The answer of a call that was executed, and the number of the tick that was seen when it was pressed. */
  | { readonly kind: 'pressed'; readonly path: string; readonly data: unknown; readonly seenSeq: number }
  /** Believes the log that is offered in place of the pin. */
  | { readonly kind: 'accept'; readonly vkey: string }
  /** A checkpoint or a receipt that somebody else gave. */
  | { readonly kind: 'compare'; readonly text: string }
  /** The receipts that failed, one file. */
  | { readonly kind: 'evidence' };

export type FillsReply = ReceiptProblem | { readonly kind: 'fills'; readonly fills: readonly Fill[] };
/** `unsealed`: the block of the fill is not in the log yet; `large`: about so many bytes are to be fetched. */
export type CheckReply =
  | ReceiptProblem
  | { readonly kind: 'unsealed' }
  | { readonly kind: 'large'; readonly bytes: number; readonly hours: number }
  | { readonly kind: 'checked'; readonly checked: Checked; readonly isKept: boolean };
/** 0: not known, another price of the product has come since. */
type SeenReply = ReceiptProblem | { readonly kind: 'seen'; readonly seenSeq: number };
export type FileReply = ReceiptProblem | { readonly kind: 'unsealed' } | { readonly kind: 'file'; readonly text: string };
export type PinReply = ReceiptProblem | { readonly kind: 'pin'; readonly pin: Pin | undefined };
/** Whether somebody's checkpoint and one's own are parts of one log. */
export type LogAnswer =
  | Answered<'yes', 'extends'>
  | Answered<'unknown', 'first-use' | 'key-changed' | 'no-own-checkpoint' | 'behind'>
  | Answered<'no', 'two-roots' | 'consistency'>;
/** `log`: what a checkpoint came to, `size` its blocks; `receipt`: somebody's receipt, checked; `unreadable`: neither. */
export type CompareReply =
  | ReceiptProblem
  | { readonly kind: 'log'; readonly answer: LogAnswer; readonly size: number }
  | { readonly kind: 'receipt'; readonly deal: ReceiptDeal | undefined; readonly checked: Checked }
  | { readonly kind: 'unreadable'; readonly reason: Refusal['refused'] };

export type ReceiptReply<A extends ReceiptAsk = ReceiptAsk> = {
  fills: FillsReply;
  check: CheckReply;
  file: FileReply;
  pin: PinReply;
  accept: PinReply;
  compare: CompareReply;
  evidence: FileReply;
  shown: SeenReply;
  pressed: SeenReply;
}[A['kind']];
