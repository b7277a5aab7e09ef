import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Offset = { readonly x: number; readonly y: number };

/**
 * Lets one finger move a box by its handle, buttons on it aside. The box stays on the screen and off the tab bar; `shape` tells that its
 * size has changed, after which it is moved back if it must be. It is moved by a transform, so that nothing on the page is laid out anew.
 */
export function useDrag(box: RefObject<HTMLElement | null>, handle: RefObject<HTMLElement | null>, shape: unknown): void {
  const offset = useRef<Offset>({ x: 0, y: 0 });
  useLayoutEffect(() => {
    const [element, grip] = [box.current, handle.current];
    if (!element || !grip) return undefined;
    const put = (wanted: Offset) => {
      offset.current = keptInside(element, offset.current, wanted);
      element.style.translate = `${offset.current.x}px ${offset.current.y}px`;
    };
    put(offset.current);
    const until = new AbortController();
    const on = { signal: until.signal };
    let from: Offset | undefined;
    grip.addEventListener(
      'pointerdown',
      (event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        from = { x: event.clientX - offset.current.x, y: event.clientY - offset.current.y };
        grip.setPointerCapture(event.pointerId);
      },
      on,
    );
    grip.addEventListener('pointermove', (event) => from && put({ x: event.clientX - from.x, y: event.clientY - from.y }), on);
    const end = () => {
      from = undefined;
    };
    grip.addEventListener('pointerup', end, on);
    grip.addEventListener('pointercancel', end, on);
    addEventListener('resize', () => put(offset.current), on);
    return () => until.abort();
  }, [box, handle, shape]);
}

/** The wanted offset, or the nearest one that keeps the box in sight. */
function keptInside(element: HTMLElement, now: Offset, wanted: Offset): Offset {
  const rect = element.getBoundingClientRect();
  const floor = document.querySelector('.tab-bar')?.getBoundingClientRect().top ?? innerHeight;
  const within = (at: number, size: number, shift: number, end: number) => Math.max(-at, Math.min(end - at - size, shift));
  return {
    x: within(rect.left - now.x, rect.width, wanted.x, innerWidth),
    y: within(rect.top - now.y, rect.height, wanted.y, floor),
  };
}
