/** Micro trades whose sheet stands open: what became of them is said there. Bounded by the sheets that can be open. */
export const seenMicro = new Set<number>();
