/** A list closes up over places that are left. */

const SLIDE_MS = 220;
/** After it has moved: a thumb that was on its way presses nothing. */
const DEAD_MS = 600;
const PARTS = '.list-bar, .list > li, .list-end';
const SLIDE = { duration: SLIDE_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/** `change` takes the places out of `box`. What is left glides to where it belongs, and nothing of it can be pressed until it has stood a moment. */
export function closeUp(box: HTMLElement, change: () => void): void {
  const parts = [...box.querySelectorAll<HTMLElement>(PARTS)];
  const before = parts.map(topOf);
  change();
  box.toggleAttribute('data-settling', true);
  setTimeout(() => box.removeAttribute('data-settling'), SLIDE_MS + DEAD_MS);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // After the list was drawn anew, before that is painted.
  requestAnimationFrame(() => {
    for (const [index, part] of parts.entries()) {
      if (!part.isConnected) continue;
      const moved = (before[index] ?? 0) - topOf(part);
      if (moved !== 0) part.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], SLIDE);
    }
  });
}

const topOf = (part: HTMLElement): number => part.getBoundingClientRect().top;
