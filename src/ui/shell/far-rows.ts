/**
 * A tap on the tab of the market waits for the rows that a phone shows, and for none further down: those are laid out and painted behind that
 * picture (`product-link.css`). Their room stays theirs, so nothing moves.
 */
import { ownFrame } from '../browser/own-task.ts';
import { pagePlace, readHash } from '../navigation/navigate.ts';
import { PATHS } from '../paths.ts';

/** Called once. The address is told within the tap, before the page is shown. */
export function holdFarRows(): void {
  addEventListener('hashchange', () => {
    const list = document.querySelector<HTMLElement>('[data-page][hidden] .product-list');
    // A page that is brought back as it was left stands further down.
    if (!list || readHash()?.split('?')[0] !== PATHS.home || pagePlace.top > 0) return;
    list.dataset.held = '';
    void ownFrame().then(() => delete list.dataset.held);
  });
}
