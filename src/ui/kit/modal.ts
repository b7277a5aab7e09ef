import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Ties a `<dialog>` to a signal: true opens it modally (the page behind is inert, focus stays inside, Esc and the phone's Back close
 * it), a close by the platform sets the signal to false, and a press on the backdrop closes it too.
 */
export function useModal(open: Signal<boolean>): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const isOpen = open.value;
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const onClose = () => {
      open.value = false;
    };
    const onPress = (event: MouseEvent) => {
      if (event.target === dialog) open.value = false;
    };
    dialog.addEventListener('close', onClose);
    dialog.addEventListener('click', onPress);
    return () => {
      dialog.removeEventListener('close', onClose);
      dialog.removeEventListener('click', onPress);
      // A dialog that leaves the page while open would keep the page behind it inert.
      if (dialog.open) dialog.close();
    };
  }, [open]);
  return ref;
}
