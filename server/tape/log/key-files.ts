/**
 * The two keys of the log, in a folder that is never in the database: one signs checkpoints, one receipts. A file is written whole beside
 * its name and then linked, so that nobody reads a half and no key is ever written over. The first pair has plain names; keys of a log that
 * was begun anew have its generation behind them (`log.key.2`), and the pairs that follow each other in one log their turn (`log.key-2`).
 */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSignerKey, type SignerKey, signerKeyText, verifierKeyText } from '#domain/tape/signed-note.ts';
import { nodeSha256, publicKeyOf } from './node-crypto.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const SEED_BYTES = 32;

/** What an operator can mend about the log, in one line. */
export class TapeLogError extends Error {
  override name = 'TapeLogError';
}

/** `logVkey`, `receiptsVkey`: what others verify by. */
export type LogKeys = {
  readonly origin: string;
  readonly generation: number;
  readonly turn: number;
  readonly logKey: SignerKey;
  readonly receiptsKey: SignerKey;
  readonly logVkey: string;
  readonly receiptsVkey: string;
};
type KeyName = 'log.key' | 'receipts.key';

/** Which pair: the `turn`-th of a log of a generation. */
export type Pair = { readonly generation: number; readonly turn: number };
export const FIRST_PAIR: Pair = { generation: 1, turn: 1 };

/** Name of a file of a pair. */
export const pairFile = (name: string, { generation, turn }: Pair): string =>
  `${name}${generation === 1 ? '' : `.${generation}`}${turn === 1 ? '' : `-${turn}`}`;
const keyNames = (origin: string): Readonly<Record<KeyName, string>> => ({ 'log.key': origin, 'receipts.key': `${origin}/receipts` });

/** What the system says about a folder that cannot be used, as the operator's line. */
const unusable = (dir: string, error: unknown): TapeLogError =>
  new TapeLogError(
    `TAPE_KEY_DIR: got "${dir}" (${(error as NodeJS.ErrnoException).code ?? String(error)}), takes a folder that this user owns and may write to`,
    { cause: error },
  );

async function readKey(dir: string, name: KeyName, pair: Pair): Promise<SignerKey | undefined> {
  const path = join(dir, pairFile(name, pair));
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(dir, error);
  }
  const key = parseSignerKey(nodeSha256, text.trim(), publicKeyOf);
  if (!key)
    throw new TapeLogError(
      `TAPE_KEY_DIR: "${path}" holds no key of the form PRIVATE+KEY+name+id+Base64; bring it back from where it is kept`,
    );
  return key;
}

const vkeyOf = ({ name, seed }: SignerKey): string => verifierKeyText(nodeSha256, name, publicKeyOf(seed));

/** The origin of the first log whose key of checkpoints is in a folder. Throws `TapeLogError`. */
export const originOfKeys = async (dir: string): Promise<string | undefined> => (await readKey(dir, 'log.key', FIRST_PAIR))?.name;

/** The key of checkpoints of a pair with what others verify by; `undefined` when it is not there. Throws `TapeLogError` for one that is none. */
export async function readLogKey(dir: string, pair: Pair): Promise<{ readonly key: SignerKey; readonly vkey: string } | undefined> {
  const key = await readKey(dir, 'log.key', pair);
  return key && { key, vkey: vkeyOf(key) };
}

/** The keys of a pair; `undefined` when neither is there. Throws `TapeLogError` for one without the other, or of two logs. */
export async function readKeys(dir: string, pair: Pair): Promise<LogKeys | undefined> {
  const logKey = await readKey(dir, 'log.key', pair);
  const receiptsKey = await readKey(dir, 'receipts.key', pair);
  if (!logKey && !receiptsKey) return undefined;
  if (!logKey || !receiptsKey)
    throw new TapeLogError(
      `TAPE_KEY_DIR: "${join(dir, pairFile(logKey ? 'receipts.key' : 'log.key', pair))}" is missing; bring it back from where it is kept`,
    );
  const origin = logKey.name;
  if (receiptsKey.name !== keyNames(origin)['receipts.key'])
    throw new TapeLogError(`TAPE_KEY_DIR: got "${dir}" with keys of "${origin}" and "${receiptsKey.name}", takes the two keys of one log`);
  return { ...pair, origin, logKey, receiptsKey, logVkey: vkeyOf(logKey), receiptsVkey: vkeyOf(receiptsKey) };
}

/**
 * Makes the keys of a pair where they are missing. `isMaker`: of several who do so at once the one by whom the pair became whole. Call it
 * before their first signature only. Throws `TapeLogError`.
 */
export async function makeKeys(dir: string, origin: string, pair: Pair): Promise<LogKeys & { readonly isMaker: boolean }> {
  let isMaker = false;
  try {
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE });
    await chmod(dir, FOLDER_MODE);
    for (const [file, name] of Object.entries(keyNames(origin))) {
      const seed = randomBytes(SEED_BYTES);
      isMaker = await writeOnce(join(dir, pairFile(file, pair)), `${signerKeyText(nodeSha256, name, seed, publicKeyOf(seed))}\n`);
    }
  } catch (error) {
    throw unusable(dir, error);
  }
  const keys = await readKeys(dir, pair);
  if (!keys) throw new TapeLogError(`TAPE_KEY_DIR: got "${dir}", whose keys were removed while they were made; start again`);
  return { ...keys, isMaker };
}

/** False when there is a file already, which stays as it is. */
async function writeOnce(path: string, text: string): Promise<boolean> {
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  const file = await open(beside, 'wx', FILE_MODE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(beside, { force: true });
  }
}
