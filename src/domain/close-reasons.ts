/**
 * Why a position was closed; why a pending order ended, too: `ORDER_END_REASONS` (`order.ts`). Apart from orders: the first list, and the worker
 * before it knows any order, listen for it.
 */

/** What closes a position without its owner, who is told of it wherever they are. */
export const STOP_REASONS = ['tp', 'sl', 'stopout'] as const;
export type StopReason = (typeof STOP_REASONS)[number];
export const CLOSE_REASONS = ['manual', ...STOP_REASONS, 'copy', 'reset'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];
