/**
 * The log as this device knows it: the key that it saw first, and the checkpoints that it kept. It believes no other key of that log unless
 * the old one says so, and no other log unless its person says so. Every checkpoint is checked before it is kept.
 */
import { type Checkpoint, parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { lastSizeOf, type Pinned, parseLogKeys, vouchedKeys } from '#domain/tape/log-keys.ts';
import { isConsistent } from '#domain/tape/merkle.ts';
import { sha256 } from '#domain/tape/noble-hash.ts';
import { parseNote, parseVerifierKey, signedBy, type VerifierKey } from '#domain/tape/signed-note.ts';
import { sameBytes } from '#domain/tape/text-bytes.ts';
import type { Pin } from '#protocol/receipts.ts';
import type { EngineClock } from '../engine-parts.ts';
import { type KeptCheckpoint, surplusCheckpoints } from './kept-checkpoints.ts';
import { withSignatures } from './signatures.ts';
import { type TapeCalls, TapeFailure } from './tape-calls.ts';
import type { TapeStore } from './tape-store.ts';

/** A note a minute is kept: those between need not be looked at one by one. */
const THIN_EVERY = 20;
const EVIDENCE_MAX = 50;

/** `former`: the keys that passed on to this one, the newest first. */
type KeptPin = { readonly origin: string; readonly vkey: string; readonly former?: readonly Pinned[]; readonly atMs: number };
/** `key`: not of rows of earlier versions, whose key is their time. */
type Evidence = { readonly key?: string; readonly atMs: number; readonly text: string };
type Offered = NonNullable<Pin['offered']>;
/** What the server says now. `pins`: the log's keys as this device knows them, none of a log that is not believed. `isOurs`: it is the pinned log. */
export type LogNow = {
  readonly vkeys: readonly [VerifierKey, VerifierKey];
  readonly keys: string;
  readonly checkpoint: string;
  readonly head: Checkpoint;
  readonly pins: readonly Pinned[];
  readonly isOurs: boolean;
};

/** Where the newest checkpoint is. */
export const CHECKPOINT = 'checkpoint';
const PIN = 'pin';
const OFFERED = 'offered';
/** In the order of numbers, which that of texts is not. */
const orderKey = (number: number): string => String(number).padStart(16, '0');
/** Receipts are one object each. */
const isPair = (text: string): boolean => text.startsWith('[');
const noteKey = (origin: string, size: number): string => `${origin} ${orderKey(size)}`;

/** Every key of the pinned log, that of now first. */
export const keysOf = (pin: KeptPin | undefined): readonly Pinned[] => (pin ? [{ vkey: pin.vkey }, ...(pin.former ?? [])] : []);

/** A checkpoint that one of some keys has signed while it did; undefined for anything else. */
export async function keptHead(text: string, pins: readonly Pinned[]): Promise<Checkpoint | undefined> {
  for (const { vkey, sizeMax = Number.POSITIVE_INFINITY } of pins) {
    const head = await signedHead(text, vkey);
    if (head && head.size <= sizeMax) return head;
  }
  return undefined;
}

/** A checkpoint that a key has signed; undefined for anything else. */
export const signedHead = (text: string, vkey: string): Promise<Checkpoint | undefined> =>
  withSignatures((crypto) => {
    const key = parseVerifierKey(sha256, vkey);
    const note = parseNote(text);
    const head = note && parseCheckpoint(note.text);
    const isGood = key && note && head && head.size > 0 && head.origin === key.name && signedBy(crypto, note, key) === 'valid';
    return isGood ? head : undefined;
  });

export class OwnLog {
  readonly #store: TapeStore;
  readonly #calls: TapeCalls;
  readonly #clock: EngineClock;
  readonly #onNewest: (note: string) => void;
  #taken = 0;
  #proofs = 0;

  /** `onNewest`: told every newest checkpoint that is kept, '' when there is none yet. */
  constructor(parts: { store: TapeStore; calls: TapeCalls; clock: EngineClock; onNewest: (note: string) => void }) {
    this.#store = parts.store;
    this.#calls = parts.calls;
    this.#clock = parts.clock;
    this.#onNewest = parts.onNewest;
  }

  pin(): Promise<KeptPin | undefined> {
    return this.#store.get<KeptPin>('pins', PIN);
  }

  /** What is kept of a log, by size. */
  notes(origin: string): Promise<KeptCheckpoint[]> {
    return this.#store.all<KeptCheckpoint>('notes', `${origin} `);
  }

  /**
   * Asks for keys and checkpoint. The first log that is seen is pinned; its checkpoint is kept. Rejects with a `TapeFailure`: also where the pin
   * cannot be read, and nothing is pinned or offered then.
   */
  async ask(): Promise<LogNow> {
    const [keys, checkpoint] = await Promise.all([this.#calls.text('keys'), this.#calls.text(CHECKPOINT)]);
    const said = parseLogKeys(parseNote(keys)?.text ?? '');
    const log = said && parseVerifierKey(sha256, said.log);
    const receipts = said && parseVerifierKey(sha256, said.receipts);
    if (!log || !receipts) throw new TapeFailure('broken', 'keys');
    const pin = await this.#pinned(log, receipts, keys);
    const head = await signedHead(checkpoint, log.text);
    if (!head) throw new TapeFailure('broken', CHECKPOINT);
    const isOurs = pin?.origin === log.name;
    if (isOurs) await this.take(checkpoint);
    return { vkeys: [log, receipts], keys, checkpoint, head, pins: isOurs ? keysOf(pin) : [], isOurs };
  }

  /** The pin after what a note of keys says: made where there was none, moved where the pinned key says so, else as it was. */
  async #pinned(log: VerifierKey, receipts: VerifierKey, keys: string): Promise<KeptPin | undefined> {
    const pin = await this.pin();
    const { pinned, receipts: said } = await withSignatures((crypto) => vouchedKeys(crypto, [log, receipts], keys, keysOf(pin)));
    // Nobody is believed at first sight who does not sign for its own keys.
    if (!pin && said !== 'vouched') throw new TapeFailure('broken', 'keys');
    const sizeMax = lastSizeOf(parseLogKeys(parseNote(keys)?.text ?? '')?.since ?? 0);
    const former = keysOf(pin).map((one) => ({ sizeMax, ...one }));
    const next = { origin: log.name, vkey: log.text, former, atMs: pin?.atMs ?? this.#clock.now() };
    if (pin && pin.origin !== log.name) {
      await this.#store.put('pins', OFFERED, { origin: log.name, vkey: log.text } satisfies Offered);
      return pin;
    }
    // It speaks of the log that is believed: another one was a slip of one answer.
    if (pin) await this.#store.remove('pins', [OFFERED]);
    // Of a key before that the server shows again nothing is learnt.
    if (pinned === 'changed' || keysOf(pin).some(({ vkey }) => vkey === log.text)) return pin;
    await this.#store.put('pins', PIN, next);
    return next;
  }

  /**
   * Keeps a checkpoint that is proved to go on from the newest that is kept, or to lead to it; so all that are kept are of one history. One
   * that contradicts them is evidence; one without a proof is passed over, and the next one has to prove as much. Says
   * whether it is kept.
   */
  async take(text: string): Promise<boolean> {
    const pin = await this.pin();
    const head = pin && (await signedHead(text, pin.vkey));
    if (!head) return false;
    const key = noteKey(head.origin, head.size);
    const known = await this.#store.get<KeptCheckpoint>('notes', key);
    const beside = known ?? (await this.notes(head.origin)).at(-1);
    const seen = beside && parseCheckpoint(parseNote(beside.note)?.text ?? '');
    const link = seen ? await this.#link(seen, head) : 'good';
    if (link === 'wrong') await this.keepEvidence(JSON.stringify([beside?.note, text]));
    if (link !== 'good') return false;
    if (!known) {
      const row: KeptCheckpoint = { origin: head.origin, size: head.size, atMs: this.#clock.now(), note: text };
      await this.#store.put('notes', key, row);
      // The first one of a worker's life is thinned after as well: most lives end before the twentieth.
      if (this.#taken++ % THIN_EVERY === 0) await this.#thin(head.origin);
    }
    await this.tellNewest();
    return true;
  }

  /** Whether one of the two goes on from the other; `unknown` where nobody says so. */
  async #link(one: Checkpoint, other: Checkpoint): Promise<'good' | 'wrong' | 'unknown'> {
    const [older, newer] = one.size < other.size ? [one, other] : [other, one];
    if (older.size === newer.size) return sameBytes(older.root, newer.root) ? 'good' : 'wrong';
    const proof = await this.#calls.proof(`consistency/${older.size}/${newer.size}`).catch(() => undefined);
    return proof ? (isConsistent(sha256, older, newer, proof) ? 'good' : 'wrong') : 'unknown';
  }

  async #thin(origin: string): Promise<void> {
    const surplus = surplusCheckpoints(await this.notes(origin), this.#clock.now());
    await this.#store.remove(
      'notes',
      surplus.map(({ size }) => noteKey(origin, size)),
    );
  }

  async tellNewest(): Promise<void> {
    const pin = await this.pin();
    this.#onNewest((pin && (await this.notes(pin.origin)).at(-1)?.note) ?? '');
  }

  /**
   * A text that proves something. When there are too many the oldest receipt goes: two notes that contradict each other never do. Where what is
   * kept cannot be read it comes on top.
   */
  async keepEvidence(text: string): Promise<void> {
    const kept = await this.evidence().catch(() => []);
    if (kept.some((one) => one.text === text)) return;
    if (kept.length >= EVIDENCE_MAX) {
      const oldest = kept.find((one) => !isPair(one.text));
      if (!oldest) return;
      await this.#store.remove('evidence', [oldest.key ?? orderKey(oldest.atMs)]);
    }
    const atMs = this.#clock.now();
    // Two may come within a millisecond.
    const key = `${orderKey(atMs)}/${orderKey(this.#proofs++)}`;
    await this.#store.put('evidence', key, { key, atMs, text } satisfies Evidence);
  }

  evidence(): Promise<Evidence[]> {
    return this.#store.all('evidence', '');
  }

  /** What the page shows of the pin. */
  async shown(): Promise<Pin | undefined> {
    const pin = await this.pin();
    if (!pin) return undefined;
    const [notes, evidence, offered] = await Promise.all([
      this.notes(pin.origin),
      this.evidence(),
      this.#store.get<Offered>('pins', OFFERED),
    ]);
    return {
      ...pin,
      notes: notes.length,
      first: notes[0],
      newest: notes.at(-1),
      isKept: this.#store.isKept,
      evidence: evidence.length,
      offered,
    };
  }

  /** Believes the log that is offered, if it is still this one. */
  async accept(vkey: string): Promise<void> {
    const offered = await this.#store.get<Offered>('pins', OFFERED);
    if (offered?.vkey !== vkey) return;
    await this.#store.put('pins', PIN, { ...offered, atMs: this.#clock.now() } satisfies KeptPin);
    await this.#store.remove('pins', [OFFERED]);
  }
}
