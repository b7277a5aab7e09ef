/** The seven periods of the specification: what a subscription brings that names no period (decision D9.70). */
import { PERIODS } from './period-table.ts';

const LAST_ID = 6;

/** In the order of the table. */
export const SPECIFIED_PERIODS = PERIODS.filter(({ id }) => id <= LAST_ID);
