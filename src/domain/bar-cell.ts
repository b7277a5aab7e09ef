/** Position of each number in a row of a `BarTable`. Volume counts 10^-8 units, exact to 2^53; the keys are (time, n) of the open and of the close tick. */
export const TIME = 0;
export const OPEN = 1;
export const HIGH = 2;
export const LOW = 3;
export const CLOSE = 4;
export const VOLUME = 5;
export const OPEN_MS = 6;
export const OPEN_N = 7;
export const CLOSE_MS = 8;
export const CLOSE_N = 9;

/** Numbers in a row. */
export const ROW = 10;
export type Cell = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
