/** Verifies receipts as files, each by itself and by what the others saw of the same log. Offline: it reads what it is given and nothing else. */
import type { Checkpoint } from '#domain/tape/checkpoint.ts';
import { contradicts, overParted } from '#domain/tape/contradiction.ts';
import { vouchedKeys } from '#domain/tape/log-keys.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { type ReceiptFile, type Refusal, readReceipt } from '#domain/tape/receipt-file.ts';
import { verdictColour } from '#domain/tape/verdict.ts';
import type { SeenCheckpoint } from '#domain/tape/verify-history.ts';
import { signedCheckpoint } from '#domain/tape/verify-log.ts';
import { finished, type VerifiedReceipt, type VerifyBy, verifyReceipt } from '#domain/tape/verify-receipt.ts';
import type { Policy } from './policy.ts';

/** Name and bytes of a file; `text` is undefined where the bytes are no UTF-8, and where it cannot be read: `problem` says why. */
export type NamedFile = { readonly name: string; readonly text: string | undefined; readonly problem?: string };
export type FileVerdict =
  | ({ readonly name: string } & Refusal)
  | ({ readonly name: string; readonly colour: ReturnType<typeof verdictColour>; readonly origin: string } & VerifiedReceipt);
/** A checkpoint that a file shows, signed by the key of its log. */
type ShownHead = Checkpoint & { readonly name: string };
/** `problems`: what files say against each other beyond the answers of each. `heads`: all checkpoints that files show, older ones too. */
type FilesVerdict = {
  readonly files: readonly FileVerdict[];
  readonly problems: readonly string[];
  readonly heads: readonly ShownHead[];
};

type Read = { readonly name: string; readonly file: ReceiptFile; readonly checkpoint: Checkpoint | undefined };

const NO_TEXT: Refusal = { refused: 'not-json', problem: 'file: its bytes are no UTF-8' };
const originOf = ({ vkeys: [log] }: ReceiptFile): string => log.name;

function readFile({ name, text, problem }: NamedFile): Read | ({ readonly name: string } & Refusal) {
  if (problem) return { name, refused: 'not-json', problem: `file: ${problem}` };
  const file = text === undefined ? NO_TEXT : readReceipt(nobleCrypto.sha256, text);
  if ('refused' in file) return { name, ...file };
  return { name, file, checkpoint: headOf(file, file.checkpoint) };
}

function headOf({ vkeys: [signer] }: ReceiptFile, note: string): Checkpoint | undefined {
  const checkpoint = signedCheckpoint(nobleCrypto, note, { signer, known: [] });
  return 'root' in checkpoint ? checkpoint : undefined;
}

function headsOf({ name, file }: Read): ShownHead[] {
  const notes = [file.checkpoint, ...file.older.map(({ checkpoint }) => checkpoint)];
  return notes.flatMap((note) => {
    const head = headOf(file, note);
    return head ? [{ ...head, name }] : [];
  });
}

/** Verifies files. The pin of each is the policy's log of its origin; without one every log is seen for the first time. */
export function verifyFiles(files: readonly NamedFile[], policy: Policy | undefined): FilesVerdict {
  const all = files.map(readFile);
  const read = all.filter((one): one is Read => 'file' in one);
  const verdicts = all.map((one): FileVerdict => {
    if (!('file' in one)) return one;
    const seen = read.flatMap((other) => (other === one ? [] : seenBy(other, one)));
    const by: VerifyBy = {
      crypto: nobleCrypto,
      pin: pinOf(one.file, policy),
      seen,
      ...(policy && { witnesses: policy.witnesses }),
    };
    const verified = finished(verifyReceipt(one.file, by));
    return { name: one.name, colour: verdictColour(verified.verdict), origin: originOf(one.file), ...verified };
  });
  return { files: verdicts, problems: [...(policy ? [] : keyProblems(read)), ...dealProblems(verdicts)], heads: read.flatMap(headsOf) };
}

/** The key of the policy for the log of a file: its own where it is listed, else another of the same origin. */
function pinOf(file: ReceiptFile, policy: Policy | undefined): string | undefined {
  const logs = policy?.logs.filter(({ name }) => name === originOf(file)) ?? [];
  return (logs.find(({ text }) => text === file.vkeys[0].text) ?? logs[0])?.text;
}

/** What another file of the same log saw, with the proof to this one's checkpoint where either file has it. */
function seenBy(other: Read, one: Read): SeenCheckpoint[] {
  const isOfOneLog = other.file.vkeys[0].text === one.file.vkeys[0].text;
  if (!isOfOneLog || !other.checkpoint || !one.checkpoint) return [];
  const [less, more] = one.checkpoint.size <= other.checkpoint.size ? [one, other] : [other, one];
  const link = more.file.older.find(({ checkpoint }) => sizeOf(checkpoint) === less.checkpoint?.size);
  const isSame = one.checkpoint.size === other.checkpoint.size;
  return [{ checkpoint: other.file.checkpoint, ...(isSame ? {} : link && { proof: link.proof }) }];
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

/** Whether a file says, by the key of the other too, that its key followed that one. */
const followed = ({ file: { vkeys, keys } }: Read, other: Read): boolean =>
  vouchedKeys(nobleCrypto, vkeys, keys, [{ vkey: other.file.vkeys[0].text }]).pinned === 'ours';

/** Two keys for one origin, neither of which passed on to the other: one of the two files is of a log that the other's owner never saw. */
function keyProblems(read: readonly Read[]): string[] {
  return read.flatMap((one, at) => {
    const other = read.slice(at + 1).find((two) => originOf(two.file) === originOf(one.file) && !followed(one, two) && !followed(two, one));
    return other
      ? [`${one.name} and ${other.name}: ${originOf(one.file)} has two keys: ${one.file.vkeys[0].text} and ${other.file.vkeys[0].text}`]
      : [];
  });
}
