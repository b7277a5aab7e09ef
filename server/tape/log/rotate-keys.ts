/**
 * The next pair of keys of a log, in two steps: the pair is made, so that it can be copied to every node, and then it signs. For 90 days the
 * key before signs checkpoints too, and the note of keys is by both, so that whoever knows the one comes to the other. The blocks and the
 * roots stay what they are.
 */
import { logKeysText } from '#domain/tape/log-keys.ts';
import { parseNote, type SignerKey, signNote } from '#domain/tape/signed-note.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Db, Trx } from '../../database/database.ts';
import { appendAudit } from '../../repositories/audit-repository.ts';
import { readFact, replaceFact, TAPE_LOG_FACT } from '../../repositories/fact-repository.ts';
import { checkpointRow, signAgain } from '../../repositories/tape-log-repository.ts';
import { type LogKeys, makeKeys, type Pair, pairFile, readKeys, readLogKey, TapeLogError } from './key-files.ts';
import { asOwn, keysOf, type OwnKeys, pairOf } from './known-log.ts';
import { nodeSign } from './node-crypto.ts';

/** How long the key before signs too. */
const BOTH_SIGN_MS = 90 * DAY_MS;

type Parts = { readonly db: Db; readonly keyDir: string; readonly nowMs: number };
type Cause = { readonly actor: string; readonly reason: string };

/** The keys that sign, and which pair is next. Throws `TapeLogError` while the pair before still signs. */
async function current({ db, keyDir, nowMs }: Parts): Promise<{ readonly keys: OwnKeys; readonly next: Pair }> {
  const fact = await readFact(db.kysely, TAPE_LOG_FACT);
  if (fact === undefined) throw new TapeLogError('tape log: there is none yet; a start begins the first');
  const keys = await keysOf(fact, keyDir, nowMs);
  const { rotation } = keys.known;
  if (rotation && nowMs < rotation.untilMs)
    throw new TapeLogError(
      `tape log: its keys were changed less than 90 days ago, and both sign until ${new Date(rotation.untilMs).toISOString()}; for keys that are lost or stolen there is tape-log new`,
    );
  const pair = pairOf(keys.known);
  return { keys, next: { ...pair, turn: pair.turn + 1 } };
}

/** Makes the next pair, or finds it made by somebody else. Nothing is signed by it yet. `files`: their names. Throws `TapeLogError`. */
export async function makeNextKeys(parts: Parts): Promise<{ readonly files: readonly string[]; readonly isMaker: boolean }> {
  const { keys, next } = await current(parts);
  const { isMaker } = await makeKeys(parts.keyDir, keys.origin, next);
  return { files: ['log.key', 'receipts.key'].map((name) => pairFile(name, next)), isMaker };
}

/** The keys of checkpoints before, the newest first, as far as their files are still here. */
async function formerKeys(keyDir: string, { turn, generation }: Pair): Promise<SignerKey[]> {
  const keys: SignerKey[] = [];
  for (let before = turn - 1; before >= 1; before--) {
    const found = await readLogKey(keyDir, { generation, turn: before });
    if (found) keys.push(found.key);
  }
  return keys;
}

function rotated(next: LogKeys, keys: OwnKeys, former: readonly SignerKey[], at: { size: number; nowMs: number }): OwnKeys {
  const { origin, turn, logVkey: log, receiptsVkey: receipts } = next;
  const note = signNote(nodeSign, logKeysText({ origin, log, receipts, since: at.size }), [next.logKey, ...former]);
  const before = [keys.logVkey, ...(keys.known.rotation?.former ?? [])];
  return asOwn(next, { turn, note, former: before, untilMs: at.nowMs + BOTH_SIGN_MS });
}

/** The next pair signs from now on. Throws `TapeLogError` where it was not made yet, and where somebody objects to the log. */
export async function rotateKeys(parts: Parts, { actor, reason }: Cause): Promise<LogKeys> {
  const { db, keyDir, nowMs } = parts;
  const { keys, next } = await current(parts);
  const made = await readKeys(keyDir, next);
  if (!made) throw new TapeLogError('tape log: the next keys are not made yet; say tape-log rotate first, and copy them to every node');
  const former = await formerKeys(keyDir, next);
  await db.transaction(async (trx: Trx) => {
    const { size, note, objection } = await checkpointRow(trx);
    if (objection !== '') throw new TapeLogError('tape log: somebody objects to it, and nothing is signed any more; see tape-log');
    const { fact } = rotated(made, keys, former, { size, nowMs });
    if (!(await replaceFact(trx, TAPE_LOG_FACT, keys.fact, fact)))
      throw new TapeLogError('tape log: its keys were changed meanwhile, or another log was begun; see tape-log');
    const text = parseNote(note)?.text;
    const again = text === undefined ? '' : signNote(nodeSign, text, [made.logKey, keys.logKey]);
    if (!(await signAgain(trx, note, again))) throw new TapeLogError('tape log: a block was sealed meanwhile; say it again');
    const detail = `keys of turn ${next.turn} from ${size} blocks on: ${reason}`;
    await appendAudit(trx, { at: nowMs, actor, act: 'tape-log-rotate', subject: keys.origin, detail });
  });
  return made;
}
