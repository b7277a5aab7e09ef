/** What the bench, its server and its load generator tell each other, as messages between processes. Times are wall clock ms of one machine. */

export type LoadPlan = {
  readonly url: string;
  readonly profile: string;
  readonly sockets: number;
  readonly slow: number;
  readonly symbols: readonly string[];
};

/** Commands of the bench to the load generator; each is answered when it is done. */
export type LoadCommand =
  /** Connects and subscribes. */
  | { readonly do: 'open'; readonly plan: LoadPlan }
  /** The slow sockets stop reading after asking for more than the network between holds, or read again. */
  | { readonly do: 'block' | 'unblock' }
  /** Notes what comes for so long. */
  | { readonly do: 'measure'; readonly ms: number }
  | { readonly do: 'close' };

/** One batch of the server as the sockets got it. */
export type BatchReport = {
  /** Newest number in it. */
  readonly n: number;
  /** When each socket had it. */
  readonly times: readonly number[];
};
export type LoadReport = {
  readonly batches: readonly BatchReport[];
  /** What was wrong: holes in a sequence, batches that differ between sockets. */
  readonly faults: readonly string[];
  readonly bytesPerBatch: number;
};
export type ServerReport = {
  /** Last number of each group, and when it was committed. */
  readonly commits: readonly (readonly [lastSeq: number, atMs: number])[];
  /** Last number that was committed as each began, and when. */
  readonly flushes: readonly (readonly [lastSeq: number, atMs: number])[];
  /** Sockets that are behind by more than the limit. */
  readonly blocked: number;
  /** CPU that the server took since the last report. */
  readonly cpuMs: number;
};
