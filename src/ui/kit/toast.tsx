import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import './toast.css';

/** How long a toast stays; long enough to read two lines. */
const STAY_MS = 3200;
/** More than this at once push the oldest out. */
const TOASTS_MAX = 3;

/** 'good': what was asked for is done, or a gain. 'bad': it failed, or a loss; said at once by screen readers, the others when they are idle. */
type ToastKind = 'info' | 'good' | 'bad';
type Toast = { id: number; text: string; kind: ToastKind };

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Says in one line what happened. The text is always a text node. */
export function toast(text: string, kind: ToastKind = 'info'): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(1 - TOASTS_MAX), { id, text, kind }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((item) => item.id !== id);
  }, STAY_MS);
}

/** The one place where toasts are drawn: in the top layer, shown anew for each, so that it is above an open sheet. */
export function ToastHost() {
  const ref = useRef<HTMLDivElement>(null);
  const shown = toasts.value;
  useEffect(() => {
    const host = ref.current;
    // Before Chrome 114 and Safari 17 there is no popover: the host is then a fixed box below an open sheet.
    if (!host || !('popover' in HTMLElement.prototype)) return;
    if (host.matches(':popover-open')) host.hidePopover();
    if (shown.length > 0) host.showPopover();
  }, [shown]);
  return (
    <div ref={ref} popover="manual" class="toasts" aria-hidden="true">
      {shown.map((item) => (
        <p key={item.id} data-kind={item.kind}>
          {item.text}
        </p>
      ))}
    </div>
  );
}

/**
 * The newest toast for screen readers. Its two live regions must be in the page before there is anything to say, since many readers pass over
 * a region that comes together with its text. A modal dialog makes the rest of the page inert: each has a pair of its own.
 */
export function SpokenToasts() {
  const newest = toasts.value.at(-1);
  // A text node of its own for each, so that the same words are said again when they come again.
  const text = newest && <span key={newest.id}>{newest.text}</span>;
  const isBad = newest?.kind === 'bad';
  return (
    <div class="sr-only">
      <p aria-live="polite">{!isBad && text}</p>
      <p aria-live="assertive">{isBad && text}</p>
    </div>
  );
}
