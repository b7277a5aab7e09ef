/**
 * How the first screen takes the place of its ghost: piece by piece, each in a task and a frame of its own, under the ghost, which is
 * uncovered as far as the screen is drawn. What is drawn stays where it is: pieces come from the top down.
 */
import { ownFrame } from '../browser/own-task.ts';
import { drawPiece, holdPieces } from '../navigation/pieces.tsx';
import { endGlance } from './glance.ts';
import { takeGhost } from './route-ghost.tsx';

/** Small pieces are drawn together, for so long: their layout takes the frame behind them about as long. */
const TASK_MS = 16;

/** `draw`: draws the app, but for the pieces. Resolves once the screen is whole and the ghost is gone, also when drawing failed. */
export async function drawFirst(draw: () => void): Promise<void> {
  const ghost = document.getElementById('ghost');
  holdPieces();
  try {
    draw();
    do await ownFrame(() => uncover(ghost));
    while (await drawSome());
  } finally {
    endGlance();
    takeGhost(ghost);
  }
}

/** False when no piece was left. */
async function drawSome(): Promise<boolean> {
  const endMs = performance.now() + TASK_MS;
  while (drawPiece()) {
    // Components are drawn in a microtask.
    await Promise.resolve();
    if (performance.now() >= endMs) return true;
  }
  return false;
}

/** In a frame before its paint, where the layout that this asks for is due anyway. The tabs are a piece of their own: their ghost stays. */
function uncover(ghost: HTMLElement | null): void {
  const drawnPx = document.querySelector('[data-page]')?.getBoundingClientRect().bottom ?? 0;
  ghost?.style.setProperty('clip-path', `inset(min(${Math.max(0, drawnPx)}px, 100% - var(--tab-bar) - var(--safe-end)) 0 0)`);
}
