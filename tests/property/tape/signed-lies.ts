/** Receipts that are whole and signed, and say what did not happen: lies of an operator, and receipts of something else. */
import type { Money, Price } from '#domain/decimal.ts';
import { initialMargin } from '#domain/margin.ts';
import { type BlockEntry, blockEntryText } from '#domain/tape/block-entry.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { type ReceiptRun, receiptText } from '#domain/tape/receipt-file.ts';
import type { MarketOpening } from '#domain/tape/signed-deal.ts';
import { encodeTicks } from '#domain/tape/tick-codec.ts';
import { CORRUPTIONS } from './corruptions.ts';
import { keyPair, MadeLog, signed } from './made-log.ts';
import { dealAt, type World } from './receipt-world.ts';

import type { Tamper } from './tampering.ts';

/** A log that is the honest one up to a block, and another from there on, signed by the same keys. */
function rewritten({ log }: World, from: number): MadeLog {
  const other = new MadeLog(log.origin);
  for (const { entry, ticks } of log.blocks) {
    const isRewritten = entry.height >= from;
    other.seal(
      ticks.map((tick) => (isRewritten ? { ...tick, price: (tick.price + 1n) as Price } : tick)),
      entry.timeMs,
    );
  }
  return other;
}

/** The tick of the deal, its block's height, and the ticks of the block with another price of it. */
function dearer({ log, deal }: World) {
  const block = log.blocks.find(({ entry }) => entry.lastSeq >= deal.tickSeq);
  if (!block) throw new Error('the tick of the deal is in no block');
  const ticks = block.ticks.map((tick) => (tick.seq === deal.tickSeq ? { ...tick, price: (tick.price + 3n) as Price } : tick));
  return { block, body: encodeTicks(ticks) };
}

