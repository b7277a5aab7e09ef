/** Fetching a statement with the page's own token and language, and handing it to the person as a file. */
import { ERROR } from '#protocol/errors.ts';
import { statement } from '#rest/account.ts';
import { CallError } from '#rest/call-error.ts';
import { userInfo } from '#rest/user.ts';
import { lang } from '../../../language/language.ts';
import { request } from '../../../requests/request.ts';
import { token } from '../../../state/token.ts';
import type { DayRange } from '../dates/day-range.ts';

/** The browser has taken the file over by then. */
const REVOKE_AFTER_MS = 30_000;

/** The CSV of a range. Rejects with a `CallError`. */
export async function statementCsv({ startS, endS }: DayRange): Promise<string> {
  try {
    return await statement(
      {
        fetch: (url, init) => fetch(url, init),
        now: () => Date.now(),
        sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
        origin: '',
        lang: () => lang.peek(),
        token: () => token.peek(),
      },
      { startS, endS, format: 'csv' },
    );
  } catch (error) {
    // The request layer owns what follows a lost session: a call through it makes it find out.
    if (error instanceof CallError && error.code === ERROR.session) void userInfo(request, { silent: true }).catch(() => undefined);
    throw error;
  }
}

export const statementName = ({ start, end }: DayRange): string => `statement-${start}-${end}.csv`;

export function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
