/** A log for tests of the tape: keys that are the same everywhere, nothing on disk, and no wait before the first signature unless one is asked for. */
import { parseSignerKey, signerKeyText, verifierKeyText } from '#domain/tape/signed-note.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Clock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { type Log, silentLog } from '#server/log.ts';
import { FIRST_PAIR } from '#server/tape/log/key-files.ts';
import { asOwn, type OwnKeys } from '#server/tape/log/known-log.ts';
import { NewestFile } from '#server/tape/log/newest-file.ts';
import { nodeSha256, publicKeyOf } from '#server/tape/log/node-crypto.ts';
import { TapeLog } from '#server/tape/log/tape-log.ts';
import { createPriceTape, type PriceTape } from '#server/tape/price-tape.ts';

const TEST_ORIGIN = 'test.example/tape';

/** Keys of an origin, from a number. */
function testKeys(origin: string, seed: number): OwnKeys {
  const keyOf = (name: string, byte: number) => {
    const bytes = new Uint8Array(32).fill(byte);
    const key = parseSignerKey(nodeSha256, signerKeyText(nodeSha256, name, bytes, publicKeyOf(bytes)), publicKeyOf);
    if (!key) throw new Error('no key');
    return { key, vkey: verifierKeyText(nodeSha256, name, publicKeyOf(bytes)) };
  };
  const log = keyOf(origin, seed);
  const receipts = keyOf(`${origin}/receipts`, seed + 1);
  return asOwn({ ...FIRST_PAIR, origin, logKey: log.key, receiptsKey: receipts.key, logVkey: log.vkey, receiptsVkey: receipts.vkey });
}

/** `keyDir`: keys of a server that has led this database. */
type LogOptions = { readonly db: Db; readonly clock: Clock; readonly log?: Log; readonly waitMs?: number; readonly keyDir?: string };

/** The log over a database; `published` gets every note that this node makes known. */
export function testLog({ db, clock, log = silentLog, waitMs = 0, keyDir = '' }: LogOptions, published: string[] = []): TapeLog {
  const newest = new (class extends NewestFile {
    override read = async () => published.slice(-1);
    override write = async ({ note }: { note: string }) => void published.push(note);
  })('', 1);
  const tapeLog = new TapeLog({ db, clock, log, keys: testKeys(TEST_ORIGIN, 7), keyDir, newest, waitMs });
  tapeLog.listening();
  return tapeLog;
}

type TapeOptions = Omit<Parameters<typeof createPriceTape>[0], 'tapeLog' | 'bodyKeepMs'> & {
  readonly bodyKeepMs?: number;
  readonly keyDir?: string;
};

/** A tape over a database, with its log. */
export async function openTape(options: TapeOptions, published: string[] = []): Promise<PriceTape> {
  const tapeLog = testLog(options, published);
  await tapeLog.refresh();
  return createPriceTape({ bodyKeepMs: 7 * DAY_MS, ...options, tapeLog });
}
