/**
 * How far the first price after a pause (closed hours, downtime, a stall) may lie from the last, as a share of the price: it adds no variance,
 * so that nobody can gain by holding over it. History and live prices keep to it, and the bound of a night's rate counts on it.
 */
export const PAUSE_MOVE_MAX = 0.0005;
