/** Going somewhere. The address is the hash; '#/trade?id=3' is '/trade?id=3'. */
import { layersAt, travel } from './layers.ts';

/** The path and query of a hash; '/' for an empty one; null for an in-page anchor, which is no route. */
export const readHash = (hash: string = location.hash): string | null =>
  hash.length < 2 ? '/' : hash.startsWith('#/') ? hash.slice(1) : null;

const depthOf = (state: unknown): number | undefined => (state as { depth?: number } | null)?.depth;
let depth = 0;

export function navigate(to: string, replace = false): void {
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
  if (!replace && steps === 0) location.hash = hash;
  else {
    history.replaceState({ depth: replace ? depth : ++depth }, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
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
  if (depth > 0) history.back();
  else navigate('/', true);
}
