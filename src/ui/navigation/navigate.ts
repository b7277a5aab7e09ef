/** Going somewhere. The address is the hash; '#/trade?id=3' is '/trade?id=3'. */
import { ownFrame } from '../browser/own-task.ts';
import { layersAt, travel } from './layers.ts';

/** The hash of a page that is shown and has no step of the history yet: to make one takes the browser a quarter of what a tap waits for. */
let ahead: string | undefined;

/** Where the page that is come to next begins: at its top, unless `kept-places.ts`, which comes later, knows where it was left. */
export const pagePlace = { top: 0 };

/** Makes that step, if there is one to make: behind the picture of the page, and before anything else is done to the history. */
export function writeStep(): void {
  if (ahead === undefined) return;
  history.pushState({ depth: ++depth }, '', ahead);
  ahead = undefined;
}

/** The path and query of a hash; '/' for an empty one; null for an in-page anchor, which is no route. */
export const readHash = (hash: string = ahead ?? location.hash): string | null =>
  hash.length < 2 ? '/' : hash.startsWith('#/') ? hash.slice(1) : null;

const depthOf = (state: unknown): number | undefined => (state as { depth?: number } | null)?.depth;
let depth = 0;

/** `isTapped`: a finger waits for the page; its step of the history comes behind the picture. */
export function navigate(to: string, replace = false, isTapped = false): void {
  writeStep();
  const steps = layersAt(history.state);
  // Sheets upon a sheet have a step each: only one could become the new page's.
  if (steps > 1) travel.leave?.();
  if (travel.arrival) {
    void travel.arrival.then(() => navigate(to, replace));
    return;
  }
  const hash = `#${to.startsWith('/') ? to : `/${to}`}`;
  if (hash === location.hash) return;
  // The step of an open sheet becomes the new page's, so that Back leads to the page under the sheet.
  const isStep = !replace && steps === 0;
  // Not by `location.hash`: the browser would tell of it tasks and frames after the tap.
  if (isStep) {
    ahead = hash;
    if (isTapped) void ownFrame().then(writeStep);
    else writeStep();
    // As the browser says it of a new address: what lies over the page, though it has no step yet, gives way.
    dispatchEvent(new PopStateEvent('popstate'));
  } else history.replaceState({ depth: replace ? depth : ++depth }, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** A plain press of a link to a page goes there by `navigate`, within the tap, and knowing of the step that an open sheet has in the history. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]:not([target])') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  navigate(link.getAttribute('href')?.slice(1) ?? '/', false, true);
}

/** Numbers the history entry that is shown: the depth tells whether Back stays inside the app, also after a reload. */
export function markDepth(): void {
  const known = depthOf(history.state);
  if (known === undefined) history.replaceState({ depth: ++depth }, '');
  else depth = known;
}

/** The first entry has nothing of ours behind it. */
export function markFirstDepth(): void {
  depth = depthOf(history.state) ?? 0;
  history.replaceState({ ...(history.state as object | null), depth }, '');
}

/** One step back, or to the market when there is nothing to go back to (decision D1.2.41). */
export function goBack(): void {
  writeStep();
  if (travel.arrival) return void travel.arrival.then(goBack);
  // A sheet that has just closed may have its step still.
  if (depth > 0) history.go(-1 - layersAt(history.state));
  else navigate('/', true);
}
