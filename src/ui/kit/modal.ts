import { effect, type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ownFrame } from '../browser/own-task.ts';
import { putLayer } from '../navigation/layer-history.ts';
import { layers } from '../navigation/layers.ts';
import { PageActive } from '../navigation/page-active.ts';
import './modal.css';

// The page behind stands still as long as anything lies over it.
effect(() => {
  document.documentElement.toggleAttribute(
    'data-locked',
    layers.value.some(({ dialog }) => dialog),
  );
});

/**
 * Ties a `<dialog>` to a signal: true opens it modally (the page behind is inert and does not scroll, focus stays inside, Esc and Back
 * close it), a close by the platform sets the signal to false, and a press on the backdrop closes it too. `isFull`: the first picture of it
 * has been painted, and what takes longer to draw may come.
 */
export function useModal(open: Signal<boolean>): { ref: RefObject<HTMLDialogElement | null>; isFull: boolean } {
  const ref = useRef<HTMLDialogElement>(null);
  const close = () => {
    open.value = false;
  };
  const isFull = useOpenDialog(ref, open.value, close);
  useEffect(() => {
    const dialog = ref.current;
    // What such a handler returns would count: false takes from a link where it leads.
    if (dialog) dialog.onclick = ({ target }) => void (target === dialog && close());
  }, [open]);
  return { ref, isFull };
}

/**
 * Opens a dialog in two pictures. A modal one has the browser style the whole page behind it anew, which on a slow phone is a third of what a
 * tap waits for: so the dialog is laid over the page first, where nothing else changes, and becomes modal behind that paint. True from then on.
 * `close`: it was closed by the platform, or Back was pressed.
 */
export function useOpenDialog(ref: RefObject<HTMLDialogElement | null>, isOpen: boolean, close: () => void): boolean {
  const isActive = useContext(PageActive);
  const isFull = useSignal(false);
  const latest = useRef(close);
  latest.current = close;
  const end = () => latest.current();
  // With the drawing: what a tap asked for is in the next picture. An effect would wait for one that shows nothing of it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return undefined;
    const opener = document.activeElement;
    const giveBack = () => {
      // The platform gives the focus back to what had it when the dialog became modal, which was inside.
      if (document.activeElement === document.body) (opener as HTMLElement | null)?.focus({ preventScroll: true });
    };
    dialog.onclose = end;
    dialog.onkeydown = ({ key }) => void (key === 'Escape' && dialog.popover && end());
    // Before Chrome 114 and Safari 17 there is no popover, and nothing is seen before it is modal.
    dialog.popover = 'manual';
    dialog.showPopover?.();
    void ownFrame().then(() => {
      if (!dialog.popover) return;
      // Its page was left meanwhile: a modal would lock the one that is seen.
      if (!isActive.peek()) return end();
      // In one task, so that nobody sees it change its place, and nothing that moves begins anew.
      dialog.popover = null;
      dialog.showModal();
      isFull.value = true;
    });
    return () => {
      isFull.value = false;
      // It comes in a task of its own: the dialog may be open again, or its signal be another's.
      dialog.onclose = null;
      dialog.popover = null;
      // A dialog that leaves the page while open would keep the page behind it inert.
      dialog.close();
      giveBack();
    };
  }, [isOpen]);
  useEffect(() => (isOpen && ref.current ? putLayer({ dialog: ref.current, close: end }) : undefined), [isOpen]);
  return isOpen && isFull.value;
}
