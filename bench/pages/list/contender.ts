import type { ListQuote } from './market.ts';

/** One way to keep a list of live prices on screen. */
export type Contender = {
  readonly root: Element;
  /** Off the clock: makes what the page is handed for these quotes, and gives the update that takes it in. Its texts may follow in microtasks. */
  prepare(quotes: readonly ListQuote[]): Promise<() => void>;
};
