import { describe, expect, it } from 'vitest';
import {
  consistencyNodes,
  foldHashes,
  type HashedNode,
  inclusionNodes,
  isConsistent,
  isIncluded,
  leafHash,
  makeProof,
  rootNodes,
  rootOf,
  TreeEdge,
  type TreeNode,
} from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { fromBase64, toHex, utf8 } from '#domain/tape/text-bytes.ts';
import { dataText, hasData } from './tape-data.ts';

const { sha256 } = nobleCrypto;
const VECTORS = 'tlog-merkle-vectors/';
const bytes = (base64: string): Uint8Array => fromBase64(base64) ?? new Uint8Array();

type Vector = { readonly path: string; readonly desc: string; readonly wantErr: boolean; readonly proof: readonly string[] | null };
type Inclusion = Vector & { readonly leafIdx: number; readonly treeSize: number; readonly root: string; readonly leafHash: string };
type Consistency = Vector & { readonly size1: number; readonly size2: number; readonly root1: string; readonly root2: string };
type Part = { readonly start: number; readonly end: number };
const vectors = <T extends Vector>(name: string): T[] => JSON.parse(dataText(`${VECTORS}${name}.json`)) as T[];
/** The collection takes two equal texts for one root of one size; ours are hashes or nothing. */
const isRefused = ({ wantErr, root1 }: Consistency): boolean => wantErr || bytes(root1).length !== 32;
const proofOf = ({ proof }: Vector): Uint8Array[] => (proof ?? []).map(bytes);

