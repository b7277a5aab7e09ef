/**
 * Another log over the same blocks: a new origin, new keys, the same leaves. For an operator whose keys are lost or stolen, whose log
 * somebody objects to, or whose database is older than what was published. Every client sees that it is another.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { signNote } from '#domain/tape/signed-note.ts';
import type { Db, Trx } from '../../database/database.ts';
import { appendAudit } from '../../repositories/audit-repository.ts';
import { readFact, replaceFact, TAPE_LOG_FACT, writeFact } from '../../repositories/fact-repository.ts';
import { checkpointRow, leafCount, renewCheckpoint } from '../../repositories/tape-log-repository.ts';
import { type LogKeys, makeKeys, TapeLogError } from './key-files.ts';
import { asOwn, type KnownLog } from './known-log.ts';
import { nodeSign } from './node-crypto.ts';
import { TreeReader } from './tree-reader.ts';

/** What an operator asked for while no server ran: the next start does it. */
const ASKED_FILE = 'begin-anew';
/** Who asks, and why. */
type Cause = { readonly actor: string; readonly reason: string };
type Parts = { readonly db: Db; readonly keyDir: string; readonly nowMs: number };

/** The origin of a database's log without the number of its generation. */
export const firstOrigin = ({ origin, generation }: KnownLog): string =>
  generation === 1 ? origin : origin.slice(0, origin.lastIndexOf('/'));

/** Begins another log. Returns its keys; throws `TapeLogError` where there is none that another could follow. */
export async function beginAnotherLog({ db, keyDir, nowMs }: Parts, { actor, reason }: Cause): Promise<LogKeys> {
  const fact = await readFact(db.kysely, TAPE_LOG_FACT);
  if (fact === undefined) throw new TapeLogError('tape log: there is none yet; a start begins the first');
  const known = JSON.parse(fact) as KnownLog;
  const generation = known.generation + 1;
  const keys = await makeKeys(keyDir, `${firstOrigin(known)}/${generation}`, { generation, turn: 1 });
  const write = async (trx: Trx) => {
    const before = await checkpointRow(trx);
    const size = await leafCount(trx);
    const root = await new TreeReader(trx).rootAt(size);
    if (!(await replaceFact(trx, TAPE_LOG_FACT, fact, asOwn(keys).fact)))
      throw new TapeLogError('tape log: another was begun meanwhile, or its keys were changed; see tape-log');
    // What the log before said last, and what was said against it, stay for whoever asks.
    await writeFact(
      trx,
      `${TAPE_LOG_FACT}.${known.generation}`,
      JSON.stringify({ ...known, note: before.note, objection: before.objection }),
    );
    await renewCheckpoint(
      trx,
      size,
      size === 0 ? '' : signNote(nodeSign, checkpointText({ origin: keys.origin, size, root }), [keys.logKey]),
    );
    const detail = `begun after "${known.origin}" with ${size} blocks: ${reason}`;
    await appendAudit(trx, { at: nowMs, actor, act: 'tape-log', subject: keys.origin, detail });
  };
  await db.transaction(write);
  return keys;
}

/** Has the next start begin another log. */
export async function askForAnother(keyDir: string, cause: Cause): Promise<void> {
  const path = join(keyDir, ASKED_FILE);
  await writeFile(`${path}.new`, JSON.stringify(cause), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Begins another log where one was asked for while no server ran. */
export async function beginAsAsked(parts: Parts): Promise<void> {
  const path = join(parts.keyDir, ASKED_FILE);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  await beginAnotherLog(parts, JSON.parse(text) as Cause);
  await rm(path);
}
