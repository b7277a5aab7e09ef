/** One list of favourites for all tabs of a browser (decision D9.04). */
import { beforeEach, expect, it } from 'vitest';
import { favourites, toggleFavourite } from '#ui/state/favourites.ts';
import { followFavourites } from '#ui/state/follow-favourites.ts';

/** What another tab does: the store changes, and this page is told. */
function elsewhere(...codes: string[]): void {
  localStorage.setItem('favourites', JSON.stringify(codes));
  dispatchEvent(new StorageEvent('storage', { key: 'favourites' }));
}

beforeEach(() => {
  localStorage.removeItem('favourites');
  favourites.value = [];
});

it('D9.04 what another tab has starred meanwhile stays', () => {
  toggleFavourite('EURUSD');
  localStorage.setItem('favourites', '["EURUSD","XAUUSD"]');
  toggleFavourite('USOIL');
  expect(favourites.value).toEqual(['EURUSD', 'XAUUSD', 'USOIL']);
  expect(localStorage.getItem('favourites')).toBe('["EURUSD","XAUUSD","USOIL"]');
  localStorage.setItem('favourites', '["EURUSD","XAUUSD","USOIL","GBPUSD"]');
  // A press does what its button says, whatever the other tab did.
  toggleFavourite('GBPUSD');
  toggleFavourite('EURUSD');
  expect(favourites.value).toEqual(['XAUUSD', 'USOIL', 'GBPUSD']);
});

it('D9.04 shows what another tab stars, and what it did before anybody listened', () => {
  localStorage.setItem('favourites', '["EURUSD"]');
  followFavourites();
  expect(favourites.value).toEqual(['EURUSD']);
  const before = favourites.value;
  dispatchEvent(new StorageEvent('storage', { key: 'lang' }));
  elsewhere('EURUSD');
  expect(favourites.value).toBe(before);
  elsewhere('EURUSD', 'XAUUSD');
  expect(favourites.value).toEqual(['EURUSD', 'XAUUSD']);
});
