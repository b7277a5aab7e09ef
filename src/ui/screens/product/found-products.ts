/** The products that a search text means: those here whose code or name has it, then what the server adds. */
import type { Product } from '#domain/product.ts';

const plain = (text: string): string => text.toLowerCase().replace(/[\s/\-_.]/g, '');

/** All products for an empty text. Matches at the start of a code come first; the server's rows that are not here yet come last. */
export function foundProducts(text: string, here: readonly Product[], fromServer: readonly Product[]): readonly Product[] {
  const wanted = plain(text);
  if (wanted === '') return here;
  const starts = here.filter((row) => plain(row.code).startsWith(wanted));
  const others = here.filter((row) => !starts.includes(row) && plain(`${row.code} ${row.showCode} ${row.name}`).includes(wanted));
  const found = [...starts, ...others];
  const ids = new Set(found.map((row) => row.id));
  // The server's row is older than ours: where we have the product, ours is shown.
  const known = new Map(here.map((row) => [row.id, row]));
  return [...found, ...fromServer.filter((row) => !ids.has(row.id)).map((row) => known.get(row.id) ?? row)];
}
