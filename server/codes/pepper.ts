/**
 * The secret that codes, captchas and addresses are hashed with: made by the first start of a database and kept in it, so that every node has
 * the same. It keeps what is read off one table from being tried out; whoever reads the whole database reads it too, and finds codes that
 * are dead after ten minutes.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../database/database.ts';
import { readFact, writeFact } from '../repositories/fact-repository.ts';

const PEPPER_FACT = 'codes.pepper';
const PEPPER_BYTES = 32;

/** HMAC-SHA-256 of the words, in hex; no word can pass for two. */
export type KeyedHash = (...words: readonly string[]) => string;

/** Starts of one database take turns (`start-alone.ts`), so one of them makes it. */
export async function createKeyedHash(db: Db): Promise<KeyedHash> {
  const known = await readFact(db.kysely, PEPPER_FACT);
  const pepper = known ?? randomBytes(PEPPER_BYTES).toString('hex');
  if (known === undefined) await db.transaction((trx) => writeFact(trx, PEPPER_FACT, pepper));
  return (...words) => createHmac('sha256', pepper).update(JSON.stringify(words)).digest('hex');
}
