/** How much one receipt may hold or take: the same figures for whoever makes one, gives out what it is made of, and reads it. */

/** Bytes of a file, as UTF-8. */
export const RECEIPT_BYTES_MAX = 4 * 1024 * 1024;
/** Summaries of one stretch: twelve days. What waited longer is looked at by its ends alone, and cannot be told. */
export const SUMMARIES_MAX = 4_096;
/** Blocks looked back through for a time: the tape has one a second, and none while it stands still. */
export const SINCE_BLOCKS_MAX = 400;
/** Signed deals that a server gives at once. */
export const DEALS_MAX = 50;
/** Holding and pending orders of one account (decision D1.4.27), and so the positions that a stop-out may name. */
export const OPEN_ORDERS_MAX = 200;
