/** What a complaint is made of: one rule for page and server (decision D9.269). */

/** UTF-16 units, of the tidy text. */
export const COMPLAINT_LENGTH_MAX = 2_000;
/** What cannot be seen, but for the ends of lines and tabs. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Co}\p{Cs}\p{Cn}]/u;

/** One kind of line ends, no blanks around it. */
export const tidyComplaint = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** What is wrong with a tidy text; `undefined` when nothing is. */
export function complaintProblem(text: string): 'empty' | 'too-long' | 'unseen' | undefined {
  if (text === '') return 'empty';
  if (text.length > COMPLAINT_LENGTH_MAX) return 'too-long';
  return UNSEEN.test(text) ? 'unseen' : undefined;
}
