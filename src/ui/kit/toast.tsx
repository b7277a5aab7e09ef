import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { layers } from '../navigation/layers.ts';
import './toast.css';

/** How long a toast stays; long enough to read two lines, and with something to press long enough to reach it. */
const STAY_MS = 3200;
const STAY_TO_PRESS_MS = 6000;
/** One that is drawn later than this after it was said has only changed its place, as a sheet came or went: it does not move in again. */
const NEW_MS = 150;
/** One that was said so long before a sheet was opened has been read. */
const READ_MS = 500;
/** More than this at once push the oldest out. */
const TOASTS_MAX = 3;

/** 'good': what was asked for is done, or a gain. 'bad': it failed, or a loss; said at once by screen readers, the others when they are idle. */
type ToastKind = 'info' | 'good' | 'bad';
export type ToastExtras = {
  /** A second, quieter line. */
  readonly detail?: string;
  /** What it came to, large and in the colour of the kind: '+59.40 USD'. */
  readonly money?: string;
  /** The one thing that can be done about it. `run` also takes the toast away. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** What it is about, for who says something newer of the same. */
  readonly about?: string;
};
type Toast = ToastExtras & { readonly id: number; readonly text: string; readonly kind: ToastKind; readonly saidAt: number };

/** Written elsewhere only to take one away that the page says itself by now. */
export const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((item) => item.id !== id);
};

/** Says in one line what happened. All texts are text nodes. */
export function toast(text: string, kind: ToastKind = 'info', extras: ToastExtras = {}): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(1 - TOASTS_MAX), { ...extras, id, text, kind, saidAt: performance.now() }];
  expire(id, extras.action ? STAY_TO_PRESS_MS : STAY_MS);
}

/** Nobody reads while the phone is in a pocket: what was said then is said for as long again. */
function expire(id: number, ms: number): void {
  setTimeout(() => (document.hidden ? expire(id, ms) : dismiss(id)), ms);
}

/**
 * Where toasts are drawn: in the top layer. What is outside an open dialog cannot be pressed, so each dialog has a host of its own, `dialog`,
 * and the topmost one draws.
 */
export function ToastHost({ dialog }: { dialog?: RefObject<HTMLDialogElement | null> }) {
  const ref = useRef<HTMLDivElement>(null);
  const isHere = layers.value.at(-1)?.dialog === dialog?.current;
  const shown = isHere ? toasts.value : [];
  const isShown = shown.length > 0;
  // In the task that draws it: until it is shown, a popover is not in the page for anybody, and can be neither seen nor pressed.
  useLayoutEffect(() => {
    // Before Chrome 114 and Safari 17 there is no popover: the host is then a fixed box.
    if (isShown && 'popover' in HTMLElement.prototype) ref.current?.showPopover();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={ref} popover="manual" class="toasts">
      {shown.map((item) => (
        <ToastCard key={item.id} item={item} isOver={dialog !== undefined} />
      ))}
    </div>
  );
}

/** Its words are hidden from screen readers, which hear them from `SpokenToasts`; what can be pressed is not. */
function ToastCard({ item: { id, kind, text, detail, money, action, saidAt }, isOver }: { item: Toast; isOver: boolean }) {
  const [ageMs] = useState(() => performance.now() - saidAt);
  const press = () => {
    dismiss(id);
    action?.run();
  };
  // Who has opened a sheet looks at its head, and has read what was said before.
  if (isOver && ageMs > READ_MS) return null;
  return (
    <div class="toast" data-kind={kind} data-new={ageMs < NEW_MS ? '' : undefined}>
      <div class="toast-words" aria-hidden="true">
        <p>{text}</p>
        {money && <b class="toast-money num">{money}</b>}
        {detail && <small>{detail}</small>}
      </div>
      {action && (
        <button type="button" aria-label={`${action.label}: ${text}`} onClick={press}>
          {action.label}
        </button>
      )}
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
  const text = newest && <span key={newest.id}>{[newest.text, newest.money, newest.detail].filter(Boolean).join(', ')}</span>;
  const isBad = newest?.kind === 'bad';
  return (
    <div class="sr-only">
      <p aria-live="polite">{!isBad && text}</p>
      <p aria-live="assertive">{isBad && text}</p>
    </div>
  );
}
