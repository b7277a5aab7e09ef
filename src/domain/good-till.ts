/** How long a pending order may wait (decision D9.62): the words of page, wire and server for it. Otherwise it is a time in unix seconds. */

/** Until it is filled or cancelled. */
export const UNTIL_CANCELLED = 'cancelled';
/** To the end of its product's trading day, 22:00 on the clocks of its zone (decision D9.246). */
export const TRADING_DAY = 'day';
/** Farthest end of a wait, in days from now. */
export const GOOD_TILL_DAYS_MAX = 365;
