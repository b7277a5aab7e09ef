/** Micro trades whose sheet is open: their result is shown there. Bounded by the sheets that can be open. */
export const seenMicro = new Set<number>();
