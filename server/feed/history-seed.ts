/**
 * What the history of a database is computed from: a secret of its own, made when it begins and kept in it. Live prices are never drawn
 * from it. A database from before there were secrets keeps the number and the function that its charts were made with.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../database/database.ts';
import { FIRST_START_FACT, readFact, writeFact } from '../repositories/fact-repository.ts';
import { CounterRandom } from './counter-random.ts';
import { KeyedRandom } from './keyed-random.ts';
import type { PositionRandom } from './position-random.ts';
import { SECRET_BYTES } from './secret-stream.ts';

const HISTORY_SEED_FACT = 'history_seed';
/** What `SEED` was when nobody set it, before there were secrets. */
const SEED_ONCE = 1;
const KEYED = /^keyed:([0-9a-f]{64})$/;
const COUNTER = /^counter:(\d{1,10})$/;

/** Makes the streams of a product's history. */
export type HistoryStreams = (productId: number) => PositionRandom;

/**
 * The secret of history or of the live market under a `SEED`: it repeats, and is for tests and benches only. `what` keeps them apart.
 */
export const repeatedSecret = (what: 'history' | 'live', seed: number, from = 0): Buffer =>
  createHash('sha256').update(`${what} of seed ${seed} from ${from}`).digest();

/** Reads the seed of a database's history, and makes one where there is none. `seed`: that of the configuration, if it has one. */
export async function historyStreams(db: Db, seed: number | undefined): Promise<HistoryStreams> {
  const text = await db.transaction(async (trx) => {
    const known = await readFact(trx, HISTORY_SEED_FACT);
    if (known !== undefined) return known;
    const isOld = (await readFact(trx, FIRST_START_FACT)) !== undefined;
    const secret = () => (seed === undefined ? randomBytes(SECRET_BYTES) : repeatedSecret('history', seed));
    const made = isOld ? `counter:${seed ?? SEED_ONCE}` : `keyed:${secret().toString('hex')}`;
    await writeFact(trx, HISTORY_SEED_FACT, made);
    return made;
  });
  return streamsOf(text);
}

function streamsOf(text: string): HistoryStreams {
  const secret = KEYED.exec(text)?.[1];
  if (secret !== undefined) return (productId) => new KeyedRandom(Buffer.from(secret, 'hex'), `history of product ${productId}`);
  const seed = COUNTER.exec(text)?.[1];
  if (seed !== undefined) return (productId) => new CounterRandom(Number(seed), productId);
  throw new Error(`the fact ${HISTORY_SEED_FACT} is not keyed:<64 hexadecimal digits> or counter:<number>: the history cannot be computed`);
}
