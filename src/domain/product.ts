/**
 * A tradable product as page, worker and server speak of it: its market as a word, amounts as exact decimals, times in UTC ms. How it looks on
 * the wire is written in `src/protocol/product-wire.ts` alone. This file never parses, formats or asks for the time.
 */
import type { ContractTerms } from './contract.ts';
import type { Ratio } from './decimal.ts';
import type { FinancingTerms } from './financing.ts';
import type { LotsRules } from './lots.ts';
import type { MarketStatus } from './market-hours.ts';

/** A leverage that a product offers; a ticket begins with the default one. */
export type LeverageOffer = { readonly value: number; readonly isDefault: boolean };

/** What is fixed about a product, wherever it is kept. */
export type ProductTerms = ContractTerms & {
  readonly id: number;
  /** As in messages: EURUSD. */
  readonly code: string;
  /** As shown: EUR/USD. */
  readonly showCode: string;
  /** Address of a picture; '': a circle with two letters. */
  readonly logo: string;
  readonly categoryId: number;
  /** Fraction digits of its prices. */
  readonly pricePrecision: number;
  readonly lots: LotsRules;
  /** Empty where it can be traded by its fixed margin only, or not at all. */
  readonly leverages: readonly LeverageOffer[];
};

/**
 * The prices of its day so far: numbers whose shortest form is the exact decimal, zeros before the first price. `change`: percent of the open.
 * `timeMs`: of the last tick; `confirmedMs`: of the last tick or confirm.
 */
export type Quotation = {
  readonly [K in 'open' | 'high' | 'low' | 'close' | 'change' | 'timeMs' | 'confirmedMs']: number;
};

/** Whether it trades now; `opensAtMs`: of the next opening, 0 while it is open or when that is not known. */
export type MarketNow = { readonly marketStatus: MarketStatus; readonly opensAtMs: number };

/** What the next night brings, when that is, and how often it counts. */
export type NextNight = Pick<FinancingTerms, 'long' | 'short'> & { readonly nextMs: number; readonly nights: number };

/** A product at a moment, for a person who reads. */
export type Product = ProductTerms &
  MarketNow & {
    readonly name: string;
    readonly quotation: Quotation;
    /** By the configured type of fee: money per lot, or a share of the margin. */
    readonly feeRate: Ratio;
    /** `undefined` where a night moves nothing. */
    readonly financing: NextNight | undefined;
  };

/** What an order's cost follows from. */
export type TradeTerms = Pick<Product, keyof ContractTerms | 'lots' | 'leverages' | 'feeRate' | 'pricePrecision'>;

/** A group of products that a list can be cut down to. */
export type ProductCategory = { readonly id: number; readonly name: string };
