/** Favourite products by code, kept in the browser, signed in or not (decision D9.04). */
import { signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';
import { STORED } from '../browser/stored-keys.ts';

const FAVOURITES_MAX = 200;

/** As they stand in the store now: another tab may have changed them. */
export function storedFavourites(): readonly string[] {
  try {
    // What is no list, or nothing at all, has no such method.
    const list: unknown[] = JSON.parse(storage.get(STORED.favourites) as string);
    return list.filter((code) => typeof code === 'string');
  } catch {
    return [];
  }
}

/** Codes, the newest last. */
export const favourites = signal<readonly string[]>(storedFavourites());
export const isFavourite = (code: string): boolean => favourites.value.includes(code);

/** Removes a product that is shown as one, adds any other; the 201st pushes the oldest out. What another tab has starred since stays. */
export function toggleFavourite(code: string): void {
  const others = storedFavourites().filter((item) => item !== code);
  const next = isFavourite(code) ? others : [...others, code].slice(-FAVOURITES_MAX);
  favourites.value = next;
  storage.set(STORED.favourites, JSON.stringify(next));
}
