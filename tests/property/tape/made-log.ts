/** A log made for a test: blocks of ticks, keys by a name, checkpoints of any size, and the file of a receipt of any part of it. */
import { getPublicKey, sign } from '@noble/ed25519';
import type { Price } from '#domain/decimal.ts';
import { type BlockEntry, blockEntryText, SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { logKeysText, receiptsName } from '#domain/tape/log-keys.ts';
import {
  alignedRuns,
  consistencyNodes,
  inclusionNodes,
  leafHash,
  makeProof,
  TreeEdge,
  type TreeHead,
  type TreeNode,
} from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { nextRanges, PriceRanges } from '#domain/tape/price-summary.ts';
import type { ReceiptFile, ReceiptRun } from '#domain/tape/receipt-file.ts';
import { RUN_LEVEL_MAX } from '#domain/tape/receipt-limits.ts';
import {
  parseSignerKey,
  parseVerifierKey,
  type SignerKey,
  signerKeyText,
  signNote,
  type VerifierKey,
  verifierKeyText,
} from '#domain/tape/signed-note.ts';
import type { FeedTick, TapeTick } from '#domain/tape/tape-tick.ts';
import { utf8 } from '#domain/tape/text-bytes.ts';
import { encodeTicks } from '#domain/tape/tick-codec.ts';

const { sha256 } = nobleCrypto;

type KeyPair = { readonly signer: SignerKey; readonly verifier: VerifierKey };
/** A pair of keys that is the same for the same name and word. */
export function keyPair(name: string, word = ''): KeyPair {
  const seed = sha256(utf8(`${name} ${word}`));
  const publicKey = getPublicKey(seed);
  return {
    signer: parseSignerKey(sha256, signerKeyText(sha256, name, seed, publicKey), getPublicKey) as SignerKey,
    verifier: parseVerifierKey(sha256, verifierKeyText(sha256, name, publicKey)) as VerifierKey,
  };
}

export const signed = (text: string, ...keys: readonly KeyPair[]): string =>
  signNote(
    sign,
    text,
    keys.map(({ signer }) => signer),
  );

type Block = { readonly entry: BlockEntry; readonly text: string; readonly body: Uint8Array; readonly ticks: readonly TapeTick[] };
/** Heights of blocks, both included, whether with bodies, and the size of the checkpoint. */
export type Extract = {
  readonly size: number;
  readonly spans: readonly (readonly [first: number, last: number])[];
  readonly bodiesOf?: (height: number) => boolean;
  /** Tiles, both included, whose summaries come along. */
  readonly tiles?: readonly [first: number, last: number];
  /** Sizes of the checkpoints that the device saw before. */
  readonly older?: readonly number[];
};

export class MadeLog {
  readonly origin: string;
  readonly logKey: KeyPair;
  readonly receiptsKey: KeyPair;
  readonly blocks: Block[] = [];
  readonly summaries: Uint8Array[] = [];
  readonly #edge = new TreeEdge(sha256);
  readonly #nodes = new Map<string, Uint8Array>();
  readonly #roots: Uint8Array[] = [this.#edge.root()];
  #ranges = new PriceRanges();
  #skipped = 0;

  constructor(origin = 'trade.example/tape', word = '') {
    this.origin = origin;
    this.logKey = keyPair(origin, word);
    this.receiptsKey = keyPair(receiptsName(origin), word);
  }

  /** Seals the ticks of a second; `timeMs` is its end. */
  seal(feed: readonly FeedTick[], timeMs: number): Block {
    const last = this.blocks.at(-1)?.entry;
    const height = this.blocks.length + 1;
    const firstSeq = (last?.lastSeq ?? 0) + 1 + this.#skipped;
    this.#skipped = 0;
    const ticks = feed.map((tick, at) => ({ ...tick, seq: firstSeq + at }));
    const body = encodeTicks(ticks);
    this.#ranges.add(ticks);
    const ranges = height % SUMMARY_BLOCKS === 0 ? this.#endSummary() : undefined;
    const entry: BlockEntry = {
      height,
      firstSeq,
      lastSeq: firstSeq + ticks.length - 1,
      timeMs,
      bodyHash: sha256(body),
      ...(ranges && { ranges }),
    };
    const text = blockEntryText(entry);
    const leaf = leafHash(sha256, utf8(text));
    for (const { level, index, hash } of [{ level: 0, index: height - 1, hash: leaf }, ...this.#edge.append(leaf)])
      this.#nodes.set(`${level}/${index}`, hash);
    this.#roots.push(this.#edge.root());
    const block = { entry, text, body, ticks };
    this.blocks.push(block);
    return block;
  }

  /** Leaves out so many numbers before the next tick, as no honest log does. */
  skip(ticks: number): void {
    this.#skipped = ticks;
  }

  #endSummary(): Uint8Array {
    const summary = this.#ranges.bytes();
    this.#ranges = new PriceRanges();
    this.summaries.push(summary);
    const before = this.blocks.at(-SUMMARY_BLOCKS)?.entry.ranges;
    return nextRanges(sha256, before, summary);
  }

  head(size: number): TreeHead {
    return { size, root: this.#roots[size] as Uint8Array };
  }

  /** The hash of a whole node. */
  hashOf = ({ level, index }: TreeNode): Uint8Array => this.#nodes.get(`${level}/${index}`) as Uint8Array;

  checkpoint(size: number, ...more: readonly KeyPair[]): string {
    return signed(checkpointText({ origin: this.origin, ...this.head(size) }), this.logKey, ...more);
  }

  /** The note of keys, signed by the log's key and any other. */
  keys(...more: readonly KeyPair[]): string {
    const text = logKeysText({ origin: this.origin, log: this.logKey.verifier.text, receipts: this.receiptsKey.verifier.text, since: 0 });
    return signed(text, this.logKey, ...more);
  }

  consistency(from: number, to: number): Uint8Array[] {
    return makeProof(sha256, consistencyNodes(from, to), this.hashOf);
  }

  run(node: TreeNode, size: number): ReceiptRun {
    const start = node.index * 2 ** node.level;
    return {
      ...node,
      entries: this.blocks.slice(start, start + 2 ** node.level).map(({ text }) => text),
      proof: makeProof(sha256, inclusionNodes(node, size), this.hashOf),
    };
  }

  /** A receipt with this deal, as text, and this part of the log. */
  receipt(dealText: string, { size, spans, bodiesOf = () => true, tiles, older = [] }: Extract): ReceiptFile {
    const heights = spans.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
    return {
      vkeys: [this.logKey.verifier, this.receiptsKey.verifier],
      keys: this.keys(),
      checkpoint: this.checkpoint(size),
      deal: signed(dealText, this.receiptsKey),
      runs: spans.flatMap(([first, last]) => alignedRuns(first - 1, last, RUN_LEVEL_MAX).map((node) => this.run(node, size))),
      bodies: new Map(heights.filter(bodiesOf).map((height) => [height, this.blocks[height - 1]?.body as Uint8Array])),
      summaries: tiles && { tile: tiles[0], bodies: this.summaries.slice(tiles[0], tiles[1] + 1) },
      older: older.map((from) => ({ checkpoint: this.checkpoint(from), proof: this.consistency(from, size) })),
    };
  }
}

/** A tick of a product at a price in whole units of 10^-8. */
export const feedTick = (productId: number, price: bigint, timeMs: number, confirm = false): FeedTick => ({
  productId,
  price: price as Price,
  volume: 0n,
  timeMs,
  confirm,
});
