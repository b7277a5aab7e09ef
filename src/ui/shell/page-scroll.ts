/** Where kept pages were left: Back finds one there again, a tab at its top. Forgotten with the session's pages. */
import { cameBack } from '../navigation/navigate.ts';
import { sessionNumber } from '../state/session.ts';

const left = new Map<string, number>();
sessionNumber.subscribe(() => left.clear());

/** While the page is still the one that is drawn. */
export const keepScroll = (path: string): unknown => left.set(path, scrollY);

/** px from the top at which a page begins that has just been gone or come back to. */
export const scrollAt = (path: string): number => (cameBack() ? (left.get(path) ?? 0) : 0);
