/** Asks the engine now and then whether it lives. A worker can die without a word: out of memory, killed by the system. */

const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 4_000;
/** A worker that dies again and again is left alone: the link bar then tells the age of what is shown. */
const REPLACEMENTS_MAX = 20;

/** Calls `replace` when `ask` fails or stays unanswered on a visible page. */
export function watchOver(ask: () => Promise<unknown>, replace: () => void): void {
  let replacements = 0;
  let isAsking = false;
  setInterval(async () => {
    if (document.hidden || isAsking || replacements >= REPLACEMENTS_MAX) return;
    isAsking = true;
    const isAlive = await Promise.race([
      ask().then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false)),
    ]);
    isAsking = false;
    // A page that was frozen meanwhile measured its own sleep, not the worker's.
    if (isAlive || document.hidden) return;
    replacements++;
    replace();
  }, ASK_EVERY_MS);
}
