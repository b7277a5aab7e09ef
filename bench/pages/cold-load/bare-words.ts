/** What the bare page and its worker say to each other. */
export type BareRow = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly digits: number;
  readonly price: number;
};
/** [time, open, high, low, close] */
export type BareBar = readonly [number, number, number, number, number];
export type BareWords =
  | { readonly rows: readonly BareRow[] }
  | { readonly bars: readonly BareBar[] }
  /** Newest prices by code. */
  | { readonly prices: readonly (readonly [string, number])[] };
