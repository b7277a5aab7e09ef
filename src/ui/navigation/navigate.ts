/** Going somewhere. The address is the hash; '#/trade?id=3' is '/trade?id=3'. */

/** The path and query of a hash; '/' for an empty one; null for an in-page anchor, which is no route. */
export const readHash = (hash: string = location.hash): string | null =>
  hash.length < 2 ? '/' : hash.startsWith('#/') ? hash.slice(1) : null;

export function navigate(to: string, replace = false): void {
  const hash = `#${to.startsWith('/') ? to : `/${to}`}`;
  if (hash === location.hash) return;
  if (replace) {
    history.replaceState(history.state, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
}

const depthOf = (state: unknown): number | undefined => (state as { depth?: number } | null)?.depth;
let depth = 0;

/** Numbers the history entry that is shown: the depth tells whether Back stays inside the app, also after a reload. */
export function markDepth(): void {
  const known = depthOf(history.state);
  if (known === undefined) history.replaceState({ depth: ++depth }, '');
  else depth = known;
}

/** The first entry has nothing of ours behind it. */
export function markFirstDepth(): void {
  depth = depthOf(history.state) ?? 0;
  history.replaceState({ depth }, '');
}

/** One step back, or to the market when there is nothing to go back to (decision D1.2.41). */
export function goBack(): void {
  if (depth > 0) history.back();
  else navigate('/', true);
}
