/** Ends the running task: the browser may paint and hear a finger before what comes behind the promise goes on. */
export const ownTask = (): Promise<void> =>
  (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
