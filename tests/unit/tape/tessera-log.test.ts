/** A small log that others wrote: its checkpoints, tiles and entries are read, and made again byte for byte, by what writes ours. */
import { describe, expect, it } from 'vitest';
import { type Checkpoint, checkpointText, parseCheckpoint } from '#domain/tape/checkpoint.ts';
import {
  consistencyNodes,
  foldHashes,
  inclusionNodes,
  isConsistent,
  isIncluded,
  leafHash,
  makeProof,
  type TreeNode,
} from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { noteText, parseNote, parseVerifierKey, signedBy, type VerifierKey } from '#domain/tape/signed-note.ts';
import { concatBytes, sameBytes } from '#domain/tape/text-bytes.ts';
import { parseTilePath, tileOf, tilePath } from '#domain/tape/tile-path.ts';
import { readRows, writeRows } from '#domain/tape/tile-rows.ts';
import { dataBytes, dataText, hasData } from './tape-data.ts';

const { sha256 } = nobleCrypto;
const LOG = 'tlog-tessera-log/';
const KEY = 'example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx';
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

describe.skipIf(!hasData(LOG))('a log of others (skipped where ../shared/data/tlog-tessera-log is absent)', () => {
  const key = parseVerifierKey(sha256, KEY) as VerifierKey;
  const read = (size: number) => parseNote(dataText(`${LOG}checkpoint.${size}`))!;
  const head = (size: number): Checkpoint => parseCheckpoint(read(size).text) as Checkpoint;
  const leavesOf = (size: number): Uint8Array[] => {
    const tile = dataBytes(LOG + tilePath(tileOf('hashes', 0, size - 1, size)));
    return Array.from({ length: size }, (_, at) => tile.slice(at * 32, at * 32 + 32));
  };

  it('verifies every checkpoint and writes it again to the letter', () => {
    for (const size of [0, ...SIZES]) {
      const note = read(size);
      expect(signedBy(nobleCrypto, note, key)).toBe('valid');
      expect(head(size)).toMatchObject({ origin: 'example.com/log/testdata', size });
      expect(noteText({ ...note, text: checkpointText(head(size)) })).toBe(dataText(`${LOG}checkpoint.${size}`));
      expect(signedBy(nobleCrypto, { ...note, text: note.text.replace('example.com', 'example.org') }, key)).toBe('invalid');
    }
  });

  it('makes each tile of its entries and each root of its tile', () => {
    for (const size of SIZES) {
      const bundle = dataBytes(LOG + tilePath(tileOf('entries', 0, size - 1, size)));
      const entries = readRows(bundle, 2) as Uint8Array[];
      expect(entries).toHaveLength(size);
      expect(writeRows(entries, 2)).toEqual(bundle);
      const leaves = entries.map((entry) => leafHash(sha256, entry));
      expect(concatBytes(...leaves)).toEqual(concatBytes(...leavesOf(size)));
      expect(foldHashes(sha256, leaves)).toEqual(head(size).root);
    }
    expect(foldHashes(sha256, [])).toEqual(head(0).root);
  });

  it('proves every leaf of every size, and every size from every smaller one', () => {
    for (const size of SIZES) {
      const leaves = leavesOf(size);
      const hashOf = ({ level, index }: TreeNode) => foldHashes(sha256, leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
      for (const [index, hash] of leaves.entries())
        expect(
          isIncluded(sha256, { level: 0, index, hash }, head(size), makeProof(sha256, inclusionNodes({ level: 0, index }, size), hashOf)),
        ).toBe(true);
      for (let from = 1; from <= size; from++) {
        const proof = makeProof(sha256, consistencyNodes(from, size), hashOf);
        expect(isConsistent(sha256, head(from), head(size), proof)).toBe(true);
        if (from < size) expect(isConsistent(sha256, { ...head(from), root: head(size).root }, head(size), proof)).toBe(false);
      }
    }
  });

  it('names its files as it does', () => {
    expect(parseTilePath('tile/0/000.p/9')).toEqual({ kind: 'hashes', level: 0, index: 0, width: 9 });
    expect(hasData(`${LOG}${tilePath({ kind: 'entries', level: 0, index: 0, width: 9 })}`)).toBe(true);
    expect(sameBytes(key.id, Uint8Array.of(0x33, 0xd7, 0xb4, 0x96))).toBe(true);
  });
});
