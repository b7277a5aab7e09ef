/** Ways to tamper with a receipt, kind by kind: each gives a file that says something else than what its operator signed and its log holds. */
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { type ReceiptRun, receiptText } from '#domain/tape/receipt-file.ts';
import { noteText, parseNote } from '#domain/tape/signed-note.ts';
import { encodeTicks } from '#domain/tape/tick-codec.ts';
import { Seeded } from '../../engine/seeded.ts';
import { keyPair, MadeLog, signed } from './made-log.ts';
import { dealAt, grow } from './receipt-world.ts';

import { flipped, otherCharacter, replaced, resigned, swapped, type Tamper, withBody, withNote, withRun } from './tampering.ts';

/** By kind: several ways each. */
export const CORRUPTIONS: Readonly<Record<string, readonly Tamper[]>> = {
  note: [
    ({ file }, random) => withNote(file, random, (note) => otherCharacter(note, random.whole(0, note.indexOf('\n\n') - 1))),
    ({ file }, random) => withNote(file, random, (note) => note.replace('\n', `\nextra ${random.whole(0, 999)}\n`)),
    ({ file }, random) => withNote(file, random, (note) => note.slice(0, random.whole(0, note.length - 1))),
  ],
  signature: [
    ({ file }, random) =>
      withNote(file, random, (note) => {
        const { text, signatures } = parseNote(note)!;
        return noteText({ text, signatures: signatures.map((one) => ({ ...one, signature: flipped(one.signature, random) })) });
      }),
    ({ file, log }, random) =>
      withNote(file, random, (note) => signed(parseNote(note)!.text, keyPair(log.origin, `thief ${random.next()}`))),
    ({ file }, random) =>
      withNote(file, random, (note) => {
        const { text, signatures } = parseNote(note)!;
        const [one] = signatures;
        const second = { ...one!, signature: flipped(one!.signature, random) };
        return noteText({ text, signatures: random.chance(0.5) ? [one!, second] : [second, one!] });
      }),
  ],
  key: [
    ({ log, deal, extract, by }, random) => {
      const thief = grow(new MadeLog(log.origin, `thief ${random.next()}`), extract.size, new Seeded(random.whole(0, 1e9)));
      const file = thief.receipt(dealText({ ...deal, ...dealAt(thief, extract.size) }), extract);
      return { text: receiptText(file), by: { ...by, asked: {} } };
    },
    ({ file, log }, random) => {
      const thief = keyPair(`${log.origin}/receipts`, `thief ${random.next()}`);
      return { ...file, vkeys: [file.vkeys[0], thief.verifier], deal: signed(parseNote(file.deal)!.text, thief) };
    },
    ({ file }, random) => {
      const key = random.pick(file.vkeys).text;
      return { text: receiptText(file).replace(JSON.stringify(key), JSON.stringify(otherCharacter(key, random.whole(0, key.length - 2)))) };
    },
    ({ file }) => ({ ...file, vkeys: [file.vkeys[1], file.vkeys[0]] }),
  ],
  origin: [
    ({ extract, by }, random) => {
      const other = grow(new MadeLog(`other${random.whole(0, 99)}.example/tape`), extract.size, new Seeded(random.whole(0, 1e9)));
      return { text: receiptText(other.receipt(dealText(dealAt(other, extract.size)), extract)), by };
    },
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, origin: `other${random.whole(0, 99)}.example/tape` }), log.receiptsKey),
    }),
    ({ file, log, extract }, random) => ({
      ...file,
      checkpoint: signed(checkpointText({ origin: `other${random.whole(0, 99)}.example/tape`, ...log.head(extract.size) }), log.logKey),
    }),
  ],
  size: [
    (world, random) => resigned(world, { ...world.log.head(world.extract.size), size: world.extract.size + random.whole(1, 9) }),
    (world, random) => resigned(world, { ...world.log.head(world.extract.size), size: random.whole(1, world.extract.size - 1) }),
    ({ file, log }, random) => ({ ...file, checkpoint: log.checkpoint(random.whole(1, file.runs[0]!.index * 2 ** file.runs[0]!.level)) }),
    ({ file }, random) => withRun(file, random, (run) => ({ ...run, index: run.index + random.whole(1, 5) })),
  ],
  root: [
    (world, random) => resigned(world, { size: world.extract.size, root: flipped(world.log.head(world.extract.size).root, random) }),
    (world, random) => resigned(world, { size: world.extract.size, root: world.log.head(random.whole(1, world.extract.size - 1)).root }),
  ],
  proof: [
    ({ file }, random) =>
      withRun(file, random, (run) =>
        run.proof.length === 0
          ? { ...run, proof: [new Uint8Array(32)] }
          : { ...run, proof: run.proof.map((hash, at) => (at === run.proof.length - 1 ? flipped(hash, random) : hash)) },
      ),
    ({ file }, random) =>
      withRun(file, random, (run) => ({ ...run, proof: run.proof.length === 0 ? [new Uint8Array(32)] : run.proof.slice(1) })),
    ({ file }, random) =>
      withRun(file, random, (run) => ({ ...run, proof: [...run.proof, new Uint8Array(32).fill(random.whole(0, 255))] })),
    ({ file }, random) => {
      const at = random.whole(0, file.older.length - 1);
      return {
        ...file,
        older: file.older.map((one, place) => (place === at ? { ...one, proof: [...one.proof, new Uint8Array(32)] } : one)),
      };
    },
  ],
  entry: [
    ({ file }, random) =>
      withRun(file, random, (run) => {
        const at = random.whole(0, run.entries.length - 1);
        const entry = run.entries[at] as string;
        return { ...run, entries: replaced(run.entries, at, otherCharacter(entry, random.whole(0, entry.length - 1))) };
      }),
    ({ file }, random) => withRun(file, random, (run) => ({ ...run, entries: run.entries.map((entry) => `${entry}more\n`) })),
  ],
  body: [
    ({ file }, random) => withBody(file, random, (body) => flipped(body, random)),
    ({ file }, random) => withBody(file, random, (body) => body.slice(0, random.whole(0, body.length - 1))),
    ({ file }, random) => ({
      ...file,
      bodies: new Map([...file.bodies].map(([height, body]) => [height + random.whole(1, 3) * 1_000, body])),
    }),
    ({ file, log }, random) => withBody(file, random, () => encodeTicks(log.blocks[0]!.ticks.slice(1))),
  ],
  order: [
    ({ file }, random) => ({ ...file, runs: swapped(file.runs, random.whole(0, file.runs.length - 2)) }),
    ({ file }, random) => {
      const long = file.runs.findIndex(({ level }) => level > 0);
      const run = file.runs[long] as ReceiptRun;
      return {
        ...file,
        runs: replaced(file.runs, long, { ...run, entries: swapped(run.entries, random.whole(0, run.entries.length - 2)) }),
      };
    },
    ({ file }, random) => {
      const heights = [...file.bodies.keys()];
      const at = random.whole(0, heights.length - 2);
      const bodies = swapped([...file.bodies.values()], at);
      return { ...file, bodies: new Map(heights.map((height, place) => [height, bodies[place] as Uint8Array])) };
    },
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, order: deal.order + random.whole(1, 9) }), log.receiptsKey),
    }),
  ],
};
