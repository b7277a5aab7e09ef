/**
 * What somebody may do whose account is frozen, who is taking a break, or who changed a credential a moment ago: one rule for every call that
 * it concerns (decisions D9.29, D9.236 to D9.239). Nothing here ever forbids to close, cancel, read or leave.
 */

import { afterMonths } from './after-months.ts';
import { withdrawalsLockedUntil } from './credential-lock.ts';
import { type BrokenLimit, brokenLimit, type LimitKind, type Used } from './own-limits.ts';
import { DAY_MS, HOUR_MS } from './time-units.ts';

/** The end of what has no end: the last time that a date can be. */
export const FOREVER_MS = 8_640_000_000_000_000;
export const isForever = (untilMs: number): boolean => untilMs >= FOREVER_MS;

/** How a person stands, times in unix ms; 0 for what never was. */
export type Standing = {
  readonly isFrozen: boolean;
  /** A short break that somebody takes, and self-exclusion. */
  readonly coolOffUntilMs: number;
  readonly excludedUntilMs: number;
  readonly credentialChangedAtMs: number;
};
/** Why an act is not done; `untilMs` 0: nobody knows until when. */
export type Barrier = { readonly why: 'frozen' | 'excluded' | 'coolOff' | 'credential'; readonly untilMs: number };

/** Days that a break may last, and periods of self-exclusion; `forever` is one that nobody ends. */
export const COOL_OFF_DAYS: readonly number[] = [1, 3, 7, 14, 30];
export const EXCLUSIONS = ['6m', '1y', '5y', 'forever'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];
/** In calendar months, as people count them. */
const EXCLUSION_MONTHS: Readonly<Record<Exclude<Exclusion, 'forever'>, number>> = { '6m': 6, '1y': 12, '5y': 60 };
/** Minutes after which a session reminds its person; 0: never. */
export const REMINDER_MINUTES: readonly number[] = [0, 15, 30, 60, 120, 240];

/** A period never ends earlier for having been asked for again. */
const later = (beforeMs: number, untilMs: number): number => Math.max(beforeMs, untilMs);
export const untilAfterDays = (beforeMs: number, nowMs: number, days: number): number => later(beforeMs, nowMs + days * DAY_MS);
export const excludedUntil = (beforeMs: number, nowMs: number, period: Exclusion): number =>
  period === 'forever' ? FOREVER_MS : later(beforeMs, afterMonths(nowMs, EXCLUSION_MONTHS[period]));

/** Why no new risk may be taken: no order, no micro trade, no deposit. */
export function riskBarrier({ isFrozen, coolOffUntilMs, excludedUntilMs }: Standing, nowMs: number): Barrier | undefined {
  if (isFrozen) return { why: 'frozen', untilMs: 0 };
  if (nowMs < excludedUntilMs) return { why: 'excluded', untilMs: excludedUntilMs };
  if (nowMs < coolOffUntilMs) return { why: 'coolOff', untilMs: coolOffUntilMs };
  return undefined;
}

/** Why no money may leave. Who excluded themselves may always take theirs out (D9.29). */
export function withdrawalBarrier({ isFrozen, credentialChangedAtMs }: Standing, nowMs: number): Barrier | undefined {
  if (isFrozen) return { why: 'frozen', untilMs: 0 };
  const untilMs = withdrawalsLockedUntil(credentialChangedAtMs);
  return nowMs < untilMs ? { why: 'credential', untilMs } : undefined;
}

type Deposit = {
  readonly standing: Standing;
  readonly bounds: ReadonlyMap<LimitKind, bigint>;
  readonly used: Used;
  readonly amount: bigint;
};

/** Why a deposit is not taken: the person's standing first, then the limits that they set. */
export function depositBarrier({ standing, bounds, used, amount }: Deposit, nowMs: number): Barrier | BrokenLimit | undefined {
  return riskBarrier(standing, nowMs) ?? brokenLimit(bounds, used, { deposit: amount });
}

/** How long a "not me" link is good for. */
export const NOT_ME_MS = 7 * DAY_MS;
/** A freeze by oneself stands so long at least. */
export const FREEZE_HOURS = 24;
const FREEZE_MS = FREEZE_HOURS * HOUR_MS;
/** From the mildest to the strongest. */
export const FREEZE_WAYS = ['self', 'link', 'operator'] as const;
/** By whom an account was frozen: its person logged in, who had the link of a letter, an operator. */
export type FreezeWay = (typeof FREEZE_WAYS)[number];
/** True of a freeze that takes the place of one that stands: fewer may lift it (decision D9.236). */
export const isStrongerFreeze = (way: FreezeWay, standing: FreezeWay): boolean => FREEZE_WAYS.indexOf(way) > FREEZE_WAYS.indexOf(standing);
export type Freeze = { readonly way: FreezeWay; readonly atMs: number };

/** When its person can lift a freeze at the earliest, unix ms. */
export const liftableAt = ({ atMs }: Freeze): number => atMs + FREEZE_MS;

/**
 * Why somebody cannot lift a freeze by themselves: 'operator' decides it alone, 'factor': no second factor that is old enough, so an operator
 * decides it too, after looking at who they are; 'wait': it has not stood for so long. After a "not me" a factor counts only if it was set before
 * every letter whose link was still good then: a thief who set one sent such a letter.
 */
export function liftBarrier(
  { way, atMs }: Freeze,
  factorSetAtMs: number | undefined,
  nowMs: number,
): 'operator' | 'factor' | 'wait' | undefined {
  if (way === 'operator') return 'operator';
  const newestMs = way === 'link' ? atMs - NOT_ME_MS : atMs;
  if (factorSetAtMs === undefined || factorSetAtMs > newestMs) return 'factor';
  return nowMs < liftableAt({ way, atMs }) ? 'wait' : undefined;
}
