/**
 * Has toasts stand where nothing is pressed (decision D9.491): on a page of the tab bar above that bar, on Trade over the candles, on another page
 * below what tells a person where they are, the way back, and why something cannot be done. Comes once the first picture has stood for a
 * moment; until then they stand at the head of the window.
 */

const HEADS = 'main header, main .banner, main [role="alert"]';
/** An element of the page at whose top they stand. */
const PLACE = 'main [data-toasts]';
/** What stands so close beneath one of them is read with it. */
const NEAR_PX = 24;

/** px from the top of the window to where the heads of the page end; 0 where they are out of sight. */
function headsEnd(): number {
  let end = 0;
  for (const head of document.querySelectorAll(HEADS)) {
    // A page that is kept out of sight is laid out all the same.
    if (head.closest('[hidden]')) continue;
    const { top, bottom } = head.getBoundingClientRect();
    if (top <= end + NEAR_PX && bottom > end) end = bottom;
  }
  // What is taller than that is no head.
  return Math.min(end, innerHeight / 2);
}

/** px from the top of the window to the page's own place, where that is in its upper half: 0 where it is scrolled away. */
function ownPlace(): number | undefined {
  const place = [...document.querySelectorAll(PLACE)].find((node) => !node.closest('[hidden]'));
  if (!place) return undefined;
  const { top } = place.getBoundingClientRect();
  return top < innerHeight / 2 ? Math.max(0, top) : 0;
}

/** px from the bottom of the window to the end of the tab bar; `undefined` where there is none, or where a keyboard may lie over it. */
function barsEnd(): number | undefined {
  const bar = document.querySelector('.tab-bar')?.getBoundingClientRect();
  const isTyping = document.activeElement?.matches('input, textarea') === true;
  return bar && bar.height > 0 && bar.top > innerHeight / 2 && !isTyping ? innerHeight - bar.top : undefined;
}

function place(toasts: HTMLElement): void {
  const own = ownPlace();
  const end = own === undefined ? barsEnd() : undefined;
  toasts.toggleAttribute('data-low', end !== undefined);
  toasts.style.setProperty('--heads', `${own ?? headsEnd()}px`);
  toasts.style.setProperty('--bars', `${end ?? 0}px`);
}

/** Those of the page that are shown: what is shown in a dialog has its room above it. */
const shownToasts = () => [...document.querySelectorAll<HTMLElement>('.toasts')].find((node) => !node.closest('dialog'));

/** Called once. In browsers without popovers all stand at the head of the window. */
export function placeToasts(): void {
  // It does not bubble.
  document.addEventListener(
    'beforetoggle',
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches('.toasts') && !target.closest('dialog')) place(target);
    },
    true,
  );
  if (!('popover' in HTMLElement.prototype)) return;
  // Another page, which is drawn by and by: what was said on the last one must not lie over what is pressed on it.
  const drawing = new MutationObserver(() => {
    const toasts = shownToasts();
    if (toasts) place(toasts);
    else drawing.disconnect();
  });
  addEventListener('hashchange', () => {
    const main = shownToasts() && document.querySelector('main');
    if (main) drawing.observe(main, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  });
}
