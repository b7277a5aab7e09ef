/** What a page does once its first picture has stood for a moment: nobody waits for any of it. */
import { effect } from '@preact/signals';
import { leaveSite } from './company/leave-site.ts';
import { keepHeadsFree } from './kit/heads-end.ts';
import { isDemo, user } from './state/user.ts';

/** Called once, when the site is known. */
export function settle(): void {
  // Drawing the page's icon takes a slow phone as long as a row of prices: index.html names an empty one.
  document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icon.svg');
  void leaveSite();
  keepHeadsFree();
  void import('./identity/identity-draft.ts').then((draft) => draft.followDraftOwner()).catch(() => undefined);
  let hadPerson = false;
  effect(() => {
    const isPerson = user.value !== null && !isDemo.value;
    hadPerson ||= isPerson;
    // Code that does not come is asked for with the next person.
    if (hadPerson) void import('./security/session-reminder.ts').then((reminder) => reminder.followReminder()).catch(() => undefined);
  });
}
