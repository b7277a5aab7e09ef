/** Neither tick nor confirm of a product for so long, in ms: its price is stale, for the trader and for a fill alike (decision D9.03). */
export const STALE_AFTER_MS = 5_000;