/** By kind: several ways each. */
const LIES: Readonly<Record<string, readonly Tamper[]>> = {
  price: [
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, price: (deal.price + BigInt(random.whole(1, 9))) as Price }), log.receiptsKey),
    }),
    (world) => {
      const { block, body } = dearer(world);
      return { ...world.file, bodies: new Map(world.file.bodies).set(block.entry.height, body) };
    },
    (world) => {
      const { block, body } = dearer(world);
      const entry: BlockEntry = { ...block.entry, bodyHash: nobleCrypto.sha256(body) };
      const runs = world.file.runs.map((run) => ({
        ...run,
        entries: run.entries.map((text) => (text === block.text ? blockEntryText(entry) : text)),
      }));
      return { ...world.file, runs, bodies: new Map(world.file.bodies).set(entry.height, body) };
    },
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, product: deal.product + random.whole(1, 9) }), log.receiptsKey),
    }),
  ],
  gap: [
    (world, random) => {
      const gapped = new MadeLog(world.log.origin);
      const at = random.pick([...world.file.bodies.keys()].slice(-4));
      for (const { entry, ticks } of world.log.blocks) {
        if (entry.height === at) gapped.skip(random.whole(1, 3));
        gapped.seal(ticks, entry.timeMs);
      }
      return { text: receiptText(gapped.receipt(dealText(dealAt(gapped, at)), world.extract)), by: { ...world.by, seen: [], asked: {} } };
    },
    ({ file, deal, log }) => {
      const height = log.blocks.find(({ entry }) => entry.lastSeq >= deal.tickSeq)!.entry.height;
      return { ...file, bodies: new Map([...file.bodies].filter(([one]) => one !== height)) };
    },
    ({ file, deal, log }) => {
      const index = log.blocks.findIndex(({ entry }) => entry.lastSeq >= deal.tickSeq);
      const isIn = (run: ReceiptRun) => run.index * 2 ** run.level <= index && index < (run.index + 1) * 2 ** run.level;
      const gone = new Set(file.runs.filter(isIn).flatMap((run) => run.entries.map((_, at) => run.index * 2 ** run.level + at + 1)));
      return {
        ...file,
        summaries: undefined,
        runs: file.runs.filter((run) => !isIn(run)),
        bodies: new Map([...file.bodies].filter(([height]) => !gone.has(height))),
      };
    },
  ],
  money: [
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, fee: (deal.fee + BigInt(random.whole(1, 99))) as Money }), log.receiptsKey),
    }),
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, margin: (deal.margin - BigInt(random.whole(1, 99))) as Money }), log.receiptsKey),
    }),
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, profit: BigInt(random.whole(-99, -1)) as Money }), log.receiptsKey),
    }),
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, leverage: deal.leverage + random.whole(1, 99) }), log.receiptsKey),
    }),
  ],
  tick: [
    ({ file, log, deal }, random) => {
      const known = log.blocks
        .flatMap(({ ticks }) => ticks)
        .filter(
          ({ seq }) => seq < deal.tickSeq && seq >= log.blocks[file.runs.at(-1)!.index * 2 ** file.runs.at(-1)!.level]!.entry.firstSeq - 3,
        );
      const other = known.filter(({ productId, confirm, price }) => productId === deal.product && !confirm && price !== deal.price).at(-1);
      const at = other
        ? { tickSeq: other.seq, price: other.price, margin: marginAt(deal, other.price) }
        : { tickSeq: Math.max(1, deal.tickSeq - random.whole(1, 3)) };
      return { ...file, deal: signed(dealText({ ...deal, ...at }), log.receiptsKey) };
    },
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, timeMs: deal.timeMs + random.whole(6_001, 60_000) }), log.receiptsKey),
    }),
    ({ file, log, deal }) => ({
      ...file,
      deal: signed(
        dealText({ ...deal, hours: { calendar: 'fx', halts: [{ fromSeq: deal.knownSeq, toSeq: deal.knownSeq + 1 }] } }),
        log.receiptsKey,
      ),
    }),
    (world) => ({ text: receiptText(world.file), by: { ...world.by, asked: { ...world.by.asked, seenSeq: world.deal.knownSeq + 1 } } }),
  ],
  'foreign deal': [
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, uid: String(200_000 + random.whole(0, 999)) }), log.receiptsKey),
    }),
    ({ file, log, deal }, random) => ({
      ...file,
      deal: signed(dealText({ ...deal, deal: deal.deal + random.whole(1, 9) }), log.receiptsKey),
    }),
    ({ file, log }, random) => ({ ...file, deal: signed(dealText(dealAt(log, random.whole(1, 10), '200001')), log.receiptsKey) }),
    ({ file, deal }, random) => ({
      ...file,
      deal: signed(dealText(deal), keyPair(`other${random.whole(0, 99)}.example/tape/receipts`)),
    }),
    ({ file, log, deal }) => ({ ...file, deal: signed(dealText(deal), log.logKey) }),
  ],
  'rewritten log': [
    (world, random) => {
      const other = rewritten(world, random.whole(2, world.file.runs.at(-1)!.index));
      const file = other.receipt(dealText({ ...dealAt(other, world.extract.size), ...asked(world) }), { ...world.extract, older: [1] });
      return { text: receiptText(file), by: { ...world.by, seen: [seenOfHonest(world, other)] } };
    },
    (world, random) => {
      const other = rewritten(world, random.whole(2, world.extract.size));
      const file = {
        ...other.receipt(dealText({ ...dealAt(other, world.extract.size), ...asked(world) }), { ...world.extract, older: [] }),
      };
      return { text: receiptText(file), by: { ...world.by, seen: [{ checkpoint: world.log.checkpoint(world.extract.size) }] } };
    },
    (world, random) => {
      const other = rewritten(world, 2);
      const at = random.whole(2, world.extract.size);
      const file = other.receipt(dealText({ ...dealAt(other, world.extract.size), ...asked(world) }), { ...world.extract, older: [at] });
      return { text: receiptText(file), by: { ...world.by, seen: [{ checkpoint: world.log.checkpoint(at) }] } };
    },
  ],
};

const marginAt = (deal: MarketOpening, price: Price): Money => initialMargin({ ...deal, price });
const asked = ({ deal }: World) => ({ uid: deal.uid, order: deal.order, deal: deal.deal });
/** What the device holds of the honest log, with the proof that the other one serves for it. */
const seenOfHonest = ({ log, extract }: World, other: MadeLog) => ({
  checkpoint: log.checkpoint(extract.size - 1),
  proof: other.consistency(extract.size - 1, extract.size),
});

/** All ways there are. */
export const TAMPERINGS: Readonly<Record<string, readonly Tamper[]>> = { ...CORRUPTIONS, ...LIES };
