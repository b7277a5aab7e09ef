/** What the load generator is told and what it gives back, as JSON on its standard input and output. */

/** A line of its own that it prints when all people have entered and the first order is about to be sent. */
export const TRADING = 'trading';

export type LoadPlan = {
  readonly url: string;
  /** People who trade, each over one of the connections. */
  readonly users: number;
  /** Kept-alive connections; each has one call in flight. */
  readonly connections: number;
  /** How long orders are sent, ms. */
  readonly durationMs: number;
  /** Of the product that is traded. */
  readonly productId: number;
};

/** One order that the server said was placed. */
export type Acknowledged = { readonly userId: number; readonly clientId: string; readonly orderId: number };

export type LoadReport = {
  readonly acknowledged: readonly Acknowledged[];
  /** Answers that were no fill, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** From the first order sent to the last answer. */
  readonly tookMs: number;
  /** Of every order, ms. */
  readonly latencies: readonly number[];
  /** Body of one answer, to weigh the yardstick's rows by. */
  readonly sample: string;
  /** Share of one core that the generator took. */
  readonly cpuShare: number;
};
