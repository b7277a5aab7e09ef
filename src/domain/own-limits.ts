/**
 * Limits that people set on themselves: tighter ones hold at once, looser ones after a wait (issue 13, decision D9.238). A change that
 * waits is a part of the limit, so that two changes at once leave one that both orders of them could have left. No clock here.
 */

import { type Money, parseDecimal, unitOfDigits } from './decimal.ts';
import { DAY_MS } from './time-units.ts';

const MEASURES = ['deposit', 'loss', 'turnover'] as const;
export const LIMIT_WINDOWS = ['day', 'week', 'month'] as const;
/** What is measured over a window, and how many micro trades may be opened in a day. */
type Measure = (typeof MEASURES)[number];
type LimitWindow = (typeof LIMIT_WINDOWS)[number];
export type LimitKind = `${Measure}_${LimitWindow}` | 'micro_day';
export const LIMIT_KINDS: readonly LimitKind[] = [
  ...MEASURES.flatMap((measure) => LIMIT_WINDOWS.map((window): LimitKind => `${measure}_${window}`)),
  'micro_day',
];

/** Windows roll: a day is any 24 hours, so that no midnight makes two days of one night. */
export const WINDOW_MS: Readonly<Record<LimitWindow, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
export const windowOf = (kind: LimitKind): LimitWindow => kind.slice(kind.indexOf('_') + 1) as LimitWindow;
export const measureOf = (kind: LimitKind): Measure | 'micro' => kind.slice(0, kind.indexOf('_')) as Measure | 'micro';
/** True for a limit on how many, false for one on an amount of money. */
export const isCount = (kind: LimitKind): boolean => measureOf(kind) === 'micro';
export const isLimitKind = (text: string): text is LimitKind => (LIMIT_KINDS as readonly string[]).includes(text);

/** How long a looser limit waits. */
export const LOOSER_AFTER_DAYS = 7;
export const LOOSER_AFTER_MS = LOOSER_AFTER_DAYS * DAY_MS;
/** Days that the settings may be locked for, at least and at most. */
export const LOCK_DAYS_MIN = 1;
export const LOCK_DAYS_MAX = 30;

/** Money in 10^-8, a count as it is; `undefined`: no limit. */
type Bound = bigint | undefined;
/** `nextAtMs`: when `next` takes the place of `bound`, unix ms; 0: nothing waits. */
export type OwnLimit = { readonly bound: Bound; readonly next: Bound; readonly nextAtMs: number };
export const NO_LIMIT: OwnLimit = { bound: undefined, next: undefined, nextAtMs: 0 };

/** Fraction digits of an amount, as money is typed everywhere. */
export const BOUND_DIGITS_MAX = 2;
/** Digits before the point of an amount, and of a count. */
export const BOUND_WHOLE_MAX = 10;
export const COUNT_DIGITS_MAX = 6;
const AMOUNT = new RegExp(`^\\d{1,${BOUND_WHOLE_MAX}}(\\.\\d{1,${BOUND_DIGITS_MAX}})?$`);
const COUNT = new RegExp(`^\\d{1,${COUNT_DIGITS_MAX}}$`);
const WHOLE = /^\d+$/;

/** What is typed as a limit, '' being none; `undefined` for what is no limit of its kind. */
export function typedBound(kind: LimitKind, text: string): { readonly bound: Bound } | undefined {
  if (text === '') return { bound: undefined };
  if (!(isCount(kind) ? COUNT : AMOUNT).test(text)) return undefined;
  return { bound: isCount(kind) ? BigInt(text) : parseDecimal<Money>(text) };
}

/** Why a text is no limit: it has too many digits for one, or is none whatever its length; `undefined` for one that is. */
export function boundProblem(kind: LimitKind, text: string): 'too-long' | 'no-limit' | undefined {
  if (typedBound(kind, text)) return undefined;
  const [whole = '', ...rest] = isCount(kind) ? [text] : text.split('.');
  const isLong = whole.length > (isCount(kind) ? COUNT_DIGITS_MAX : BOUND_WHOLE_MAX);
  return isLong && [whole, ...rest].every((digits) => WHOLE.test(digits)) && rest.length < 2 ? 'too-long' : 'no-limit';
}

