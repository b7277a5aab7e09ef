/** A source of ticks. `synthetic-feed.ts` and `replay-feed.ts` keep it; a live venue would be a third. */
export interface Feed {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The part of the configuration that chooses and drives the feed. */
export type FeedConfig = {
  readonly feed: 'synthetic' | 'replay';
  /** Recorded ticks, csv or csv.gz; with `replay` only. */
  readonly feedFile: string;
  readonly feedSymbol: string;
  /** How many times real time; 'max' with `feedClock` 'recorded' only. */
  readonly feedSpeed: number | 'max';
  readonly feedClock: 'now' | 'recorded';
  /** With one the synthetic market repeats itself, for tests and benches; without one nobody can foretell it. */
  readonly seed: number | undefined;
};

/** How many times more ticks the synthetic market makes: the speed of a replay is that of its recording, and the other products keep theirs. */
export const syntheticSpeed = ({ feed, feedSpeed }: FeedConfig): number => (feed === 'synthetic' && feedSpeed !== 'max' ? feedSpeed : 1);
