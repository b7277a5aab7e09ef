/**
 * Writes of one transaction that wait for its end and go out together. Whoever works on many accounts at once pays one statement where each
 * account would pay its own, which is most of what such work costs. Nothing that waits can be read back before the end.
 */
import type { Kysely } from 'kysely';
import type { Trx } from './database.ts';
import type { Database } from './schema.ts';

type Waiting = { readonly rows: unknown[]; readonly writeAll: (trx: Trx, rows: never) => Promise<void> };
/** What waits in each transaction that gathers, by the write that it waits for, in the order in which they came. */
const gathering = new WeakMap<Kysely<Database>, Map<symbol, Waiting>>();

/** Runs work whose gathered writes go out at its end. Throws what they throw; the transaction must then be given up. */
export async function gatherWrites<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const waiting = new Map<symbol, Waiting>();
  gathering.set(trx, waiting);
  try {
    const result = await work();
    for (const { rows, writeAll } of waiting.values()) await writeAll(trx, rows as never);
    return result;
  } finally {
    // On SQLite the next work goes on with the same transaction.
    gathering.delete(trx);
  }
}

/** True while the gathered writes of a transaction wait. */
export const isGathering = (trx: Trx): boolean => gathering.has(trx);

/** Gives a function that puts a row aside for `writeAll`; it answers false, and does nothing, in a transaction that does not gather. */
export function gathered<Row>(writeAll: (trx: Trx, rows: readonly Row[]) => Promise<void>): (trx: Trx, row: Row) => boolean {
  const key = Symbol();
  return (trx, row) => {
    const waiting = gathering.get(trx);
    if (!waiting) return false;
    const known = waiting.get(key);
    if (known) known.rows.push(row);
    else waiting.set(key, { rows: [row], writeAll });
    return true;
  };
}
