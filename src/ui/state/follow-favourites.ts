/** Shows what another tab has starred: nobody waits for it, so it is no part of the first scripts. */
import { STORED } from '../browser/stored-keys.ts';
import { favourites, storedFavourites } from './favourites.ts';

/** A list that is the same is left alone: every row of products follows it. */
function read(): void {
  const list = storedFavourites();
  if (list.join() !== favourites.peek().join()) favourites.value = list;
}

/** Called once. */
export function followFavourites(): void {
  addEventListener('storage', ({ key }) => {
    if (key === STORED.favourites) read();
  });
  // What was starred before anybody listened.
  read();
}
