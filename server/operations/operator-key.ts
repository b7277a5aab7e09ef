/**
 * The secret that the operator's commands carry: made at the first start, in DATA_DIR, readable by the server's own user only. The key of the
 * installation (`server/secrets`) is a file of the same kind beside it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_FILE = 'operator.key';
const KEY_BYTES = 32;
const FILE_MODE = 0o600;
const KEY = /^[0-9a-f]{64}$/;

/** The key's file cannot be made, or holds no key. `message` is the one line that the operator sees. */
export class OperatorKeyError extends Error {
  override name = 'OperatorKeyError';
}

/** 64 hex digits; `undefined` when the file is not there, cannot be read or holds anything else: a broken key opens nothing. */
export const readOperatorKey = (dataDir: string): Promise<string | undefined> => readKey(join(dataDir, KEY_FILE));

async function readKey(path: string): Promise<string | undefined> {
  try {
    const key = (await readFile(path, 'utf8')).trim();
    return KEY.test(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The operator's key of this installation, made where there is none. Throws `OperatorKeyError`. */
export const operatorKey = (dataDir: string): Promise<string> => keyOfFolder(dataDir, KEY_FILE);

/** The key in a file of the folder, 64 hex digits, made where there is none. Throws `OperatorKeyError`. */
export async function keyOfFolder(dataDir: string, file: string): Promise<string> {
  const path = join(dataDir, file);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await makeKey(path);
    await chmod(path, FILE_MODE);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new OperatorKeyError(`DATA_DIR: got "${dataDir}" (${code}), takes a folder that this user owns and may write to`, {
      cause: error,
    });
  }
  const key = await readKey(path);
  if (key === undefined)
    throw new OperatorKeyError(`DATA_DIR: "${path}" holds no key of 64 hex digits; remove it, a start makes a new one`);
  return key;
}

/** Written whole beside its name, then named: nobody ever reads a half. Of two nodes that start at once in one folder the first one's key counts. */
async function makeKey(path: string): Promise<void> {
  const made = randomBytes(KEY_BYTES).toString('hex');
  const beside = `${path}.${made.slice(0, 8)}`;
  await writeFile(beside, `${made}\n`, { flag: 'wx', mode: FILE_MODE });
  try {
    await link(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

/** Compares without telling by its time how much was right. */
export function isSameKey(got: string, key: string): boolean {
  const [a, b] = [Buffer.from(got), Buffer.from(key)];
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
