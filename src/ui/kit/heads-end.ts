/** Has toasts stand on a page below what tells a person where they are, the way back, and why something cannot be done. Comes once the first picture has stood for a moment; until then they stand at the head of the window. */

/** A header whose page needs what is below it more says so. */
const HEADS = 'main header:not([data-under-toasts]), main .banner, main [role="alert"]';
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

/** Called once. What is shown in a dialog has its room above it, and in browsers without popovers all stand at the head of the window. */
export function keepHeadsFree(): void {
  const place = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.matches('.toasts') && !target.closest('dialog'))
      target.style.setProperty('--heads', `${headsEnd()}px`);
  };
  // It does not bubble.
  document.addEventListener('beforetoggle', place, true);
}
