import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import './pull-to-refresh.css';

/** The indicator goes this long after the data came (specification S1 section 9). */
const CLOSE_AFTER_MS = 500;
/** How far the content must be pulled, and how far it can be. */
const TRIGGER_PX = 56;
const PULL_MAX_PX = 90;
/** The content follows the finger at this share. */
const RESISTANCE = 0.45;

type PullProps = { onRefresh: () => Promise<unknown>; label: string; children: ComponentChildren };

/** Pulling the page down at its top reads its data again. Touch only: a keyboard has the browser's own reload. */
export function PullToRefresh({ onRefresh, label, children }: PullProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isBusy = useSignal(false);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  useEffect(() => {
    const node = ref.current;
    if (!node) return undefined;
    const run = async () => {
      isBusy.value = true;
      await refresh.current().catch(() => undefined);
      setTimeout(() => (isBusy.value = false), CLOSE_AFTER_MS);
    };
    return followFinger(node, () => !isBusy.peek(), run);
  }, [isBusy]);
  return (
    <div ref={ref} class="pull" aria-busy={isBusy.value}>
      <div class="pull-mark" role="status">
        {isBusy.value && (
          <>
            <Icon name="refresh" />
            <span class="sr-only">{label}</span>
          </>
        )}
      </div>
      {children}
    </div>
  );
}

function followFinger(node: HTMLElement, mayStart: () => boolean, run: () => Promise<void>): () => void {
  let startY = -1;
  let pulled = 0;
  const start = (event: TouchEvent) => {
    // A sheet over the page is dragged for itself.
    const isOnPage = !(event.target instanceof Element && event.target.closest('dialog'));
    startY = scrollY <= 0 && isOnPage && mayStart() ? (event.touches[0]?.clientY ?? -1) : -1;
    pulled = 0;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (startY < 0 || !touch) return;
    const distance = touch.clientY - startY;
    if (distance <= 0) {
      startY = -1;
      node.style.removeProperty('--pulled');
      return;
    }
    if (event.cancelable) event.preventDefault();
    pulled = Math.min(PULL_MAX_PX, distance * RESISTANCE);
    node.style.setProperty('--pulled', `${pulled}px`);
  };
  const end = ({ type }: Event) => {
    if (startY < 0) return;
    startY = -1;
    node.style.removeProperty('--pulled');
    // What the system takes the finger for is no pull.
    if (type === 'touchend' && pulled > TRIGGER_PX) void run();
  };
  node.addEventListener('touchstart', start, { passive: true });
  node.addEventListener('touchmove', move, { passive: false });
  node.addEventListener('touchend', end);
  node.addEventListener('touchcancel', end);
  return () => {
    node.removeEventListener('touchstart', start);
    node.removeEventListener('touchmove', move);
    node.removeEventListener('touchend', end);
    node.removeEventListener('touchcancel', end);
  };
}
