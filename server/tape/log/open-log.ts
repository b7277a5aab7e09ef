/**
 * Opens the log of a database at the start of a node: finds or makes its keys, and refuses to go on from a tree that is older than, or
 * another than, the newest checkpoint that this node knows of. What it throws is one line for the operator.
 */
import { randomBytes } from 'node:crypto';
import { sameBytes } from '#domain/tape/text-bytes.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Db } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import { readFact, TAPE_LOG_FACT, writeFact } from '../../repositories/fact-repository.ts';
import { checkpointRow, leafCount } from '../../repositories/tape-log-repository.ts';
import { beginAsAsked, firstOrigin } from './begin-another-log.ts';
import { FIRST_PAIR, makeKeys, originOfKeys, TapeLogError } from './key-files.ts';
import { asOwn, type KnownLog, keysOf, type OwnKeys } from './known-log.ts';
import { NewestFile } from './newest-file.ts';
import { TapeLog } from './tape-log.ts';

/** `origin`: as configured; undefined makes one that nobody else has. `waitMs`: before the first signature (5 s). */
type LogOptions = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyDir: string;
  readonly origin: string | undefined;
  readonly waitMs?: number | undefined;
};

/** The keys that this database's log is signed by. Throws `TapeLogError` when they are missing, or others. */
function knownKeys(fact: string, { keyDir, origin, clock }: LogOptions): Promise<OwnKeys> {
  const first = firstOrigin(JSON.parse(fact) as KnownLog);
  if (origin !== undefined && origin !== first)
    throw new TapeLogError(`TAPE_ORIGIN: got "${origin}", takes "${first}", which the log of this database has`);
  return keysOf(fact, keyDir, clock.now());
}

/** Keys of a log that has signed nothing: those that are there, and new ones in place of those that are not. */
async function firstKeys({ db, keyDir, origin }: LogOptions): Promise<OwnKeys> {
  const there = await originOfKeys(keyDir);
  if (there !== undefined && origin !== undefined && there !== origin)
    throw new TapeLogError(`TAPE_ORIGIN: got "${origin}", takes "${there}", whose keys are in ${keyDir}`);
  const keys = await makeKeys(keyDir, there ?? origin ?? `${randomBytes(8).toString('hex')}.outcry.invalid/tape`, FIRST_PAIR);
  const own = asOwn(keys);
  await db.transaction((trx) => writeFact(trx, TAPE_LOG_FACT, own.fact));
  return own;
}

/** What is wrong between the log and the newest note that this node knows of; `undefined` when nothing is. */
export async function newestProblem(tape: TapeLog, db: Db): Promise<string | undefined> {
  const { newest } = tape;
  // The file first: what another node seals meanwhile is then under the checkpoint that is read after it.
  const notes = await newest.read();
  const { size } = await checkpointRow(db.kysely);
  if (notes.length === 0) return undefined;
  const [seen] = notes.flatMap((note) => tape.read(note) ?? []).sort((one, other) => other.size - one.size);
  if (!seen) return `${newest.path} is no checkpoint of this log`;
  if (seen.size > size) return `the tape ends at block ${size}, but block ${seen.size} was published: this database is older`;
  if (seen.size > 0 && !sameBytes(await tape.tree.rootAt(seen.size), seen.root))
    return `the tape is not what was published at block ${seen.size}`;
  return undefined;
}

/** What is wrong with the tree; `undefined` when this node may go on from it. */
async function treeProblem(tape: TapeLog, db: Db): Promise<string | undefined> {
  const { row, leaves } = await db.readTogether(async (reads) => ({ row: await checkpointRow(reads), leaves: await leafCount(reads) }));
  if (row.size > 0) {
    const signed = tape.read(row.note);
    if (signed?.size !== row.size) return 'the checkpoint of the database is not by the key of its log';
    if (leaves !== row.size) return `the tape has ${leaves} blocks, its checkpoint names ${row.size}`;
    if (!sameBytes(await tape.tree.rootAt(row.size), signed.root)) return `the tape is not what was signed at block ${row.size}`;
  }
  return newestProblem(tape, db);
}

/** Opens the log, with its newest checkpoint published. Throws `TapeLogError`. */
export async function openTapeLog(options: LogOptions): Promise<TapeLog> {
  const { db, keyDir } = options;
  await beginAsAsked({ db, keyDir, nowMs: options.clock.now() });
  const fact = await readFact(db.kysely, TAPE_LOG_FACT);
  if (fact === undefined && (await checkpointRow(db.kysely)).size > 0)
    throw new TapeLogError('tape log: the database has a checkpoint and does not say by whose key; bring back one that is whole');
  const keys = fact === undefined ? await firstKeys(options) : await knownKeys(fact, options);
  const newest = new NewestFile(keyDir, keys.generation);
  const tape = new TapeLog({ ...options, keys, newest });
  const problem = await treeProblem(tape, db).catch(
    (error: unknown) => `the tree cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
  if (problem)
    throw new TapeLogError(
      `tape log: ${problem}; bring back the newest database, or have the next start begin another log by \`npm run operator -- tape-log new --reason "why"\``,
    );
  await tape.refresh();
  return tape;
}
