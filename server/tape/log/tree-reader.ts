/** The tree of the log read from the tables: hashes of any whole run, roots of every size that it has had, proofs. Whole tiles are kept. */
import type { Kysely } from 'kysely';
import { blockEntryText } from '#domain/tape/block-entry.ts';
import {
  consistencyNodes,
  foldHashes,
  inclusionNodes,
  leafHash,
  makeProof,
  type ProofNodes,
  rootNodes,
  rootOf,
  type TreeNode,
} from '#domain/tape/merkle.ts';
import { TILE_WIDTH } from '#domain/tape/tile-path.ts';
import type { Database } from '../../database/schema.ts';
import { BoundedMap } from '../../limits/bounded-map.ts';
import { type LeafRow, leafRows, nodeHashes } from '../../repositories/tape-log-repository.ts';
import { nodeSha256 } from './node-crypto.ts';

/** 8 KB each. */
const TILES_MAX = 64;
const WIDTH = TILE_WIDTH.hashes;
/** Levels of the tree in one tile, and from one level of nodes that have a row to the next. */
export const STORED_LEVELS = 8;

/** The entry of a block as it is hashed, and as text. */
export const entryText = (row: LeafRow): string =>
  blockEntryText({
    height: row.height,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    timeMs: row.time_ms,
    bodyHash: row.body_hash,
    ranges: row.ranges ?? undefined,
  });
export const leafOf = (row: LeafRow): Uint8Array => leafHash(nodeSha256, Buffer.from(entryText(row)));

export class TreeReader {
  readonly #db: Kysely<Database>;
  readonly #tiles = new BoundedMap<readonly Uint8Array[]>(TILES_MAX);

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Hashes of one level of tiles, from an index up to and without another, within one tile. Throws when one of them is not there. */
  async hashes(tileLevel: number, from: number, to: number): Promise<readonly Uint8Array[]> {
    const start = Math.floor(from / WIDTH) * WIDTH;
    const key = `${tileLevel}/${start}`;
    const known = this.#tiles.get(key);
    if (known) return known.slice(from - start, to - start);
    const found = tileLevel === 0 ? (await leafRows(this.#db, from, to)).map(leafOf) : await nodeHashes(this.#db, tileLevel, from, to);
    if (found.length !== to - from)
      throw new Error(`the log has ${found.length} of ${to - from} hashes from ${from} on in level ${tileLevel * STORED_LEVELS}`);
    if (found.length === WIDTH) this.#tiles.set(key, found);
    return found;
  }

  async hashOf({ level, index }: TreeNode): Promise<Uint8Array> {
    const tileLevel = Math.floor(level / STORED_LEVELS);
    const width = 2 ** (level % STORED_LEVELS);
    return foldHashes(nodeSha256, await this.hashes(tileLevel, index * width, (index + 1) * width));
  }

  /** Hashes of the nodes that the tree of a size is made of, largest first. */
  async edge(size: number): Promise<Uint8Array[]> {
    const hashes: Uint8Array[] = [];
    for (const node of rootNodes(size)) hashes.push(await this.hashOf(node));
    return hashes;
  }

  async rootAt(size: number): Promise<Uint8Array> {
    return rootOf(nodeSha256, await this.edge(size));
  }

  inclusion(index: number, size: number): Promise<Uint8Array[]> {
    return this.#proof(inclusionNodes({ level: 0, index }, size));
  }

  consistency(from: number, to: number): Promise<Uint8Array[]> {
    return this.#proof(consistencyNodes(from, to));
  }

  async #proof(nodes: ProofNodes): Promise<Uint8Array[]> {
    const keyOf = ({ level, index }: TreeNode) => `${level}/${index}`;
    const hashes = new Map<string, Uint8Array>();
    for (const node of nodes.flat()) hashes.set(keyOf(node), await this.hashOf(node));
    return makeProof(nodeSha256, nodes, (node) => hashes.get(keyOf(node)) as Uint8Array);
  }
}
