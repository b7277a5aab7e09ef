/** Verifies receipts as files, each by itself and by what the others saw of the same log. Offline: it reads what it is given and nothing else. */
import type { Checkpoint } from '#domain/tape/checkpoint.ts';
import { contradicts, overParted } from '#domain/tape/contradiction.ts';
import { vouchedKeys } from '#domain/tape/log-keys.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { type ReceiptFile, type Refusal, readReceipt } from '#domain/tape/receipt-file.ts';
import type { TapeCrypto } from '#domain/tape/tape-crypto.ts';
import { sameBytes, toBase64 } from '#domain/tape/text-bytes.ts';
import { verdictColour } from '#domain/tape/verdict.ts';
import type { SeenCheckpoint } from '#domain/tape/verify-history.ts';
import { signedCheckpoint } from '#domain/tape/verify-log.ts';
import { finished, type VerifiedReceipt, type VerifyBy, verifyReceipt } from '#domain/tape/verify-receipt.ts';
import type { Policy } from './policy.ts';

/** What a file holds; `text` is undefined where the bytes are no UTF-8, and where it cannot be read: `problem` says why. */
export type FileText = { readonly text: string | undefined; readonly problem?: string };
/** Read when it is looked at, and again when it is verified: a thousand receipts are more than a machine need have room for at once. */
type NamedFile = { readonly name: string; readonly read: () => FileText };
export type FileVerdict =
  | ({ readonly name: string } & Refusal)
  | ({ readonly name: string; readonly colour: ReturnType<typeof verdictColour>; readonly origin: string } & Omit<
      VerifiedReceipt,
      'segment'
    >);
/** A checkpoint that a file shows, signed by the key of its log. */
type ShownHead = Checkpoint & { readonly name: string };
/** `problems`: what files say against each other beyond the answers of each. `heads`: all checkpoints that files show, older ones too. */
type FilesVerdict = {
  readonly files: readonly FileVerdict[];
  readonly problems: readonly string[];
  readonly heads: readonly ShownHead[];
};

/** What others are held against. */
type FileHead = Pick<ReceiptFile, 'vkeys' | 'keys' | 'checkpoint' | 'older'>;
type Read = { readonly name: string; readonly file: FileHead; readonly checkpoint: Checkpoint | undefined };

const NO_TEXT: Refusal = { refused: 'not-json', problem: 'file: its bytes are no UTF-8' };
const originOf = ({ vkeys: [log] }: FileHead): string => log.name;

/** Remembers what it verified: files of one log show the same checkpoints and notes of keys, each of which costs a signature. */
function rememberingCrypto(): TapeCrypto {
  const known = new Map<string, boolean>();
  return {
    sha256: nobleCrypto.sha256,
    verify(signature, message, publicKey) {
      const asked = [signature, nobleCrypto.sha256(message), publicKey].map((bytes) => toBase64(bytes)).join(' ');
      const answer = known.get(asked) ?? nobleCrypto.verify(signature, message, publicKey);
      known.set(asked, answer);
      return answer;
    },
  };
}

function readFile(crypto: TapeCrypto, { read }: NamedFile): ReceiptFile | Refusal {
  const { text, problem } = read();
  if (problem) return { refused: 'not-json', problem: `file: ${problem}` };
  return text === undefined ? NO_TEXT : readReceipt(crypto.sha256, text);
}

function readHead(crypto: TapeCrypto, named: NamedFile): Read | Refusal {
  const file = readFile(crypto, named);
  if ('refused' in file) return file;
  const { vkeys, keys, checkpoint, older } = file;
  return { name: named.name, file: { vkeys, keys, checkpoint, older }, checkpoint: headOf(crypto, file, checkpoint) };
}

function headOf(crypto: TapeCrypto, { vkeys: [signer] }: FileHead, note: string): Checkpoint | undefined {
  const checkpoint = signedCheckpoint(crypto, note, { signer, known: [] });
  return 'root' in checkpoint ? checkpoint : undefined;
}

function headsOf(crypto: TapeCrypto, { name, file }: Read): ShownHead[] {
  const notes = [file.checkpoint, ...file.older.map(({ checkpoint }) => checkpoint)];
  return notes.flatMap((note) => {
    const head = headOf(crypto, file, note);
    return head ? [{ ...head, name }] : [];
  });
}

/** Verifies files. The pin of each is the policy's log of its origin; without one every log is seen for the first time. */
export function verifyFiles(files: readonly NamedFile[], policy: Policy | undefined): FilesVerdict {
  const crypto = rememberingCrypto();
  const all = files.map((one) => readHead(crypto, one));
  const read = all.filter((one): one is Read => 'file' in one);
  const beside = new FilesBeside(read);
  const verdicts = files.map((named, at): FileVerdict => {
    const { name } = named;
    const one = all[at] as Read | Refusal;
    const file = 'refused' in one ? one : readFile(crypto, named);
    if ('refused' in one || 'refused' in file) return { name, ...(file as Refusal) };
    const by: VerifyBy = {
      crypto,
      pin: pinOf(file, policy),
      seen: beside.seenFrom(one),
      ...(policy && { witnesses: policy.witnesses }),
    };
    // The ticks of one file after the other are let go.
    const { segment: _, ...verified } = finished(verifyReceipt(file, by));
    return { name, colour: verdictColour(verified.verdict), origin: originOf(file), ...verified };
  });
  return {
    files: verdicts,
    problems: [...(policy ? [] : keyProblems(crypto, read)), ...dealProblems(verdicts)],
    heads: read.flatMap((one) => headsOf(crypto, one)),
  };
}

