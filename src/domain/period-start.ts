/** The period of a chart that nobody has chosen one for (specification S1 section 9); apart from the table, since a start needs no more. */
import type { Period } from './period-table.ts';

export const PERIOD_START = '5min' satisfies Period;
