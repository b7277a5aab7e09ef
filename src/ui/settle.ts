/**
 * What a page does once its first picture has stood for a moment: nobody waits for any of it. What fetches code of its own fails alone: the
 * rest goes on without it.
 */
import { effect } from '@preact/signals';
import { watchOver } from './engine/watchdog.ts';
import { placeToasts } from './kit/toast-place.ts';
import { keepPlaces } from './shell/kept-places.ts';
import { startPrefetch } from './shell/prefetch.ts';
import { followFavourites } from './state/follow-favourites.ts';
import { startTapHold } from './state/tap-hold.ts';
import { isDemo, user } from './state/user.ts';

/** Called once, when the site is known. `ask`, `replace`: of the worker that runs then (`watchdog.ts`). */
export function settle(ask: () => Promise<unknown>, replace: () => void): void {
  watchOver(ask, replace);
  // Drawing the page's icon takes a slow phone as long as a row of prices: index.html names an empty one.
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icon.svg');
  startTapHold();
  keepPlaces();
  void import('./company/leave-site.ts').then((page) => page.leaveSite()).catch(() => undefined);
  startPrefetch();
  followFavourites();
  placeToasts();
  void import('./identity/identity-draft.ts').then((draft) => draft.followDraftOwner()).catch(() => undefined);
  let hadPerson = false;
  effect(() => {
    const isPerson = user.value !== null && !isDemo.value;
    hadPerson ||= isPerson;
    // Code that does not come is asked for with the next person.
    if (hadPerson) void import('./security/session-reminder.ts').then((reminder) => reminder.followReminder()).catch(() => undefined);
  });
}
