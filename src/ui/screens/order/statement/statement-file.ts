/** The statement of a range as a file for a spreadsheet. */
import { statement } from '#rest/account.ts';
import { pageFile } from '../../../requests/page-file.ts';
import type { DayRange } from '../dates/day-range.ts';

/** The CSV of a range. Rejects with a `CallError`. */
export const statementCsv = ({ startS, endS }: DayRange): Promise<string> =>
  pageFile((parts) => statement(parts, { startS, endS, format: 'csv' }));

export const statementName = ({ start, end }: DayRange): string => `statement-${start}-${end}.csv`;
