/** The symbols of binary rows by position. It only grows: a product whose code or price grid was changed gets another place. */
import type { SymbolEntry } from '#protocol/quote-row.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { SymbolPlace } from './changed-quote.ts';

export class SymbolTable {
  readonly entries: SymbolEntry[] = [];
  readonly #places = new Map<number, SymbolPlace>();

  placeOf({ id, code, pricePrecision }: Pick<Product, 'id' | 'code' | 'pricePrecision'>): SymbolPlace {
    const known = this.#places.get(id);
    if (known && this.entries[known.position]?.[0] === code && known.decimals === pricePrecision) return known;
    const place = { position: this.entries.length, decimals: pricePrecision };
    this.entries.push([code, pricePrecision]);
    this.#places.set(id, place);
    return place;
  }
}
