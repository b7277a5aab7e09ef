/** What a rule of the house consists of: its name, its checker, and samples that prove the checker. */
import type { Tree } from './tree.ts';

/** `bad`: files that break it, each set of which must give exactly one problem. `good`: files that keep it. */
export type Rule = {
  readonly name: string;
  readonly check: (tree: Tree) => string[];
  /** So many problems are known and shrinking. 0 when absent. */
  readonly known?: number;
  readonly bad: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly good: Readonly<Record<string, string>>;
};
