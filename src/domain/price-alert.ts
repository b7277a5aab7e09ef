/**
 * Price alerts: what a person may set one for, when a tick fires it, and when one that fires every time is armed again
 * (decisions D9.145 to D9.147). Page and server ask here. The time is an argument, in whole seconds of the tape; nothing here rounds.
 */
import { ONE, type Price, type Ratio, unitOfDigits } from './decimal.ts';
import type { Level } from './stops.ts';
import { isWholePoints } from './typed-price.ts';

/** 'above' and 'below' wait for a price, 'move' for a move within a time, up or down. */
export const ALERT_KINDS = ['above', 'below', 'move'] as const;
type AlertKind = (typeof ALERT_KINDS)[number];
/** 'once': it is over when it fires; 'every': it is armed again afterwards. */
export const ALERT_REPEATS = ['once', 'every'] as const;
export type AlertRepeat = (typeof ALERT_REPEATS)[number];

/** Times within which a move can be waited for. */
export const ALERT_WINDOWS_S: readonly number[] = [60, 300, 900, 3_600, 14_400];
/** A move in percent, with so many digits at most. */
export const ALERT_PERCENT_MIN: Ratio = ONE / 10n;
export const ALERT_PERCENT_MAX: Ratio = 50n * ONE;
const PERCENT_DIGITS = 2;
/** Alerts of one person. */
export const ALERTS_MAX = 50;
/** Rows of what fired that are kept of one person; the oldest go first. */
export const FIRED_ALERTS_MAX = 200;
/** So long an alert that fires every time rests after it fired: nobody is alerted twice to the same price within it. */
export const ALERT_REST_S = 60;

/** What is waited for. `price` of 'above' and 'below'; `percent` and `windowS` of 'move'; `undefined` where the kind has none. */
export type AlertTerms = {
  readonly productId: number;
  readonly kind: AlertKind;
  readonly price: Price | undefined;
  readonly percent: Ratio | undefined;
  readonly windowS: number | undefined;
  readonly repeat: AlertRepeat;
};
/** An active alert. 'resting': it fires every time, has fired, and is not armed again yet. */
export type PriceAlert = AlertTerms & {
  readonly id: number;
  readonly code: string;
  readonly state: 'waiting' | 'resting';
  readonly createdMs: number;
};
/**
 * What fired, with the terms that it fired by. `price`, `atMs` and `seq` are the tick's; `level` is the price that was waited for, `from` the
 * extreme that a move counted from.
 */
export type FiredAlert = Omit<AlertTerms, 'price'> & {
  readonly id: number;
  readonly alertId: number;
  readonly code: string;
  readonly price: Price;
  readonly level: Price | undefined;
  readonly from: Price | undefined;
  readonly atMs: number;
  readonly seq: number;
};

/** What a person fills in of an alert, as a refusal may name it. */
export type AlertField = 'price' | 'percent' | 'windowS';
/**
 * 'missing': nothing, or zero; 'too-fine': more digits than there may be; 'wrong-side': the newest price is there already; 'out-of-bounds': of
 * a percentage; 'not-offered': of a window; 'doubled': another alert of the person waits for the same; 'not-of-kind': this kind has no such.
 */
type AlertProblem = {
  readonly field: AlertField;
  readonly why: 'missing' | 'too-fine' | 'wrong-side' | 'out-of-bounds' | 'not-offered' | 'doubled' | 'not-of-kind';
};
/** What terms are looked at beside. `newest`: the newest price of the product; `others`: the person's other alerts. */
type AlertScene = { readonly newest: Price; readonly pricePrecision: number; readonly others: readonly AlertTerms[] };

/** The first rule that the terms break; `undefined` when they break none. Example: above 1.08 while the newest price is 1.08 is on the wrong side. */
export function alertProblem(terms: AlertTerms, scene: AlertScene): AlertProblem | undefined {
  const problem = terms.kind === 'move' ? moveProblem(terms) : levelProblem(terms, scene);
  if (problem) return problem;
  if (!scene.others.some((other) => isSameAlert(other, terms))) return undefined;
  return { field: terms.kind === 'move' ? 'percent' : 'price', why: 'doubled' };
}

function levelProblem({ kind, price, percent, windowS }: AlertTerms, { newest, pricePrecision }: AlertScene): AlertProblem | undefined {
  if (price === undefined || price <= 0n) return { field: 'price', why: 'missing' };
  if (!isWholePoints(price, pricePrecision)) return { field: 'price', why: 'too-fine' };
  if (percent !== undefined) return { field: 'percent', why: 'not-of-kind' };
  if (windowS !== undefined) return { field: 'windowS', why: 'not-of-kind' };
  return (kind === 'above' ? price > newest : price < newest) ? undefined : { field: 'price', why: 'wrong-side' };
}

function moveProblem({ price, percent, windowS }: AlertTerms): AlertProblem | undefined {
  if (percent === undefined || percent <= 0n) return { field: 'percent', why: 'missing' };
  if (percent % unitOfDigits(PERCENT_DIGITS) !== 0n) return { field: 'percent', why: 'too-fine' };
  if (percent < ALERT_PERCENT_MIN || percent > ALERT_PERCENT_MAX) return { field: 'percent', why: 'out-of-bounds' };
  if (windowS === undefined) return { field: 'windowS', why: 'missing' };
  if (!ALERT_WINDOWS_S.includes(windowS)) return { field: 'windowS', why: 'not-offered' };
  return price === undefined ? undefined : { field: 'price', why: 'not-of-kind' };
}

/** Waits for the same, however often: a second one would say nothing more. */
export const isSameAlert = (one: AlertTerms, other: AlertTerms): boolean =>
  one.productId === other.productId &&
  one.kind === other.kind &&
  one.price === other.price &&
  one.percent === other.percent &&
  one.windowS === other.windowS;

/** The price at which an armed alert fires, met as `isMet` of `stops.ts` says; `undefined` of a move. */
export const alertLevel = ({ kind, price }: Pick<AlertTerms, 'kind' | 'price'>): Level | undefined =>
  price === undefined || kind === 'move' ? undefined : { price, metBy: kind === 'above' ? 'rise' : 'fall' };

/** The lowest and the highest price of a window, the newest included. */
export type Extremes = { readonly low: Price; readonly high: Price };

/** What a move of so many percent is compared in: |price - extreme| x 100 x 10^8 against percent x extreme, exactly. */
const HUNDRED = 100n * ONE;

/**
 * The extreme from which a price has moved by so many percent of that extreme, or more; `undefined` when from neither. Of both the one that it
 * has moved from further. Example: at 101 with a low of 100 and 1 % it is the low; at 100.99 there is none.
 */
export function movedFrom(price: Price, { low, high }: Extremes, percent: Ratio): Price | undefined {
  const [rise, fall] = [price - low, high - price];
  const isUp = rise * HUNDRED >= percent * low;
  const isDown = fall * HUNDRED >= percent * high;
  if (isUp && isDown) return rise * high >= fall * low ? low : high;
  return isUp ? low : isDown ? high : undefined;
}
