/**
 * Which accounts were changed since the evaluator last looked, by whichever process. What is committed late is learned late, never missed:
 * the reader begins again and again at the oldest transaction that may still be running, and knows what it has had.
 */
import type { Kysely } from 'kysely';
import type { AccountType, Database } from '../../database/schema.ts';
import { changeHorizon, changesFrom } from '../../repositories/account-change-repository.ts';
import { accountKey } from './account-index.ts';

export class ChangeReader {
  readonly #dialect: 'sqlite' | 'postgres';
  readonly #seen = new Map<string, number>();
  #from = 0;

  constructor(dialect: 'sqlite' | 'postgres') {
    this.#dialect = dialect;
  }

  /** Everything below this version has been read. */
  get from(): number {
    return this.#from;
  }

  /** Begins at now: the caller loads all that was committed before. */
  async start(sql: Kysely<Database>): Promise<void> {
    this.#seen.clear();
    this.#from = await changeHorizon(sql, this.#dialect);
  }

  /** Users whose accounts were changed, each change once. */
  async read(sql: Kysely<Database>): Promise<number[]> {
    const { changes, next } = await changesFrom(sql, this.#dialect, this.#from);
    const users = new Set<number>();
    for (const { user_id: userId, account_type: type, version } of changes) {
      if (this.note(userId, type, version)) users.add(userId);
    }
    this.#from = next;
    for (const [key, version] of this.#seen) if (version < next) this.#seen.delete(key);
    return [...users];
  }

  /** Marks a change as known. True when it was not. */
  note(userId: number, type: AccountType, version: number): boolean {
    const key = accountKey(userId, type);
    if (this.#seen.get(key) === version) return false;
    this.#seen.set(key, version);
    return true;
  }
}
