/** What the database knows of its log: who it is, and by which keys others verify. */
import { generationFile, type LogKeys, readKeys, TapeLogError } from './key-files.ts';

export type KnownLog = { readonly origin: string; readonly generation: number; readonly log: string; readonly receipts: string };

/** The fact, as it is written. */
export const knownAs = ({ origin, generation, logVkey, receiptsVkey }: LogKeys): string =>
  JSON.stringify({ origin, generation, log: logVkey, receipts: receiptsVkey } satisfies KnownLog);

/** The keys that a database's log is signed by. Throws `TapeLogError` when they are missing, or others. */
export async function keysOf({ origin, generation, log, receipts }: KnownLog, dir: string): Promise<LogKeys> {
  const keys = await readKeys(dir, generation);
  if (keys?.logVkey === log && keys.receiptsVkey === receipts) return keys;
  const [logFile, receiptsFile] = ['log.key', 'receipts.key'].map((name) => generationFile(name, generation));
  throw new TapeLogError(
    `TAPE_KEY_DIR: got "${dir}", which ${keys ? 'has other keys' : 'has no keys'}, takes the keys of "${origin}": copy the files ${logFile} and ${receiptsFile}, but not newest, from a node that has them`,
  );
}
