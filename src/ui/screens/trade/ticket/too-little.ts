/** What is asked for and not there, in cents: the one rounded up, the other cut, so that of two that differ by less the sentence still says which is more. */
import { type Money, ONE } from '#domain/decimal.ts';

/** All but the smallest unit of half a cent: what is rounded to cents behind it goes one way only. */
const HALF_CENT = ONE / 200n - 1n;

export const roundedUp = (asked: Money): Money => asked + HALF_CENT;
export const cutShort = (left: Money): Money => left - HALF_CENT;
