/** How single values stand in the text of a deal. A value that is written and read comes back the same; what reads need not be how it is written. */
import { decimalFromWire, formatDecimal } from '../decimal.ts';
import { SILENCE_MS } from './receipt-limits.ts';

export type Value<T> = {
  readonly write: (value: T) => string;
  /** `undefined` when the text is none. */
  readonly read: (text: string) => T | undefined;
  /** For a refusal. */
  readonly takes: string;
};

export const ABSENT = '-';
const INT64_MAX = 9_223_372_036_854_775_807n;

/** A number of a row or a tick, a time in unix ms, a count: 0 to 2^53-1. */
export const integer: Value<number> = {
  write: String,
  read: (text) => (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  takes: 'a whole number up to 2^53-1',
};

/** What something is divided by. */
export const count: Value<number> = {
  ...integer,
  read: (text) => integer.read(text) || undefined,
  takes: 'a whole number from 1 to 2^53-1',
};

/** Exact, as `formatDecimal` writes it. */
export const amount: Value<bigint> = {
  write: (value) => formatDecimal(value),
  read(text) {
    const value = decimalFromWire(text);
    return value === undefined || value > INT64_MAX || value < -INT64_MAX ? undefined : value;
  },
  takes: 'a decimal with at most 8 digits after the point',
};

const amountFrom = (least: bigint, takes: string): Value<bigint> => ({
  ...amount,
  read(text) {
    const value = amount.read(text);
    return value !== undefined && value >= least ? value : undefined;
  },
  takes: `${amount.takes}, ${takes}`,
});
/** Lots, rates, stakes: with one below zero a gain would be a loss, and parts of a position would hide others (decision D9.439). */
export const aboveZero = amountFrom(1n, 'above 0');
export const notBelowZero = amountFrom(0n, '0 or more');

/** Printable ASCII without a blank and without what separates values. */
export const word: Value<string> = {
  write: (value) => value,
  read: (text) => (/^[!-~]{1,200}$/.test(text) && !/[;:=,]/.test(text) ? text : undefined),
  takes: 'a word of 1 to 200 letters',
};

/** The name of a log: a host, with a port where it has one, and a path. */
export const place: Value<string> = {
  write: (value) => value,
  read: (text) => (/^[!-*,-~]{1,200}$/.test(text) ? text : undefined),
  takes: 'a name of 1 to 200 letters without blanks and plus signs',
};

export const oneOf = <T extends string | number>(...all: readonly T[]): Value<T> => ({
  write: String,
  read: (text) => all.find((one) => String(one) === text),
  takes: all.join(', '),
});

/** What is unsaid is not said: of one deal there is one text. */
export const silence: Value<number> = {
  write: String,
  read(text) {
    const ms = integer.read(text);
    const isSaid = ms !== undefined && ms >= SILENCE_MS.least && ms <= SILENCE_MS.most && ms !== SILENCE_MS.unsaid;
    return isSaid ? ms : undefined;
  },
  takes: `${SILENCE_MS.least} to ${SILENCE_MS.most}, and nothing for ${SILENCE_MS.unsaid}`,
};
