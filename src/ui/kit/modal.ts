import { effect, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { putLayer } from '../navigation/layer-history.ts';
import { layers } from '../navigation/layers.ts';
import './modal.css';

// The page behind stands still as long as anything lies over it.
effect(() => {
  document.documentElement.toggleAttribute(
    'data-locked',
    layers.value.some(({ dialog }) => dialog),
  );
});

/** A dialog that is open lies over the page: it stands still, and Back calls `close`. */
export function useLayer(ref: RefObject<HTMLDialogElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const dialog = ref.current;
    return isOpen && dialog ? putLayer({ dialog, close: () => latest.current() }) : undefined;
  }, [isOpen]);
}

/**
 * Ties a `<dialog>` to a signal: true opens it modally (the page behind is inert and does not scroll, focus stays inside, Esc and Back
 * close it), a close by the platform sets the signal to false, and a press on the backdrop closes it too.
 */
export function useModal(open: Signal<boolean>): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const isOpen = open.value;
  const close = () => {
    open.value = false;
  };
  // With the drawing: what a tap asked for is in the next picture. An effect would wait for one that shows nothing of it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);
  useLayer(ref, isOpen, close);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const onPress = (event: MouseEvent) => {
      if (event.target === dialog) close();
    };
    dialog.addEventListener('close', close);
    dialog.addEventListener('click', onPress);
    return () => {
      dialog.removeEventListener('close', close);
      dialog.removeEventListener('click', onPress);
      // A dialog that leaves the page while open would keep the page behind it inert.
      if (dialog.open) dialog.close();
    };
  }, [open]);
  return ref;
}
