import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { useModal } from './modal.ts';
import { SpokenToasts, ToastHost } from './toast.tsx';
import './sheet.css';

/** A drag past this share of the sheet's height closes it. */
const CLOSE_SHARE = 0.35;
/** A flick faster than this (px per ms) closes it whatever the distance. */
const FLICK_SPEED = 0.5;
/** px: a tap that slips is no flick. */
const FLICK_MIN = 24;

type SheetProps = {
  open: Signal<boolean>;
  /** Accessible name, shown as the heading. */
  title: string;
  /** Name of the close button. */
  closeLabel: string;
  /** Stands beside the title, at the end of the row. */
  aside?: ComponentChildren;
  children: ComponentChildren;
};

/** A sheet from the bottom: for anything that asks. Its content exists only while it is open. */
export function Sheet({ open, title, closeLabel, aside, children }: SheetProps) {
  const { ref, isFull } = useModal(open);
  useEffect(() => {
    const dialog = ref.current;
    return dialog ? dragToClose(dialog, () => (open.value = false)) : undefined;
  }, [ref, open]);
  return (
    <dialog ref={ref} class="sheet" aria-label={title}>
      {open.value && (
        <>
          <div class="sheet-top" data-grip>
            <div class="sheet-grip" aria-hidden="true" />
            <div class="sheet-head">
              {/* The heading takes the first focus: a field would raise the keyboard at once. */}
              <h2 tabIndex={-1} autofocus>
                {title}
              </h2>
              {aside}
              <IconButton label={closeLabel} onClick={() => (open.value = false)}>
                <Icon name="close" />
              </IconButton>
            </div>
          </div>
          <div class="sheet-body">{isFull && children}</div>
          {isFull && <SpokenToasts />}
          {isFull && <ToastHost dialog={ref} />}
        </>
      )}
    </dialog>
  );
}

/** True where a drag begins at the grip or the head, and not on one of the head's buttons. */
const isOnGrip = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-grip]') !== null && target.closest('button, a, input') === null;

/** One finger drags the sheet: a second one gives the drag up, and what the browser takes for itself is none. Both put the sheet back. */
function dragToClose(dialog: HTMLDialogElement, close: () => void): () => void {
  let first: PointerEvent | undefined;
  const putBack = () => {
    first = undefined;
    dialog.style.removeProperty('transition');
    dialog.style.removeProperty('translate');
  };
  const begin = (event: PointerEvent) => {
    const isSecond = first && !event.isPrimary;
    putBack();
    if (isSecond || !isOnGrip(event.target)) return;
    first = event;
    // Of a captured mouse the click would be the dialog's, which is the backdrop.
    if (event.pointerType !== 'mouse') dialog.setPointerCapture(event.pointerId);
    dialog.style.setProperty('transition', 'none');
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== first?.pointerId) return;
    // A mouse that was let go outside of the window.
    if (event.pointerType === 'mouse' && event.buttons === 0) return putBack();
    dialog.style.setProperty('translate', `0 ${Math.max(0, event.clientY - first.clientY)}px`);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== first?.pointerId) return;
    const distance = event.clientY - first.clientY;
    const speed = distance / Math.max(1, event.timeStamp - first.timeStamp);
    putBack();
    if (distance > dialog.clientHeight * CLOSE_SHARE || (distance > FLICK_MIN && speed > FLICK_SPEED)) close();
  };
  // It has the `signal` that a listener takes: all of them end with it.
  const listening = new AbortController();
  dialog.addEventListener('pointerdown', begin, listening);
  dialog.addEventListener('pointermove', move, listening);
  dialog.addEventListener('pointerup', end, listening);
  dialog.addEventListener('pointercancel', putBack, listening);
  return () => listening.abort();
}
