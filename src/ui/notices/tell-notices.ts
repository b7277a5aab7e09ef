/** Notices of the server are told by whose they are, with the words of that room: those of trading, or of the review of a person. */
import { listen } from '../state/events.ts';

/** Listens for the life of the page. Called once. */
export function tellNotices(): void {
  listen('notice', ({ kind, level }) => {
    if (kind === 'identity') void import('../identity/identity-news.ts').then(({ tellIdentity }) => tellIdentity(level));
    else void import('../orders/order-toasts.ts').then(({ toastNotice }) => toastNotice(kind, level));
  });
}
