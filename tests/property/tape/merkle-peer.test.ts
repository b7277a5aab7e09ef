/** Roots and proofs of trees of up to 300 leaves beside those of a library that was written from RFC 9162 by others. */
import { RFC9162 } from '@transmute/rfc9162';
import { expect, it } from 'vitest';
import { consistencyNodes, inclusionNodes, leafHash, makeProof, rootNodes, rootOf, TreeEdge, type TreeNode } from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { concatBytes, utf8 } from '#domain/tape/text-bytes.ts';

const { sha256 } = nobleCrypto;
const SIZE_MAX = 300;
/** Trees of which every place is proved. */
const EVERY_PLACE_MAX = 33;

it('gives the same roots, the same proofs of leaves and of smaller trees', async () => {
  const entries = Array.from({ length: SIZE_MAX }, (_, at) => utf8(`entry ${at}`));
  const nodes = new Map<string, Uint8Array>();
  const edge = new TreeEdge(sha256);
  const hashOf = ({ level, index }: TreeNode) => nodes.get(`${level}/${index}`) as Uint8Array;
  for (const [at, entry] of entries.entries()) {
    const leaf = leafHash(sha256, entry);
    for (const { level, index, hash } of [{ level: 0, index: at, hash: leaf }, ...edge.append(leaf)]) nodes.set(`${level}/${index}`, hash);
    const size = at + 1;
    const tree = entries.slice(0, size);
    expect(rootOf(sha256, rootNodes(size).map(hashOf))).toEqual(new Uint8Array(await RFC9162.MTH(tree)));
    // 37 has no divisor in common with 300: the place wanders over the whole tree as it grows.
    for (const index of size <= EVERY_PLACE_MAX ? tree.keys() : [(at * 37) % size]) {
      const proof = makeProof(sha256, inclusionNodes({ level: 0, index }, size), hashOf);
      expect(concatBytes(...proof)).toEqual(concatBytes(...(await RFC9162.PATH(index, tree))));
      const from = index + 1;
      const grown = makeProof(sha256, consistencyNodes(from, size), hashOf);
      // Of a tree that is one whole node the library sends the root along, which 2.1.4.1 leaves out.
      const own = Number.isInteger(Math.log2(from)) || from === size ? [rootOf(sha256, rootNodes(from).map(hashOf))] : [];
      expect(concatBytes(...own, ...grown)).toEqual(concatBytes(...(await RFC9162.PROOF(from, tree))));
    }
  }
});
