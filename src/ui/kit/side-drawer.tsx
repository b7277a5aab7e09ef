import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { useModal } from './modal.ts';
import { SpokenToasts, ToastHost } from './toast.tsx';
import './side-drawer.css';

type SideDrawerProps = { open: Signal<boolean>; title: string; closeLabel: string; children: ComponentChildren };

/** A modal panel from the start edge (left in left-to-right languages), full height: the list of products. */
export function SideDrawer({ open, title, closeLabel, children }: SideDrawerProps) {
  const { ref, isFull } = useModal(open);
  return (
    <dialog ref={ref} class="drawer" aria-label={title}>
      {open.value && (
        <>
          <header class="drawer-head">
            {/* A modal must put the focus somewhere inside; the heading is the calm place. */}
            <h2 tabIndex={-1} autofocus>
              {title}
            </h2>
            <IconButton label={closeLabel} onClick={() => (open.value = false)}>
              <Icon name="close" />
            </IconButton>
          </header>
          <div class="drawer-body">{isFull && children}</div>
          {isFull && <SpokenToasts />}
          {isFull && <ToastHost dialog={ref} />}
        </>
      )}
    </dialog>
  );
}