/** Of an amount what was used up, as it is shown: rounded down, so that it reads as full only once it is. 99.996 of 100 is 99.99. */
export const shownUsed = (used: Money): Money => used - (used % unitOfDigits(BOUND_DIGITS_MAX));

/** True when the first bound lets at least as much through as the second. */
const isAtLeastAsLoose = (one: Bound, other: Bound): boolean => one === undefined || (other !== undefined && one >= other);

/**
 * The limit after somebody asked for a bound. As tight as the one that holds, or tighter: at once, and what waits is dropped. Looser: it
 * waits; where a looser one waits already, a tighter one than that keeps its time, since that much could be had then anyway.
 */
export function askedLimit(limit: OwnLimit, asked: Bound, nowMs: number): OwnLimit {
  if (isAtLeastAsLoose(limit.bound, asked)) return { bound: asked, next: undefined, nextAtMs: 0 };
  const keepsTime = limit.nextAtMs > 0 && isAtLeastAsLoose(limit.next, asked);
  return { bound: limit.bound, next: asked, nextAtMs: keepsTime ? limit.nextAtMs : nowMs + LOOSER_AFTER_MS };
}

/** The limit once a time has come; a lock of the settings holds back what would be looser until it ends. */
export function limitAt(limit: OwnLimit, nowMs: number, lockedUntilMs: number): OwnLimit {
  if (limit.nextAtMs === 0 || nowMs < Math.max(limit.nextAtMs, lockedUntilMs)) return limit;
  return { bound: limit.next, next: undefined, nextAtMs: 0 };
}

export const isSameLimit = (one: OwnLimit, other: OwnLimit): boolean =>
  one.bound === other.bound && one.next === other.next && one.nextAtMs === other.nextAtMs;

export const isLooser = (limit: OwnLimit, asked: Bound): boolean => !isAtLeastAsLoose(limit.bound, asked);

/** What was used up of a measure in a window; micro trades are counted by the day. */
export type Used = (kind: LimitKind) => bigint;
/** What an act would add to each measure; a measure that is not named is not concerned. */
type Added = Readonly<Partial<Record<Measure | 'micro', bigint>>>;
/** True of a limit that lets nothing through any more, not even what adds nothing to it. */
export const isUsedUp = (bound: bigint, used: bigint): boolean => used >= bound;
export type BrokenLimit = { readonly kind: LimitKind; readonly left: bigint };

/**
 * The first limit, in the order of `LIMIT_KINDS`, that an act would break, and what it leaves. One that is used up lets nothing through,
 * not even what adds nothing to it.
 */
export function brokenLimit(bounds: ReadonlyMap<LimitKind, bigint>, used: Used, added: Added): BrokenLimit | undefined {
  for (const kind of LIMIT_KINDS) {
    const bound = bounds.get(kind);
    const more = added[measureOf(kind)];
    if (bound === undefined || more === undefined) continue;
    const left = bound - used(kind);
    if (isUsedUp(bound, used(kind)) || more > left) return { kind, left: left > 0n ? left : 0n };
  }
  return undefined;
}

/** What a limit may measure that keeps its person from trades once it is used up. */
export type TradeMeasure = Exclude<Measure, 'deposit'> | 'micro';
/** Such a limit that is used up, and until when, unix ms; 0: nobody knows, since what floats, waits or runs uses it up, or it is one of nothing. */
type UsedUp = { readonly measure: TradeMeasure; readonly untilMs: number };

/** Which of them keeps its person from orders, or from micro trades: of several the one that does so for longest; of equal ones the first. */
export function holdingLimit<T extends UsedUp>(usedUp: readonly T[], what: 'order' | 'micro'): T | undefined {
  const endOf = ({ untilMs }: T): number => untilMs || Number.POSITIVE_INFINITY;
  return usedUp
    .filter(({ measure }) => what === 'micro' || measure !== 'micro')
    .reduce<T | undefined>((longest, one) => (longest && endOf(longest) >= endOf(one) ? longest : one), undefined);
}
