/**
 * A micro trade as page, worker and server speak of it: up or down over a chosen time, for a stake. States as words, money as exact decimals,
 * times in UTC ms. How it looks on the wire is written in `src/protocol/micro-wire.ts` alone; what it comes to, in `micro.ts`.
 */
import type { Money, Price, Ratio } from './decimal.ts';
import type { MicroSide } from './micro.ts';
import type { SlippageBound } from './order-request.ts';

/** 'void': it was undone, and its stake returned. Both last ones are final. */
type MicroState = 'running' | 'closed' | 'void';
/** A list of micro trades: those that run, and the history, which holds the void ones too. */
export type MicroList = 'running' | 'closed';
/**
 * Why it is over; '' while it runs. 'expiry': its time came; 'gap': the source was silent before its end for as long as `freshness.ts` says of
 * the category (decision D1.4.09); 'reset': its demo account was reset (decision D1.4.20).
 */
const MICRO_END_REASONS = ['', 'expiry', 'gap', 'reset'] as const;
export type MicroEndReason = (typeof MICRO_END_REASONS)[number];

/** Why a trade is void; each has its texts on the server and in the page. */
export type MicroVoidReason = Exclude<MicroEndReason, '' | 'expiry'>;

export const isMicroVoid = (end: MicroEndReason): end is MicroVoidReason => end !== '' && end !== 'expiry';
export const microState = (end: MicroEndReason): MicroState => (end === '' ? 'running' : isMicroVoid(end) ? 'void' : 'closed');
/** The reason that has this name; `undefined`: none that is known here. */
export const microEndReason = (name: unknown): MicroEndReason | undefined => MICRO_END_REASONS.find((known) => known === name);

export type MicroTrade = {
  readonly id: number;
  readonly productId: number;
  /** Code of the product as shown: EUR/USD. */
  readonly code: string;
  readonly side: MicroSide;
  readonly state: MicroState;
  /** The stake. */
  readonly stake: Money;
  readonly ratio: Ratio;
  /** How long it runs, in whole seconds. */
  readonly seconds: number;
  readonly expireAtMs: number;
  /** What was left of it when the server said so; 0 once it is over. */
  readonly remainMs: number;
  readonly openPrice: Price;
  /** `undefined` while it runs, and of a void one. */
  readonly endPrice: Price | undefined;
  /** `undefined` while it runs; `0n` of a void one. */
  readonly profit: Money | undefined;
  readonly createdMs: number;
  readonly completedMs: number | undefined;
  /** `micro_loss_level` as it was when it was opened. */
  readonly lossLevel: string;
  readonly end: MicroEndReason;
  /** Why it is void, in the language that was asked for. */
  readonly memo: string;
};

/** A duration that a product offers, with its terms. */
export type MicroDuration = {
  readonly id: number;
  readonly seconds: number;
  /** Profit of a won trade per 1 of stake. */
  readonly ratio: Ratio;
  /** Least and largest stake. */
  readonly minStake: Money;
  readonly maxStake: Money;
  /** Share of trades of a random side that would have won, 0 to 1; `0n` where that is not known. */
  readonly winShare: Ratio;
  /** What a trade of a random side costs on average, per 1 of stake; never below zero. `0n` where that is not known. */
  readonly averageCost: Ratio;
  /** False: shown, but not to be chosen (decision D9.19). */
  readonly isOffered: boolean;
  /** It would end after the market closes, and is not to be chosen (decision D9.22). */
  readonly endsAfterClose: boolean;
};

/** What may be asked for now. `stakes`: stakes that are offered to choose from. `nowMs`: trading time when the server said so. */
export type MicroTerms = { readonly durations: readonly MicroDuration[]; readonly stakes: readonly Money[]; readonly nowMs: number };

/** What a person asks for: a stake over a duration of the list, or until a time in place of it. `stake`: decimal text. */
export type NewMicro = {
  readonly productId: number;
  readonly side: MicroSide;
  readonly stake: string;
  /** The ratio that the person saw: nothing worse is taken (decision D9.21). */
  readonly seenRatio?: Ratio | undefined;
  /** How far from the price that the person saw it may open; `undefined`: at any. */
  readonly bound?: SlippageBound | undefined;
} & ({ readonly seconds: number } | { readonly expireAtMs: number });
