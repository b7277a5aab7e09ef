/** A category of products on the wire, both ways. Apart from the products, since Home's tabs need no more. */
import type { ProductCategory } from '#domain/product.ts';
import type { CategoryRow } from './rest/forex.ts';
import { asId, asText, isObject } from './wire-value.ts';

const NAME_MAX = 200;

export const categoryToWire = ({ id, name }: ProductCategory): CategoryRow => ({ Id: id, NameShowTrans: name });

/** The categories that can be read; a row without an id is left out. */
export function categoriesFromWire(rows: unknown): ProductCategory[] {
  return (Array.isArray(rows) ? rows : []).flatMap((row) => {
    const id = isObject(row) ? asId(row.Id) : Number.NaN;
    return id > 0 ? [{ id, name: asText(row.NameShowTrans, NAME_MAX) }] : [];
  });
}
