/** What a bench is: a file `bench/<name>.bench.ts` that exports `bench`. The runner (`bench/run.mjs`) finds it by its name. */

/** One measured quantity with all its samples, in the order they were taken. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly samples: readonly number[];
  /** Orders or ticks a second, say; of everything else less is better. */
  readonly isMoreBetter?: boolean;
  /** Time by the clock, in which whatever else the machine does has its part; everything else is CPU time or a count. */
  readonly isWall?: boolean;
};

/** One line of the goals of docs/performance.md: a ratio of one run, or bytes. */
export type Goal = {
  readonly id: `G${number}`;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: number;
  /** The value must not fall below the limit; otherwise it must not rise above it. */
  readonly atLeast?: boolean;
  /** Made of times by the clock: see `Figure`. */
  readonly isWall?: boolean;
  /** A difference, or what is near nothing when all is well: two of them are compared in units of the limit, since their ratio says nothing. */
  readonly isDifference?: boolean;
  /** What the limit rests on, or why it is not reached. */
  readonly note?: string;
};

export type BenchOptions = {
  /** Few repetitions: for a first look and for the broken runs; its figures are not written to the results. */
  readonly quick: boolean;
  /** One of the bench's own `breaks`: the thing under test is broken in that way, and the run must throw. */
  readonly broken: string | undefined;
};

export type BenchResult = {
  /** What was done, how often, over how long: one sentence or two. */
  readonly load: string;
  readonly figures: readonly Figure[];
  readonly goals: readonly Goal[];
  readonly notes?: readonly string[];
};

export type Bench = {
  readonly title: string;
  /** Ways to break what is measured on purpose: each must make the run fail, never faster. */
  readonly breaks: readonly string[];
  run(options: BenchOptions): Promise<BenchResult>;
};

/** The outputs under the clock were not what they must be: no time of such a run is worth anything. */
export class WrongOutput extends Error {}

/** Throws `WrongOutput` unless the condition holds. */
export function assertOutput(condition: boolean, message: string): asserts condition {
  if (!condition) throw new WrongOutput(message);
}

export const isReached = (goal: Goal): boolean => (goal.atLeast ? goal.value >= goal.limit : goal.value <= goal.limit);
