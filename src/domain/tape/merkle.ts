/**
 * The Merkle tree of RFC 6962 and RFC 9162, section 2.1: hashes of leaves and nodes, proofs that a leaf or an aligned run of leaves is in a
 * tree and that one tree goes on from another, made and verified. Sizes and indexes are exact up to 2^53 - 1, so nothing here shifts bits.
 * Whoever makes a proof says which nodes it needs first, since they may lie in a database: everything in this file is synchronous.
 */
import { HASH_BYTES, type Sha256 } from './tape-crypto.ts';
import { concatBytes, sameBytes } from './text-bytes.ts';

/** The run of leaves from index x 2^level up to (index + 1) x 2^level, all of them in the tree; level 0 is a leaf. */
export type TreeNode = { readonly level: number; readonly index: number };
export type HashedNode = TreeNode & { readonly hash: Uint8Array };
/** How many leaves a tree has, and its root (32 bytes). */
export type TreeHead = { readonly size: number; readonly root: Uint8Array };

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** SHA-256(00 ‖ entry). */
export const leafHash = (sha256: Sha256, entry: Uint8Array): Uint8Array => sha256(concatBytes(LEAF, entry));
/** SHA-256(01 ‖ left ‖ right). */
const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concatBytes(NODE, left, right));

/** The largest power of two that is smaller than a count of at least 2. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** Root of nodes of one level, from left to right: of leaves their tree's, of a power of two of nodes their common node's. Of none: SHA-256 of nothing. */
export function foldHashes(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  const first = hashes[0];
  if (!first) return sha256(new Uint8Array());
  if (hashes.length === 1) return first;
  const split = splitOf(hashes.length);
  return nodeHash(sha256, foldHashes(sha256, hashes.slice(0, split)), foldHashes(sha256, hashes.slice(split)));
}

/** The whole nodes that leaves from `start` on are made of, largest first; `start` is a multiple of the smallest power of two that is not below `count`. */
function wholeNodes(start: number, count: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  let level = 0;
  let rest = count;
  let end = start + count;
  for (let width = 1; rest > 0; width *= 2, level++) {
    if (isOdd(rest)) {
      end -= width;
      nodes.push({ level, index: end / width });
    }
    rest = half(rest);
  }
  return nodes.reverse();
}

/** The whole nodes whose hashes make the root of a tree, largest first: `rootOf` joins them. */
export const rootNodes = (size: number): TreeNode[] => wholeNodes(0, size);

/** The hash over whole nodes as `rootNodes` lists them. */
export function rootOf(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return sha256(new Uint8Array());
  return hashes.reduceRight((right, left) => nodeHash(sha256, left, right));
}

/** A tree that grows, of which only its right edge is held: the hashes of `rootNodes(size)`. */
export class TreeEdge {
  readonly #sha256: Sha256;
  readonly #hashes: Uint8Array[];
  #size: number;

  constructor(sha256: Sha256, size = 0, hashes: readonly Uint8Array[] = []) {
    if (hashes.length !== rootNodes(size).length) throw new RangeError(`edge of a tree of ${size}: ${hashes.length} hashes`);
    this.#sha256 = sha256;
    this.#size = size;
    this.#hashes = [...hashes];
  }

  get size(): number {
    return this.#size;
  }

