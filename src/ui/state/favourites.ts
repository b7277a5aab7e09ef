/** Favourite products by code, kept in the browser, signed in or not (decision D9.04). */
import { signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';
import { STORED } from '../browser/stored-keys.ts';

const FAVOURITES_MAX = 200;

function stored(): readonly string[] {
  try {
    const list: unknown = JSON.parse(storage.get(STORED.favourites) ?? '[]');
    return Array.isArray(list) ? list.filter((code): code is string => typeof code === 'string').slice(0, FAVOURITES_MAX) : [];
  } catch {
    return [];
  }
}

/** Codes, the newest last. */
export const favourites = signal<readonly string[]>(stored());
export const isFavourite = (code: string): boolean => favourites.value.includes(code);

/** Adds or removes a product; the 201st pushes the oldest out. */
export function toggleFavourite(code: string): void {
  const list = favourites.peek();
  favourites.value = list.includes(code) ? list.filter((item) => item !== code) : [...list, code].slice(-FAVOURITES_MAX);
  storage.set(STORED.favourites, JSON.stringify(favourites.peek()));
}
