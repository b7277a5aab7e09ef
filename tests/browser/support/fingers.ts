/** A finger as the browser itself makes it: touches and scrolls go through its own input, so that scroll locks and touch actions count. */
import { cdp } from 'vitest/browser';

/** Where a point of the tested page is in the window that holds it. */
function outer(x: number, y: number): { x: number; y: number } {
  const frame = window.frameElement?.getBoundingClientRect();
  const scale = frame ? frame.width / innerWidth : 1;
  return { x: (frame?.left ?? 0) + x * scale, y: (frame?.top ?? 0) + y * scale };
}

type Point = { readonly x: number; readonly y: number };

export const middleOf = (element: Element): Point => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

/** Presses at a point, moves in a few steps, lets go. */
export async function drag(from: Point, to: Point, steps = 6): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    cdp().send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }) => outer(x, y)) });
  await send('touchStart', [from]);
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    await send('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await send('touchEnd', []);
}
