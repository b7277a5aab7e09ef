/** The products that a search text means: those here whose code or name has it, then what the server adds. */
import type { ProductRow } from '#protocol/rest/forex.ts';

const plain = (text: string): string => text.toLowerCase().replace(/[\s/\-_.]/g, '');

/** All products for an empty text. Matches at the start of a code come first; the server's rows that are not here yet come last. */
export function foundProducts(text: string, here: readonly ProductRow[], fromServer: readonly ProductRow[]): readonly ProductRow[] {
  const wanted = plain(text);
  if (wanted === '') return here;
  const starts = here.filter((row) => plain(row.Code).startsWith(wanted));
  const others = here.filter((row) => !starts.includes(row) && plain(`${row.Code} ${row.ShowCode} ${row.Name}`).includes(wanted));
  const found = [...starts, ...others];
  const ids = new Set(found.map((row) => row.Id));
  // The server's row is older than ours: where we have the product, ours is shown.
  const known = new Map(here.map((row) => [row.Id, row]));
  return [...found, ...fromServer.filter((row) => !ids.has(row.Id)).map((row) => known.get(row.Id) ?? row)];
}
