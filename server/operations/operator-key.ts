/** The secret that the operator's commands carry: made at the first start, in DATA_DIR, readable by the server's own user only. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_FILE = 'operator.key';
const KEY_BYTES = 32;

/** 64 hex digits; `undefined` when the file is not there. */
export async function readOperatorKey(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, KEY_FILE), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

/** The key of this installation, made where there is none. */
export async function operatorKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, KEY_FILE);
  const made = randomBytes(KEY_BYTES).toString('hex');
  // Of two nodes that start at once in one folder the first one's key counts.
  await writeFile(path, `${made}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readOperatorKey(dataDir)) ?? made;
}

/** Compares without telling by its time how much was right. */
export function isSameKey(got: string, key: string): boolean {
  const [a, b] = [Buffer.from(got), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
