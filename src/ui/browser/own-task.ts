/** Ends the running task: the browser may paint and hear a finger before what comes behind the promise goes on. */
export const ownTask = (): Promise<void> =>
  (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/** A page that is not drawn gets no animation frame, and must not wait for one. */
const PAINT_WAIT_MAX_MS = 250;

/** Resolves in another task, behind the paint of what is in the document by now; at once on a hidden page. `beforePaint` runs in that frame. */
export async function ownFrame(beforePaint?: () => void): Promise<void> {
  if (document.hidden) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, PAINT_WAIT_MAX_MS);
    requestAnimationFrame(() => {
      beforePaint?.();
      setTimeout(resolve);
    });
  });
}
