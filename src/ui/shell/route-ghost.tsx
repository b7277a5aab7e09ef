/**
 * The ghost of a screen before its code is here: grey boxes where its blocks will be, drawn by `ghost.css` for the route that `data-route`
 * names. The boxes are in index.html, since they are painted before any script has come; they are kept for the pages that are opened later.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language/i18n.ts';

let boxes: Element | null = null;

/** Takes the ghost out of the document, which from here on is drawn by the app. */
export function takeGhost(ghost: Element | null): void {
  boxes = ghost?.querySelector('.ghost') ?? null;
  delete document.documentElement.dataset.route;
  ghost?.remove();
}

export function RouteGhost({ path }: { path: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (boxes) ref.current?.replaceChildren(boxes.cloneNode(true));
  }, []);
  return <div ref={ref} data-route={path.slice(1) || 'home'} role="status" aria-busy="true" aria-label={t('shell:loading')} />;
}
