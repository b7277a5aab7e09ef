/**
 * A statement as a file, line by line: CSV in which no cell is ever run as a formula, or a page that prints as it is and needs neither
 * script nor style, so that the policy of all our pages holds for it.
 */

export type StatementHead = {
  readonly title: string;
  readonly lang: string;
  /** Name and value, above the table. */
  readonly facts: readonly (readonly [string, string])[];
  readonly columns: readonly string[];
};
/** Cells of a line; `isNumber` tells which columns hold decimals. */
export type StatementLine = readonly string[];
type StatementFormat = 'csv' | 'html';

/** What a spreadsheet would take for the beginning of a formula or of a hidden one (security: CSV injection). */
const FORMULA_START = /^[=+\-@\t\r]/;
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

/** A cell of CSV: a decimal stays one, anything else that could begin a formula is led by an apostrophe; quoted where needed. */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) && !PLAIN_DECIMAL.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string);

const htmlCell = (text: string): string => `<td${PLAIN_DECIMAL.test(text) ? ' align="right"' : ''}>${escapeHtml(text)}</td>`;

function htmlHead({ title, lang, facts, columns }: StatementHead): string {
  const about = facts.map(([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`).join('');
  const heads = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  return (
    `<!doctype html>\n<html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>` +
    `<h1>${escapeHtml(title)}</h1>\n<table>${about}</table>\n` +
    // The head of a table is printed again on every sheet.
    `<table border="1" cellpadding="4" cellspacing="0"><thead><tr>${heads}</tr></thead><tbody>\n`
  );
}

/** The whole file. The byte order mark lets spreadsheets read CSV as UTF-8. */
export async function* statementFile(
  format: StatementFormat,
  head: StatementHead,
  lines: AsyncIterable<StatementLine>,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `\ufeff${csvLine(head.columns)}`;
    for await (const line of lines) yield csvLine(line);
    return;
  }
  yield htmlHead(head);
  for await (const line of lines) yield `<tr>${line.map(htmlCell).join('')}</tr>\n`;
  yield '</tbody></table></body></html>\n';
}