/** The key of the policy for the log of a file: its own where it is listed, else another of the same origin. */
function pinOf(file: FileHead, policy: Policy | undefined): string | undefined {
  const logs = policy?.logs.filter(({ name }) => name === originOf(file)) ?? [];
  return (logs.find(({ text }) => text === file.vkeys[0].text) ?? logs[0])?.text;
}

const addTo = <T>(lists: Map<string, T[]>, key: string, one: T): void => {
  const list = lists.get(key);
  if (list) list.push(one);
  else lists.set(key, [one]);
};
/** Of one log by its key, and of one size. */
const placeOf = ({ vkeys: [log] }: FileHead, size: number): string => `${log.text} ${size}`;

/** What files of one log say of each other. What is looked up here is not gone through for every pair. */
class FilesBeside {
  readonly #bySize = new Map<string, Read[]>();
  /** Those that hold a proof from a size, with it. */
  readonly #linked = new Map<string, (readonly [Read, SeenCheckpoint['proof']])[]>();
  /** Files of a log with one of each size. */
  readonly #ofLog = new Map<string, Read[]>();

  constructor(read: readonly Read[]) {
    for (const one of read) {
      const { file, checkpoint } = one;
      if (!checkpoint) continue;
      const place = placeOf(file, checkpoint.size);
      if (!this.#bySize.has(place)) addTo(this.#ofLog, file.vkeys[0].text, one);
      addTo(this.#bySize, place, one);
      const sizes = new Set<number>();
      for (const older of file.older) {
        const size = sizeOf(older.checkpoint);
        if (size < checkpoint.size && !sizes.has(size)) addTo(this.#linked, placeOf(file, size), [one, older.proof]);
        sizes.add(size);
      }
    }
  }

  /** Checkpoints of other files: those of the same size, those that a proof of either leads to, and of the others one, which says that there are such. */
  seenFrom({ file, checkpoint }: Read): SeenCheckpoint[] {
    if (!checkpoint) return [];
    const { size } = checkpoint;
    const rivals = this.#bySize.get(placeOf(file, size)) ?? [];
    const rival = rivals.find((other) => !sameBytes((other.checkpoint as Checkpoint).root, checkpoint.root));
    const before = file.older.flatMap(({ checkpoint: older, proof }) => {
      const others = sizeOf(older) < size ? (this.#bySize.get(placeOf(file, sizeOf(older))) ?? []) : [];
      return unlike(others).map((other) => ({ checkpoint: other.file.checkpoint, proof }));
    });
    const after = (this.#linked.get(placeOf(file, size)) ?? []).map(([other, proof]) => ({ checkpoint: other.file.checkpoint, proof }));
    const linked = new Set([size, ...[...before, ...after].map((one) => sizeOf(one.checkpoint))]);
    const lost = this.#ofLog.get(file.vkeys[0].text)?.find((other) => !linked.has((other.checkpoint as Checkpoint).size));
    return [...(rival ? [rival] : []), ...(lost ? [lost] : [])]
      .map((other) => ({ checkpoint: other.file.checkpoint }))
      .concat(before, after);
  }
}

/** One of each root. */
function unlike(read: readonly Read[]): Read[] {
  const roots = new Map(read.map((one) => [toBase64((one.checkpoint as Checkpoint).root), one]));
  return [...roots.values()];
}

const sizeOf = (note: string): number => Number(note.split('\n', 2)[1]);

/** Deals of one log, all signed, that cannot all be true. */
function dealProblems(verdicts: readonly FileVerdict[]): string[] {
  const signed = verdicts.flatMap((one) =>
    'verdict' in one && one.verdict.promise.answer === 'yes' && one.deal && one.pin !== undefined
      ? [{ name: one.name, deal: one.deal, key: one.pin }]
      : [],
  );
  const pairs = signed.flatMap((one, at) =>
    signed
      .slice(at + 1)
      .filter(({ deal, key }) => key === one.key && contradicts(deal, one.deal))
      .map(
        ({ name, deal }) =>
          `${one.name} and ${name}: the operator signed two deals that contradict each other, ${one.deal.deal} and ${deal.deal}`,
      ),
  );
  const ofKeys = [...new Set(signed.map(({ key }) => key))].map((key) => signed.filter((one) => one.key === key));
  const parts = ofKeys.flatMap((ofKey) =>
    overParted(ofKey.map(({ deal }) => deal)).map((deals) => {
      const names = deals.map((deal) => ofKey.find((one) => one.deal === deal)?.name);
      const numbers = deals.map(({ deal }) => deal);
      return `${names.join(', ')}: the operator signed closes of one position that have more lots or margin than its opening, ${numbers.join(', ')}`;
    }),
  );
  return [...pairs, ...parts];
}

/** Two keys for one origin, neither of which passed on to the other: one of the two files is of a log that the other's owner never saw. */
function keyProblems(crypto: TapeCrypto, read: readonly Read[]): string[] {
  /** Whether a file says, by the key of the other too, that its key followed that one. */
  const followed = ({ file: { vkeys, keys } }: Read, other: Read): boolean =>
    vouchedKeys(crypto, vkeys, keys, [{ vkey: other.file.vkeys[0].text }]).pinned === 'ours';
  const keyOf = ({ file }: Read): string => file.vkeys[0].text;
  return read.flatMap((one, at) => {
    const isOther = (two: Read) => keyOf(two) !== keyOf(one) && originOf(two.file) === originOf(one.file);
    const other = read.slice(at + 1).find((two) => isOther(two) && !followed(one, two) && !followed(two, one));
    return other ? [`${one.name} and ${other.name}: ${originOf(one.file)} has two keys: ${keyOf(one)} and ${keyOf(other)}`] : [];
  });
}
