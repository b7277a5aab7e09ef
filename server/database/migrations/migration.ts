/** What one numbered migration is. */
import type { Db } from '../database.ts';

export type Migration = {
  readonly number: number;
  readonly name: string;
  /** Statements in order; where an engine needs its own words, both stand side by side in the migration. */
  statements(dialect: Db['dialect']): readonly string[];
};

type Act = 'update' | 'delete';

/**
 * Statements after which the database itself refuses to change or to delete rows of a table, or one of the two. PostgreSQL's function
 * `refuse_change` comes with migration 2.
 */
export function appendOnly(dialect: Db['dialect'], table: string, acts: readonly Act[] = ['update', 'delete']): string[] {
  if (dialect === 'postgres') {
    const grows = `create trigger ${table}_grows before ${acts.join(' or ')} on ${table} for each row execute function refuse_change()`;
    const stays = `create trigger ${table}_stays before truncate on ${table} for each statement execute function refuse_change()`;
    return acts.includes('delete') ? [grows, stays] : [grows];
  }
  return acts.map(
    (act) =>
      `create trigger ${table}_no_${act} before ${act} on ${table} begin select raise(abort, '${table} can only grow: ${act} refused'); end`,
  );
}