describe.skipIf(!hasData(VECTORS))('proofs of others (skipped where ../shared/data/tlog-merkle-vectors is absent)', () => {
  it('takes the good proofs that a leaf is in a tree and refuses the bad', () => {
    const cases = vectors<Inclusion>('inclusion');
    const wrong = cases.filter(
      (one) =>
        isIncluded(
          sha256,
          { level: 0, index: one.leafIdx, hash: bytes(one.leafHash) },
          { size: one.treeSize, root: bytes(one.root) },
          proofOf(one),
        ) === one.wantErr,
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(cases.length).toBeGreaterThan(70);
  });

  it('takes the good proofs that a tree goes on from another and refuses the bad', () => {
    const cases = vectors<Consistency>('consistency');
    const wrong = cases.filter(
      (one) =>
        isConsistent(sha256, { size: one.size1, root: bytes(one.root1) }, { size: one.size2, root: bytes(one.root2) }, proofOf(one)) ===
        isRefused(one),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(cases.length).toBeGreaterThan(70);
  });

  it('takes the good proofs that an aligned run is in a tree and refuses the bad', () => {
    const cases = vectors<Consistency & Part & { readonly size: number }>('subtreeconsistency').filter(({ start, end, size }) => {
      const width = end - start;
      return width > 0 && Number.isInteger(Math.log2(width)) && start % width === 0 && end <= size;
    });
    const wrong = cases.filter((one) => {
      const width = one.end - one.start;
      const run = { level: Math.log2(width), index: one.start / width, hash: bytes(one.root1) };
      return isIncluded(sha256, run, { size: one.size, root: bytes(one.root2) }, proofOf(one)) === isRefused(one);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(cases.length).toBeGreaterThan(10);
  });

  it('takes the good proofs that a leaf is in a part of a tree and refuses the bad', () => {
    const cases = vectors<Inclusion & Part>('subtreeinclusion').filter(({ start, leafIdx }) => leafIdx >= start);
    const wrong = cases.filter((one) => {
      const leaf = { level: 0, index: one.leafIdx - one.start, hash: bytes(one.leafHash) };
      return isIncluded(sha256, leaf, { size: one.end - one.start, root: bytes(one.root) }, proofOf(one)) === one.wantErr;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(cases.length).toBeGreaterThan(100);
  });
});

describe('a tree of our own', () => {
  const SIZE = 100;
  const leaves = Array.from({ length: SIZE }, (_, at) => leafHash(sha256, utf8(`entry ${at}`)));
  const edge = new TreeEdge(sha256);
  const nodes = new Map<string, Uint8Array>();
  const roots = [edge.root()];
  for (const [index, leaf] of leaves.entries()) {
    const made: HashedNode[] = [{ level: 0, index, hash: leaf }, ...edge.append(leaf)];
    for (const { level, index: at, hash } of made) nodes.set(`${level}/${at}`, hash);
    roots.push(edge.root());
  }
  const hashOf = ({ level, index }: TreeNode): Uint8Array => nodes.get(`${level}/${index}`) as Uint8Array;
  const head = (size: number) => ({ size, root: roots[size] as Uint8Array });

  it('has the empty root of RFC 6962 and the roots that its leaves give at every size', () => {
    expect(toHex(roots[0] as Uint8Array)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (let size = 0; size <= SIZE; size++) {
      expect(roots[size]).toEqual(foldHashes(sha256, leaves.slice(0, size)));
      expect(roots[size]).toEqual(rootOf(sha256, rootNodes(size).map(hashOf)));
    }
  });

  it('goes on from a right edge that was kept', () => {
    for (const size of [1, 7, 64, 99]) {
      const again = new TreeEdge(sha256, size, rootNodes(size).map(hashOf));
      again.append(leaves[size] as Uint8Array);
      expect(again.root()).toEqual(roots[size + 1]);
    }
    expect(() => new TreeEdge(sha256, 7, [])).toThrow('edge of a tree of 7: 0 hashes');
  });

  it('proves every aligned run of every tree, and no other place, root or size by the same proof', () => {
    for (let size = 1; size <= SIZE; size++)
      for (let level = 0; 2 ** level <= size; level++)
        for (let index = 0; (index + 1) * 2 ** level <= size; index++) {
          const run = { level, index, hash: hashOf({ level, index }) };
          const proof = makeProof(sha256, inclusionNodes(run, size), hashOf);
          const isIn = (other: Partial<HashedNode>, of = head(size), by = proof) => isIncluded(sha256, { ...run, ...other }, of, by);
          expect(isIn({})).toBe(true);
          if ((index + level) % 7 !== 0) continue;
          expect(isIn({ index: index + 1 })).toBe(false);
          expect(isIn({ level: level + 1 })).toBe(false);
          expect(isIn({}, head(size - 1))).toBe(false);
          expect(isIn({}, head(size), [...proof, run.hash])).toBe(false);
          if (proof.length > 0) expect(isIn({}, head(size), proof.slice(1))).toBe(false);
        }
  });

  it('proves that every tree goes on from every smaller one, and from no other', () => {
    for (let to = 1; to <= SIZE; to++)
      for (let from = 1; from <= to; from++) {
        const proof = makeProof(sha256, consistencyNodes(from, to), hashOf);
        expect(isConsistent(sha256, head(from), head(to), proof)).toBe(true);
        expect(isConsistent(sha256, { size: from, root: leaves[from] ?? roots[0]! }, head(to), proof)).toBe(false);
        expect(isConsistent(sha256, head(from), { size: to, root: leaves[1]! }, proof)).toBe(false);
      }
    expect(isConsistent(sha256, head(0), head(3), [])).toBe(false);
    expect(isConsistent(sha256, head(3), head(2), [])).toBe(false);
  });

  it('proves a run of a tree of nearly 2^53 leaves', () => {
    const size = Number.MAX_SAFE_INTEGER;
    const filled = (node: TreeNode): Uint8Array => sha256(utf8(`${node.level}/${node.index}`));
    const root = rootOf(sha256, rootNodes(size).map(filled));
    const run = { level: 0, index: size - 1, hash: filled({ level: 0, index: size - 1 }) };
    expect(rootNodes(size)).toHaveLength(53);
    expect(isIncluded(sha256, run, { size, root }, makeProof(sha256, inclusionNodes(run, size), filled))).toBe(true);
    expect(isConsistent(sha256, { size, root }, { size, root }, [])).toBe(true);
  });
});