  /** Appends a leaf by its hash; returns the nodes that it made whole, lowest first, the leaf itself left out. */
  append(leaf: Uint8Array): HashedNode[] {
    const made: HashedNode[] = [];
    let hash = leaf;
    let index = this.#size;
    for (let level = 1; isOdd(index); level++) {
      hash = nodeHash(this.#sha256, this.#hashes.pop() as Uint8Array, hash);
      index = half(index);
      made.push({ level, index, hash });
    }
    this.#hashes.push(hash);
    this.#size++;
    return made;
  }

  root(): Uint8Array {
    return rootOf(this.#sha256, this.#hashes);
  }
}

/** The fewest whole runs that leaves from `start` up to before `end` are made of, from left to right, none of more than 2^`levelMax`. */
export function alignedRuns(start: number, end: number, levelMax: number): TreeNode[] {
  const runs: TreeNode[] = [];
  for (let at = start; at < end; ) {
    let level = 0;
    while (level < levelMax && at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++;
    runs.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return runs;
}

/** The nodes that each hash of a proof is made of. */
export type ProofNodes = readonly (readonly TreeNode[])[];

/** What proves that a whole run is in a tree of `size` (RFC 9162, 2.1.3.1): the proof of its first leaf less the hashes within the run. */
export function inclusionNodes(run: TreeNode, size: number): ProofNodes {
  const hashes: TreeNode[][] = [];
  let width = 2 ** run.level;
  let index = run.index;
  for (let count = Math.ceil(size / width); count > 1; count = Math.ceil(size / width)) {
    const beside = isOdd(index) ? index - 1 : index + 1;
    if (beside < count) hashes.push(wholeNodes(beside * width, Math.min(width, size - beside * width)));
    index = half(index);
    width *= 2;
  }
  return hashes;
}

/** What proves that a tree of `to` begins with the tree of `from` (RFC 9162, 2.1.4.1), 1 <= from <= to. */
export function consistencyNodes(from: number, to: number): ProofNodes {
  const subproof = (known: number, start: number, count: number, isWhole: boolean): TreeNode[][] => {
    if (known === count) return isWhole ? [] : [wholeNodes(start, count)];
    const split = splitOf(count);
    return known <= split
      ? [...subproof(known, start, split, isWhole), wholeNodes(start + split, count - split)]
      : [...subproof(known - split, start + split, count - split, false), wholeNodes(start, split)];
  };
  return subproof(from, 0, to, true);
}

/** The hashes of a proof. `hashOf` gives that of each node that `inclusionNodes` or `consistencyNodes` named. */
export const makeProof = (sha256: Sha256, nodes: ProofNodes, hashOf: (node: TreeNode) => Uint8Array): Uint8Array[] =>
  nodes.map((parts) => rootOf(sha256, parts.map(hashOf)));

const areHashes = (...hashes: readonly Uint8Array[]): boolean => hashes.every((hash) => hash.length === HASH_BYTES);
const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

/** Two indexes on their way up a tree, the second that of the last node of their level. */
class Climb {
  at: number;
  last: number;

  constructor(at: number, last: number) {
    this.at = at;
    this.last = last;
  }

  up(): void {
    this.at = half(this.at);
    this.last = half(this.last);
  }

  /** Whether the next hash of a proof stands to the left; if so, levels without a node beside are passed. */
  goesLeft(): boolean {
    const isLeft = isOdd(this.at) || this.at === this.last;
    if (isLeft) while (!isOdd(this.at) && this.at !== 0) this.up();
    return isLeft;
  }
}

/** Whether a whole run with this hash is in the tree of `size` leaves with this root (RFC 9162, 2.1.3.2, begun at the level of the run). */
export function isIncluded(sha256: Sha256, run: HashedNode, tree: TreeHead, proof: readonly Uint8Array[]): boolean {
  const width = 2 ** run.level;
  const isInside = Number.isInteger(width) && Number.isSafeInteger(run.index) && run.index >= 0 && (run.index + 1) * width <= tree.size;
  if (!isSize(tree.size) || !isInside || !areHashes(run.hash, tree.root, ...proof)) return false;
  const climb = new Climb(run.index, Math.floor((tree.size - 1) / width));
  let hash = run.hash;
  for (const beside of proof) {
    if (climb.last === 0) return false;
    hash = climb.goesLeft() ? nodeHash(sha256, beside, hash) : nodeHash(sha256, hash, beside);
    climb.up();
  }
  return climb.last === 0 && sameBytes(hash, tree.root);
}

/** Whether a tree begins with an older one (RFC 9162, 2.1.4.2). Two roots of one size never agree; an empty tree proves nothing. */
export function isConsistent(sha256: Sha256, older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (!areHashes(older.root, newer.root, ...proof)) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
  const climb = new Climb(older.size - 1, newer.size - 1);
  while (isOdd(climb.at)) climb.up();
  const [first, ...rest] = climb.at === 0 ? [older.root, ...proof] : proof;
  if (!first) return false;
  let old = first;
  let hash = first;
  for (const beside of rest) {
    if (climb.last === 0) return false;
    if (climb.goesLeft()) {
      old = nodeHash(sha256, beside, old);
      hash = nodeHash(sha256, beside, hash);
    } else hash = nodeHash(sha256, hash, beside);
    climb.up();
  }
  return climb.last === 0 && sameBytes(old, older.root) && sameBytes(hash, newer.root);
}
