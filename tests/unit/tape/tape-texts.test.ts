/** What the log writes besides notes: entries of blocks, paths and rows of tiles, Base64, checkpoints that are refused. */
import { describe, expect, it } from 'vitest';
import { type BlockEntry, blockEntryText, parseBlockEntry } from '#domain/tape/block-entry.ts';
import { checkpointText, parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { fromBase64, toBase64, utf8 } from '#domain/tape/text-bytes.ts';
import { parseTilePath, tileOf, tilePath } from '#domain/tape/tile-path.ts';
import { readRows, writeRows } from '#domain/tape/tile-rows.ts';

const hash = Uint8Array.from({ length: 32 }, (_, at) => at * 7);
const HASH = toBase64(hash);
const entry: BlockEntry = { height: 81_234, firstSeq: 8_123_401, lastSeq: 8_123_526, timeMs: 1_772_611_200_000, bodyHash: hash };
const TEXT = `outcry-block/v1\nheight 81234\nticks 8123401 8123526\ntime 1772611200000\nbody ${HASH}\n`;

describe('the entry of a block', () => {
  it('is five lines, six where it ends 256 blocks, and is read back', () => {
    expect(blockEntryText(entry)).toBe(TEXT);
    expect(parseBlockEntry(TEXT)).toEqual(entry);
    const last = { ...entry, height: 256, ranges: hash.map((byte) => 255 - byte) };
    expect(blockEntryText(last).split('\n').at(-2)).toBe(`ranges ${toBase64(last.ranges)}`);
    expect(parseBlockEntry(blockEntryText(last))).toEqual(last);
  });

  it.each([
    ['another version', TEXT.replace('v1', 'v2')],
    ['a zero in front', TEXT.replace('height 8', 'height 08')],
    ['height 0', TEXT.replace('81234', '0')],
    ['a number beyond 2^53', TEXT.replace('81234', '9007199254740993')],
    ['ticks backwards', TEXT.replace('8123526', '8123400')],
    ['a line more', `${TEXT}more\n`],
    ['no line feed at the end', TEXT.slice(0, -1)],
    ['a carriage return', TEXT.replace('\n', '\r\n')],
    ['a hash of 31 bytes', TEXT.replace(HASH, toBase64(hash.slice(1)))],
    ['ranges of a block that ends none', `${TEXT}ranges ${HASH}\n`],
  ])('is refused with %s', (_what, text) => {
    expect(parseBlockEntry(text)).toBeUndefined();
  });
});

describe('a checkpoint', () => {
  const text = checkpointText({ origin: 'trade.example/tape', size: 7, root: hash });
  it.each([
    ['a line more', `${text}more\n`],
    ['no origin', text.replace('trade.example/tape', '')],
    ['a size with a sign', text.replace('\n7\n', '\n+7\n')],
    ['a size beyond 2^53', text.replace('\n7\n', '\n9007199254740992\n')],
    ['a short root', text.replace(HASH, 'AAAA')],
    ['no line feed at the end', text.slice(0, -1)],
  ])('is refused with %s', (_what, bad) => {
    expect(parseCheckpoint(text)).toEqual({ origin: 'trade.example/tape', size: 7, root: hash });
    expect(parseCheckpoint(bad)).toBeUndefined();
  });
});

describe('tiles', () => {
  it('are named as c2sp.org/tlog-tiles names them', () => {
    expect(tilePath({ kind: 'hashes', level: 0, index: 1067, width: 256 })).toBe('tile/0/x001/067');
    expect(tilePath({ kind: 'hashes', level: 2, index: 1_234_067, width: 1 })).toBe('tile/2/x001/x234/067.p/1');
    expect(tilePath({ kind: 'entries', level: 0, index: 0, width: 255 })).toBe('tile/entries/000.p/255');
    expect(tilePath({ kind: 'body', level: 0, index: 5077, width: 16 })).toBe('body/x005/077');
    expect(tilePath({ kind: 'summary', level: 0, index: 3, width: 9 })).toBe('summary/003.p/9');
    expect(tileOf('body', 0, 81_233, 81_234)).toEqual({ kind: 'body', level: 0, index: 5077, width: 2, at: 1 });
    expect(tileOf('hashes', 0, 255, 300)).toEqual({ kind: 'hashes', level: 0, index: 0, width: 256, at: 255 });
  });

  it.each(['tile/0/x001/067', 'tile/6/000.p/1', 'tile/entries/x005/x006/007', 'body/x005/077.p/3', 'summary/001'])(
    '%s is read back',
    (path) => {
      expect(tilePath(parseTilePath(path)!)).toBe(path);
    },
  );

  it.each([
    'tile/7/000',
    'tile/00/000',
    'tile/0/0',
    'tile/0/001/067',
    'tile/0/x000/067',
    'tile/0/000.p/256',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'body/000.p/16',
    '/body/000',
    'body/000/',
    'body/../000',
    'keys',
    'tile/0/x999/x999/x999/x999/x999/999',
  ])('%s is no path of a tile', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  it('hold rows behind their lengths, and say where one is gone', () => {
    const rows = [utf8('one'), undefined, new Uint8Array()];
    expect(Array.from(writeRows(rows, 4))).toEqual([0, 0, 0, 3, 111, 110, 101, 255, 255, 255, 255, 0, 0, 0, 0]);
    expect(readRows(writeRows(rows, 4), 4)).toEqual(rows);
    expect(readRows(Uint8Array.of(0, 3, 1, 2), 2)).toBeUndefined();
    expect(readRows(Uint8Array.of(0, 1, 1, 0), 2)).toBeUndefined();
    expect(() => writeRows([new Uint8Array(65_536)], 2)).toThrow('a row of 65536 bytes');
    expect(() => writeRows([undefined], 2)).toThrow(RangeError);
  });
});

describe('bytes and texts', () => {
  it('are those of the platform, whatever the text', () => {
    for (const text of ['', 'a', 'ab', 'abc', 'é — 漢 😀', '\u0000\u007f\u0080\u07ff\u0800\uffff']) {
      expect(utf8(text)).toEqual(new Uint8Array(Buffer.from(text)));
      expect(toBase64(utf8(text))).toBe(Buffer.from(text).toString('base64'));
      expect(fromBase64(toBase64(utf8(text)))).toEqual(utf8(text));
    }
    expect(() => utf8('\ud800')).toThrow(RangeError);
  });

  it.each(['A', 'AA', 'AAA', 'AA=A', 'A===', 'AB==', 'AAB=', 'AA-_', 'AAA\n', ' AAA', 'AAAé', '====', 'AA==AA=='])(
    '%j is no Base64',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );
});
