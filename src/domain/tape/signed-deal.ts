/**
 * A deal of every kind, as the server signs it for its owner: types alone. Here is the one list of kinds and rules. How a deal is written is
 * `deal-note.ts`, what it has `deal-shapes.ts`. Whoever adds a deal to `SignedDeal` is told by the compiler of its shape, its terms, its recheck,
 * the tape that it needs, its money where its kind is new, the words of its rule, the oracle of the tests, and, where a position is closed for a
 * new reason (`../order.ts`), of the reader of pushes. Nobody tells of what the server stores with it (`server/trading/orders/deal-grounds.ts`),
 * the toast about it (`src/ui/orders/order-news.ts`), the document and the verifier in Python (`docs/verifiable-fills.md`,
 * `docs/examples/verify_receipt.py`), and the honest fills of the tests (`tests/property/tape/made-fills.ts`).
 */
import type { MarginMode, Side } from '../contract.ts';
import type { Lots, Money, Price, Ratio } from '../decimal.ts';
import type { MicroSide } from '../micro.ts';
import type { DealHours, DealTerms } from './deal-terms.ts';

/** What every deal says. Numbers of ticks (`seq`) are those of the tape; times are unix ms; decimals are exact. */
type Common = {
  /** Of the log that its ticks are in. */
  readonly origin: string;
  readonly realm: 'demo' | 'real';
  /** Public number of its owner. */
  readonly uid: string;
  /** Of contract orders the number of the deal; of a micro trade twice its number, and one more for its end. */
  readonly deal: number;
  /** Number of the order, or of the micro trade. */
  readonly order: number;
  readonly product: number;
  /** Trading time: of a deal that a tick brought about the tick's own; of an act the tape's, never before its tick; of a micro trade's end its expiry. */
  readonly timeMs: number;
  /** What it brought; 0 for an opening. A fee is not in it. */
  readonly profit: Money;
};

/** A deal of a contract order: always at a price. */
type ContractDeal = Common & {
  /** Of a closed part: the position that it is a part of; else undefined. */
  readonly parent: number | undefined;
  readonly side: Side;
  /** Lots that were executed. */
  readonly lots: Lots;
  /** Price of the newest tick of the product at `knownSeq`, and that tick, never a confirm. */
  readonly price: Price;
  readonly tickSeq: number;
  /** Charged with the opening; 0 for a close. */
  readonly fee: Money;
  /** Of an opening the margin that it takes by `initialMargin`; of a close what the closed lots had of it. */
  readonly margin: Money;
  readonly contractNumber: Ratio;
  readonly quoteRate: Ratio;
  readonly leverage: number;
  readonly marginMode: MarginMode;
};

/** A deal of a micro trade. Lots, fee, margin, contract terms and hours are absent. */
type MicroDeal = Common & { readonly side: MicroSide };

/** A price that the tape gave, and its tick. */
type Priced = { readonly price: Price; readonly tickSeq: number };
/** Of a void end. */
type Unpriced = { readonly price: undefined; readonly tickSeq: undefined };

/**
 * What a recheck goes by. `knownSeq`: newest tick of the whole tape that the execution knew. Of an act it was read in one statement with the
 * price; of a judged deal it is the tick or confirm at which the judge looked, which gave the price or made the product tradable again.
 * `hours`: when the product trades, with the operator's halts after `fromSeq`, of a stop after `stopsFrom` of its terms where it has that (without either: at
 * `knownSeq`) up to `knownSeq`.
 */
type Known = { readonly knownSeq: number };
type Judged = Known & {
  /** What the price had to reach: of a stop the stop, of a pending order the price that it waited for. */
  readonly level: Price;
  /**
   * The last tick that did not count: the first tick or confirm of the product after it, at which the product is open and its newest price has
   * reached `level`, is `knownSeq`.
   */
  readonly fromSeq: number;
};
type WithHours = { readonly hours: DealHours };

/** `market`: price is the product's newest at `knownSeq`, with a tick or confirm at most the silence of its terms before. */
export type MarketOpening = ContractDeal & WithHours & Known & { kind: 'open'; rule: 'market' | 'reverse'; terms: DealTerms['opening'] };
/** `terms.trigger` says which side `level` is met from. */
export type PendingOpening = ContractDeal & WithHours & Judged & { kind: 'open'; rule: 'pending'; terms: DealTerms['pending'] };
/** As a market opening; of a `reset` only the tick counts, however old, and hours and freshness do not. */
export type AskedClose = ContractDeal &
  WithHours &
  Known & { kind: 'close'; rule: 'close' | 'reverse' | 'reset'; terms: DealTerms['closing'] };
/**
 * `level` is the stop that was met. Both stops, each with its own last tick that did not count, are in `terms`; where both are met it is `sl`. After
 * the smaller of the two `from`s, of stops that there were, up to `knownSeq` neither was met.
 */
export type StopClose = ContractDeal & WithHours & Judged & { kind: 'close'; rule: 'sl' | 'tp'; terms: DealTerms['stopped'] };
/**
 * `level`: the margin level in percent at or below which an account is stopped out. At `knownSeq` equity / margin x 100 of the funds in `terms`
 * is not above it, and of the positions that can be closed this one has the largest loss; of equal ones the older, by number.
 */
export type StopOutClose = ContractDeal & WithHours & Known & { kind: 'close'; rule: 'stopout'; level: Ratio; terms: DealTerms['stopOut'] };
/** As a market opening, without hours. */
export type MicroOpening = MicroDeal & Priced & Known & { kind: 'micro-open'; rule: 'market'; terms: DealTerms['staked'] };
/**
 * `knownSeq`: the tick before the first one, of any product, whose own time is later than the expiry; while the tape stands still the newest.
 * The price is the product's newest at `knownSeq`, which has a tick or confirm later than expiry - the silence of its terms.
 */
export type MicroEnd = MicroDeal & Priced & Known & { kind: 'micro-end'; rule: 'micro'; terms: DealTerms['micro'] };
/** `micro-void`: up to `knownSeq`, as of a `MicroEnd`, the product has no tick or confirm later than expiry - that silence. `reset`: its demo was reset; nothing to recheck. */
export type MicroVoid = MicroDeal & Unpriced & Known & { kind: 'micro-end'; rule: 'micro-void' | 'reset'; terms: DealTerms['micro'] };
/** From before rules were recorded: nobody can tell by which. A void end of a micro trade has no price. */
type OldDeal = { rule: undefined } & (
  | (ContractDeal & { kind: 'open' | 'close' })
  | (MicroDeal & (Priced | Unpriced) & { kind: 'micro-open' | 'micro-end' })
);

export type SignedDeal = Readonly<
  MarketOpening | PendingOpening | AskedClose | StopClose | StopOutClose | MicroOpening | MicroEnd | MicroVoid | OldDeal
>;
export type DealKind = SignedDeal['kind'];
export type DealRule = Exclude<SignedDeal['rule'], undefined>;
type ShapeOf<D> = D extends { readonly kind: infer K extends DealKind; readonly rule: infer R extends DealRule | undefined }
  ? `${K} ${R extends DealRule ? R : '-'}`
  : never;
/** Every kind of deal with every rule that it may have, `-` for none: 'close sl', 'open -'. */
export type ShapeName = ShapeOf<SignedDeal>;
