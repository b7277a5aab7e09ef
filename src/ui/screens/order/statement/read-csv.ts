/** Reads a CSV text (RFC 4180: quotes, doubled quotes, line breaks inside them) into rows of cells. */

/** What one text may bring; a statement of more is for a spreadsheet. */
export const CSV_ROWS_MAX = 5_000;

/** Rows in order, at most `CSV_ROWS_MAX`; `isCut` tells that there are more. The apostrophe that keeps a spreadsheet from reading a formula is taken off. */
export function readCsv(text: string): { rows: string[][]; isCut: boolean } {
  const source = text.replace(/^\uFEFF/, '');
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\r|\n|$)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    if (!match) break;
    row.push(plainCell(match[1] ?? ''));
    if (match[2] === ',' && cell.lastIndex < source.length) continue;
    if (match[2] === ',') row.push('');
    if (rows.length === CSV_ROWS_MAX) return { rows, isCut: true };
    rows.push(row);
    row = [];
  }
  return { rows, isCut: false };
}

function plainCell(raw: string): string {
  const text = raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw;
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
