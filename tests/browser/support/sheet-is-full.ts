import { expect } from 'vitest';

/** What is laid over the page becomes modal, and full, behind its first picture. */
export const sheetIsFull = (): Promise<void> => expect.poll(() => document.querySelector('dialog[popover]')).toBeNull();
