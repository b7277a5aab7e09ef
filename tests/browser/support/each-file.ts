/**
 * Before each file: an empty store, since files one after the other are of one origin; and what the testing library waits for may take as
 * long as what `expect.poll` waits for. After each test: sheets that were open have taken their steps out of the history, which takes a
 * moment, so that the next test begins at an address of its own.
 */
import { configure, getConfig } from '@testing-library/preact';
import { afterEach, expect, inject } from 'vitest';
import { sheetIsFull } from './sheet-is-full.ts';

localStorage.clear();
sessionStorage.clear();

declare module 'vitest' {
  interface ProvidedContext {
    patienceMs: number;
  }
}

const steps = () => (history.state as { layers?: number } | null)?.layers ?? 0;
afterEach(async () => {
  if (steps() > 0) await expect.poll(steps).toBe(0);
});

const { asyncWrapper } = getConfig();
configure({
  asyncUtilTimeout: inject('patienceMs'),
  // What is laid over the page is full in the next task: who has waited for a sheet looks at all of it.
  asyncWrapper: async (wait) => {
    const found = await asyncWrapper(wait);
    await sheetIsFull();
    return found;
  },
});
