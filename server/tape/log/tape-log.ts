/**
 * The log of the tape as one node has it: its keys, the newest checkpoint that this node has published, and whether it may sign. A
 * checkpoint is first committed with its block, then written to the file `newest`, and only then known to anybody here.
 */
import { parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { parseNote, parseVerifierKey, signedBy, signNote, type VerifierKey } from '#domain/tape/signed-note.ts';
import { sameBytes, toHex } from '#domain/tape/text-bytes.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Db } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import { readFact, TAPE_LOG_FACT } from '../../repositories/fact-repository.ts';
import { type CheckpointRow, checkpointRow, objectTo } from '../../repositories/tape-log-repository.ts';
import { keysOf, type OwnKeys } from './known-log.ts';
import { NewestFile } from './newest-file.ts';
import { nodeCrypto, nodeSha256, nodeSign } from './node-crypto.ts';
import { TreeReader } from './tree-reader.ts';

/** So long a node that begins to listen, or to lead, waits for notes of clients and of witnesses before its first signature. */
const FIRST_SIGNATURE_MS = 5_000;
/** Notes of clients that wait to be looked at; one more is not looked at: its client has it still when it comes next. */
const NOTES_WAITING_MAX = 256;

/** A checkpoint that this node has published. `timeMs`: end of its last second. */
export type SignedHead = {
  readonly size: number;
  readonly root: Uint8Array;
  readonly hash: string;
  readonly note: string;
  readonly timeMs: number;
};
type Parts = {
  readonly db: Db;
  readonly clock: Pick<Clock, 'monotonicMs' | 'now'>;
  readonly log: Log;
  readonly keys: OwnKeys;
  /** Where keys of a log that is begun meanwhile are put. */
  readonly keyDir: string;
  readonly newest: NewestFile;
  readonly waitMs?: number | undefined;
};

export class TapeLog {
  readonly tree: TreeReader;
  readonly #parts: Parts;
  #keys: OwnKeys;
  #newest: NewestFile;
  /** Of this log, the newest first: what was signed by a key before stays a note of it. */
  #vkeys: readonly VerifierKey[];
  /** This node seals, or may. */
  #isLeading = false;
  #head: SignedHead | undefined;
  /** A note by our key that this log cannot go on from; '' without one. */
  #objection = '';
  /** What an operator has to bring so that this node has the keys that the database names; '' when it has. */
  #missingKeys = '';
  #isListening = false;
  #signsFromMs = Number.POSITIVE_INFINITY;
  #notesWaiting = 0;
  #receiving: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#keys = parts.keys;
    this.#newest = parts.newest;
    this.#vkeys = vkeysOf(parts.keys);
    this.tree = new TreeReader(parts.db.kysely);
  }

  get keys(): OwnKeys {
    return this.#keys;
  }

  get newest(): NewestFile {
    return this.#newest;
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  get head(): SignedHead | undefined {
    return this.#head;
  }

  get objection(): string {
    return this.#objection;
  }

  get missingKeys(): string {
    return this.#missingKeys;
  }

  /** Clients can come from now on. */
  listening(): void {
    this.#isListening = true;
    this.#waitAnew();
  }

  /** This node seals from now on; or another does. */
  leads(isLeading: boolean): void {
    this.#isLeading = isLeading;
    this.#waitAnew();
  }

  #waitAnew(): void {
    if (this.#isListening) this.#signsFromMs = this.#parts.clock.monotonicMs() + (this.#parts.waitMs ?? FIRST_SIGNATURE_MS);
  }

  /** Whether a block may be sealed now: not before others had the time to object, and not once one did. */
  get maySign(): boolean {
    return this.#objection === '' && this.#parts.clock.monotonicMs() >= this.#signsFromMs;
  }

  /** The note over a text by the key of checkpoints, and by the one before while that signs too. */
  signLog(text: string): string {
    const { logKey, former } = this.#keys;
    return signNote(nodeSign, text, former && this.#doesFormerSign ? [logKey, former] : [logKey]);
  }

  get #doesFormerSign(): boolean {
    return this.#parts.clock.now() < (this.#keys.known.rotation?.untilMs ?? 0);
  }

  /** The note over a deal by the key of receipts: the same every time. */
  signReceipt(text: string): string {
    return signNote(nodeSign, text, [this.#keys.receiptsKey]);
  }

  /** A checkpoint was committed, here or by the node that leads: `newest` first, then memory. Rejects when `newest` cannot be written. */
  async publish(row: Pick<CheckpointRow, 'size' | 'note'> & { readonly time_ms: number }): Promise<void> {
    if (row.size <= (this.#head?.size ?? 0)) return;
    const checkpoint = this.read(row.note);
    if (checkpoint?.size !== row.size)
      throw new Error(`the checkpoint of size ${row.size} is not by the key of this node: give every node the same TAPE_KEY_DIR`);
    const keys = this.#keys;
    await this.#newest.write({ size: row.size, note: row.note });
    // Another was published meanwhile, or the keys were changed: whoever changed them publishes what is signed by these.
    if (keys !== this.#keys || row.size <= (this.#head?.size ?? 0)) return;
    this.#head = { ...checkpoint, hash: toHex(checkpoint.root), note: row.note, timeMs: row.time_ms };
  }

  /** Takes over what the tables say. Rejects while the log that they name has other keys than this node, with the operator's line. */
  async refresh(): Promise<void> {
    await this.#followKeys();
    const row = await checkpointRow(this.#parts.db.kysely);
    if (row.objection !== this.#objection) {
      this.#objection = row.objection;
      if (row.objection !== '')
        this.#parts.log.error(
          { note: row.objection },
          'the log of the tape is not signed any more: somebody holds a note that it cannot go on from',
        );
    }
    await this.publish(row);
  }

  /** The checkpoint of a note; `undefined` unless it is one of this log, signed by its key or by one before. */
  read(text: string, vkeys = this.#vkeys): { readonly size: number; readonly root: Uint8Array } | undefined {
    const note = parseNote(text);
    const checkpoint = note && parseCheckpoint(note.text);
    const isOurs = note && checkpoint?.origin === this.#keys.origin && vkeys.some((vkey) => signedBy(nodeCrypto, note, vkey) === 'valid');
    return isOurs ? checkpoint : undefined;
  }

  /** A client's newest note. One by our key that this log cannot go on from is kept, and nothing is signed any more. */
  receiveNote(text: string): Promise<void> {
    if (this.#notesWaiting >= NOTES_WAITING_MAX || text === this.#head?.note || this.#objection !== '') return Promise.resolve();
    this.#notesWaiting++;
    this.#receiving = this.#receiving
      .then(() => this.#look(text))
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'a note of a client could not be looked at'))
      .finally(() => {
        this.#notesWaiting--;
      });
    return this.#receiving;
  }

  async #look(text: string): Promise<void> {
    const { db, log } = this.#parts;
    // Of keys that sign no more anybody may have got hold of one by now.
    const checkpoint = this.read(text, this.#vkeys.slice(0, this.#doesFormerSign ? 2 : 1));
    if (!checkpoint || checkpoint.size === 0 || (await this.#hasHad(checkpoint))) return;
    log.error({ note: text, ours: this.#head?.note ?? '' }, 'a client holds a note that the log of the tape cannot go on from');
    await db.transaction((trx) => objectTo(trx, text));
    await this.refresh();
  }

  /** Whether this log has had a root at a size. One that the leader signed a moment ago is in the table before anybody else has it. */
  async #hasHad({ size, root }: { readonly size: number; readonly root: Uint8Array }): Promise<boolean> {
    if (size > (this.#head?.size ?? 0) && size > (await checkpointRow(this.#parts.db.kysely)).size) return false;
    return sameBytes(await this.tree.rootAt(size), root);
  }

  /** The keys were changed, or another log was begun over the same leaves: this node goes on under the new keys as soon as it has them. */
  async #followKeys(): Promise<void> {
    const { db, clock, keyDir } = this.#parts;
    const fact = await readFact(db.kysely, TAPE_LOG_FACT);
    if (fact === undefined || fact === this.#keys.fact) {
      this.#missingKeys = '';
      return;
    }
    try {
      this.#take(await keysOf(fact, keyDir, clock.now()));
      this.#missingKeys = '';
    } catch (error) {
      this.#missingKeys = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  #take(keys: OwnKeys): void {
    // Of one log there is one file, and one row of writes to it, whatever keys sign.
    if (keys.generation !== this.#keys.generation) this.#newest = new NewestFile(this.#parts.keyDir, keys.generation);
    this.#keys = keys;
    this.#vkeys = vkeysOf(keys);
    this.#head = undefined;
  }
}

function vkeysOf({ logVkey, known }: OwnKeys): VerifierKey[] {
  return [logVkey, ...(known.rotation?.former ?? [])].map((text) => {
    const vkey = parseVerifierKey(nodeSha256, text);
    if (!vkey) throw new Error(`not a key to verify by: ${text}`);
    return vkey;
  });
}
