/** What one numbered migration is. */
import type { Db } from '../database.ts';

export type Migration = {
  readonly number: number;
  readonly name: string;
  /** Statements in order; where an engine needs its own words, both stand side by side in the migration. */
  statements(dialect: Db['dialect']): readonly string[];
};
