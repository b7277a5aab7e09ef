/** As much of a number as its owner knows it by: the first three characters and the last four (decision D1.7.14). */
const HEAD = 3;
const TAIL = 4;

/** Whole where `isWhole`, and where it is too short to hide anything of it. */
export const shownMobile = (mobile: string, isWhole: boolean): string =>
  isWhole || mobile.length <= HEAD + TAIL ? mobile : mobile.slice(0, HEAD) + '•'.repeat(mobile.length - HEAD - TAIL) + mobile.slice(-TAIL);
