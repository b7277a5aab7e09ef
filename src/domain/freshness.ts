/**
 * How long a price may be without a sign of life from its source before it counts as stale (decision D9.03): for the worker's quotes, the
 * server's refusals, its judge, and the end and the odds of micro trades alike. A category whose sources speak less often gets a row of its
 * own here, and nothing else changes: a product's category crosses every wire with it, and the signed deals of its products say the row that
 * held at the fill, for whoever rechecks them (`src/domain/tape/silence.ts`, decision D9.377).
 */

/** For every category without a row of its own; and for what belongs to none: the page's link, and how far the tape is complete. */
export const STALE_AFTER_MS = 5_000;

/** Ms by category id, within what a receipt can say (`SILENCE_MS` of `receipt-limits.ts`). The judge counts whole seconds, so a part of one counts as a whole. */
const OF_CATEGORY: Readonly<Record<number, number>> = {};

/** Milliseconds of silence after which a product of this category is stale; `undefined`: a product that nobody knows. */
export const staleAfterMs = (categoryId: number | undefined): number => OF_CATEGORY[categoryId ?? 0] ?? STALE_AFTER_MS;

/** The longest of all categories: what proves a fill is kept so far back. */
export const longestStaleMs = (): number => Math.max(STALE_AFTER_MS, ...Object.values(OF_CATEGORY));
