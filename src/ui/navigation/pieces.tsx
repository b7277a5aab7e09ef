/**
 * The first picture is drawn in pieces, from its top down: so no task of it is long on a slow phone. Each component asks for as many as it
 * has, and draws one when its turn comes. Pages that are opened later are drawn at once: a tap waits for them.
 *   <Piece>…</Piece>   const pieces = usePieces(4)   holdPieces()   while (drawPiece()) …
 */
import { signal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

/** How many may be drawn, of all that were asked for. */
const drawn = signal(Number.POSITIVE_INFINITY);
let asked = 0;

/** From here on a piece is drawn when `drawPiece` says so. */
export function holdPieces(): void {
  drawn.value = 0;
  asked = 0;
}

/** Lets the next piece be drawn, and by it others be asked for. False when there is none: whatever comes later is drawn at once. */
export function drawPiece(): boolean {
  const isLeft = drawn.peek() < asked;
  drawn.value = isLeft ? drawn.peek() + 1 : Number.POSITIVE_INFINITY;
  return isLeft;
}

/** How many of a component's `count` pieces may be drawn by now. */
export function usePieces(count: number): number {
  const before = useMemo(() => {
    asked += count;
    return asked - count;
  }, []);
  return useComputed(() => Math.min(count, Math.max(0, drawn.value - before))).value;
}

/** One piece. */
export function Piece({ children }: { children: ComponentChildren }) {
  return <>{usePieces(1) > 0 && children}</>;
}
