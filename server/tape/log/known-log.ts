/** What the database knows of its log: who it is, by which keys others verify, and by which they did before. */
import { type LogKeys, type Pair, pairFile, readKeys, readLogKey, TapeLogError } from './key-files.ts';

/**
 * How the keys of a log came to be the `turn`-th: `note` is the note of keys by them and by those before (`since` in it: the size at the time),
 * `former` the log's keys before as others verify by them, the newest first. That one signs checkpoints too until `untilMs`, unix ms.
 */
type Rotation = { readonly turn: number; readonly note: string; readonly former: readonly string[]; readonly untilMs: number };
export type KnownLog = {
  readonly origin: string;
  readonly generation: number;
  readonly log: string;
  readonly receipts: string;
  readonly rotation?: Rotation | undefined;
};
/** The keys of a database's log as a node has them. `fact`: what the database says of them. `former`: the key before, while it signs too. */
export type OwnKeys = LogKeys & { readonly fact: string; readonly known: KnownLog; readonly former?: LogKeys['logKey'] | undefined };

export const pairOf = ({ generation, rotation }: KnownLog): Pair => ({ generation, turn: rotation?.turn ?? 1 });

/** New keys as the database will know them. */
export function asOwn(keys: LogKeys, rotation?: Rotation): OwnKeys {
  const { origin, generation, logVkey: log, receiptsVkey: receipts } = keys;
  const known: KnownLog = { origin, generation, log, receipts, ...(rotation && { rotation }) };
  return { ...keys, known, fact: JSON.stringify(known) };
}

/** The keys that a database's log is signed by, as its fact says. Throws `TapeLogError` when they are missing, or others. */
export async function keysOf(fact: string, dir: string, nowMs: number): Promise<OwnKeys> {
  const known = JSON.parse(fact) as KnownLog;
  const pair = pairOf(known);
  const keys = await readKeys(dir, pair);
  const isOurs = keys?.logVkey === known.log && keys.receiptsVkey === known.receipts;
  if (!keys || !isOurs) throw lacking(known, dir, ['log.key', 'receipts.key'], pair, keys ? 'has other keys' : 'has no keys');
  const { rotation } = known;
  if (!rotation || nowMs >= rotation.untilMs) return { ...keys, known, fact };
  const before = { ...pair, turn: pair.turn - 1 };
  const former = await readLogKey(dir, before);
  if (former?.vkey !== rotation.former[0]) throw lacking(known, dir, ['log.key'], before, 'lacks the key before, which signs too');
  return { ...keys, known, fact, former: former?.key };
}

function lacking({ origin }: KnownLog, dir: string, files: readonly string[], pair: Pair, what: string): TapeLogError {
  const names = files.map((file) => pairFile(file, pair));
  return new TapeLogError(
    `TAPE_KEY_DIR: got "${dir}", which ${what}, takes the keys of "${origin}": copy the file${names.length > 1 ? 's' : ''} ${names.join(' and ')}, but not newest, from a node that has them`,
  );
}
