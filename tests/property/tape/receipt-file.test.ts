/** Files that are cut, huge, nested, of a newer version, or not quite what they should be: each has a line that says which field and what is allowed. */
import { describe, expect, it } from 'vitest';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { type ReceiptFile, readReceipt, receiptText } from '#domain/tape/receipt-file.ts';
import { readJson } from '#domain/tape/strict-json.ts';
import { feedTick, MadeLog } from './made-log.ts';

const log = new MadeLog();
for (let second = 1; second <= 520; second++) log.seal([feedTick(1, 100n + BigInt(second), second * 1_000 - 500)], second * 1_000);
const file = log.receipt('any text\n', {
  size: 520,
  spans: [
    [256, 256],
    [505, 519],
  ],
  tiles: [1, 1],
  older: [1, 300],
});
const text = receiptText(file);
const read = (changed: string) => readReceipt(nobleCrypto.sha256, changed);
const problemOf = (changed: string): string => {
  const answer = read(changed);
  return 'refused' in answer ? `${answer.refused} | ${answer.problem}` : 'read';
};
type Fields = Record<string, unknown> & { runs: Record<string, unknown>[] };
/** The file with a change. */
const changed = (change: (fields: Fields) => unknown): string => {
  const fields = JSON.parse(text) as Fields;
  change(fields);
  return JSON.stringify(fields);
};

describe('the file of a receipt', () => {
  it('is read as it was written, blanks between or not', () => {
    expect(read(text)).toEqual(file);
    expect(read(JSON.stringify(JSON.parse(text), undefined, 2))).toEqual(file);
    const bare: ReceiptFile = { ...file, keys: undefined, runs: [], bodies: new Map(), summaries: undefined, older: [] };
    expect(read(receiptText(bare))).toEqual(bare);
  });

  it('is refused when it is cut, wherever that is', () => {
    for (let end = 0; end < text.length; end += 97)
      expect(problemOf(text.slice(0, end))).toMatch(/^not-json \| file: got .* at character \d+, .* is due$/);
  });

  it('is refused by its size before anything in it is read', () => {
    expect(problemOf(' '.repeat(4_194_305))).toBe('too-large | file: got 4194305 bytes, takes 4194304');
    expect(problemOf(`"${'é'.repeat(2_097_152)}"`)).toBe('too-large | file: got 4194306 bytes, takes 4194304');
    expect(problemOf('['.repeat(4_194_304))).toMatch(/^not-json \| .*at most 6 lists and objects inside each other/);
  });

  it('D9.332 is refused by its values before millions of them are read', () => {
    const zeros = (count: number) => `{"older":[${'0,'.repeat(count - 1)}0]}`;
    expect(problemOf(zeros(65_534))).toBe('malformed | receipt: got nothing, takes 1');
    expect(problemOf(zeros(65_535))).toMatch(/^not-json \| .* at character 131078, at most 65536 values is due$/);
    expect(problemOf(zeros(2_000_000))).toMatch(/^not-json/);
  });

  it.each<[string, (fields: Fields) => unknown, string]>([
    ['a newer version', (fields) => (fields.receipt = 2), 'newer-version | receipt: got 2, this verifier reads 1'],
    ['no version', (fields) => delete fields.receipt, 'malformed | receipt: got nothing, takes 1'],
    ['a field too many', (fields) => (fields.more = 1), 'malformed | more: got 1, takes nothing: there is no such field'],
    ['a field too few', (fields) => delete fields.deal, 'malformed | deal: got nothing, takes a value'],
    ['a number for a text', (fields) => (fields.checkpoint = 7), 'malformed | checkpoint: got 7, takes a text'],
    ['one key', (fields) => (fields.vkeys = []), 'malformed | vkeys: got a list of 0, takes the keys of log and receipts'],
    [
      'a key that is none',
      (fields) => (fields.vkeys = ['a+b', 'c']),
      'malformed | vkeys[0]: got "a+b", takes name+id+Base64 of an Ed25519 key',
    ],
    ['too deep a run', (fields) => (fields.runs[0]!.level = 9), 'malformed | runs[0].level: got 9, takes a whole number up to 8'],
    [
      'a run of fewer blocks',
      (fields) => (fields.runs[1]!.entries = []),
      'malformed | runs[1].entries: got a list of 0, takes 8 at level 3',
    ],
    ['a short hash', (fields) => (fields.runs[0]!.proof = ['AAAA']), 'malformed | runs[0].proof[0]: got "AAAA", takes Base64 of 32 bytes'],
    [
      'too long a proof',
      (fields) => (fields.runs[0]!.proof = Array(64).fill('')),
      'malformed | runs[0].proof: got a list of 64, takes a list of at most 63',
    ],
    ['a body by no height', (fields) => (fields.bodies = { '01': '' }), 'malformed | bodies: got "01", takes heights of blocks as keys'],
    [
      'a body with bits left over',
      (fields) => (fields.bodies = { 1: 'AB==' }),
      'malformed | bodies.1: got "AB==", takes Base64 with its padding',
    ],
    [
      'too many runs',
      (fields) => (fields.runs = Array(1_025).fill(fields.runs[0])),
      'malformed | runs: got a list of 1025, takes a list of at most 1024',
    ],
    [
      'too many older',
      (fields) => (fields.older = Array(17).fill(null)),
      'malformed | older: got a list of 17, takes a list of at most 16',
    ],
    [
      'a list for an object',
      (fields) => (fields.summaries = []),
      'malformed | summaries: got a list of 0, takes an object with tile, bodies',
    ],
  ])('is refused with %s', (_what, change, line) => {
    expect(problemOf(changed(change))).toContain(line);
  });

  it('is no list, no text and no number', () => {
    for (const other of ['[]', '""', '1', 'null', '{}']) expect(problemOf(other)).toContain('malformed | receipt: got nothing, takes 1');
  });
});

describe('the JSON of a receipt', () => {
  it.each([
    '',
    '{',
    '{"a":1,"a":1}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '1.0',
    '1e3',
    '-1',
    '01',
    '9007199254740992',
    'true',
    "'a'",
    '"a',
    '"\\x"',
    '"a\nb"',
    '{a:1}',
    '{} {}',
    '\ufeff{}',
    'NaN',
  ])('%j is none', (bad) => {
    expect(readJson(bad)).toHaveProperty('problem');
  });

  it('is read with all its escapes and no meaning of a key', () => {
    const read = readJson(' {"__proto__" : "\\u0041\\"\\\\" , "b":[ ] ,"c":9007199254740991, "d":{ }}\n');
    expect(read).toEqual({
      value: new Map<string, unknown>([
        ['__proto__', 'A"\\'],
        ['b', []],
        ['c', 9007199254740991],
        ['d', new Map()],
      ]),
    });
    expect(readJson('[null,"]","\\\\"]')).toEqual({ value: [null, ']', '\\'] });
  });
});
