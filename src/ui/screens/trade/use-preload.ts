import { useEffect } from 'preact/hooks';

type Preloaded = { preload(): void };

/** What the page shows first, and what a finger asks for soon, come before. */
const BEGIN_AFTER_MS = 5_000;
/** One at a time: compiling two at once is felt by a finger on a slow phone. */
const EVERY_MS = 500;

/** Fetches and runs the code of sheets that a page may open, in this order, once the page has stood for a while: each opens in the picture that follows the first tap, too. */
export function usePreload(...sheets: readonly Preloaded[]): void {
  useEffect(() => {
    const timers = sheets.map(({ preload }, at) => setTimeout(preload, BEGIN_AFTER_MS + at * EVERY_MS));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
}
