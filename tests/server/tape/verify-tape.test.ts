/** The command that verifies receipts: files alone, files beside each other, by a policy, and beside the log that they came from. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { type ReceiptFile, receiptText } from '#domain/tape/receipt-file.ts';
import { logClient } from '#server/verifier/log-client.ts';
import { runVerifier, type VerifierParts } from '#server/verifier/run-verifier.ts';
import { Seeded } from '../../engine/seeded.ts';
import { type Extract, MadeLog } from '../../property/tape/made-log.ts';
import { dealAt, grow } from '../../property/tape/receipt-world.ts';
import { servedLog } from '../../property/tape/served-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BLOCKS = 530;
const log = grow(new MadeLog(), BLOCKS, new Seeded(7));
/** The same keys and other prices from block 300 on. */
const bent = grow(grow(new MadeLog(), 299, new Seeded(7)), BLOCKS - 299, new Seeded(8));
const of = (made: MadeLog, size: number, more: Partial<Extract> = {}): ReceiptFile =>
  made.receipt(dealText(dealAt(made, 290)), { size, spans: [[280, 290]], older: [270], ...more });

let written = 0;
const write = (content: string | Uint8Array): string => {
  const path = join(folder, `file-${++written}.json`);
  writeFileSync(path, content);
  return path;
};
const file = (receipt: ReceiptFile): string => write(receiptText(receipt));
const POLICY = write(`# the log of the trade\nlog ${log.logKey.verifier.text}\nquorum none\n`);

async function run(words: readonly string[], parts: Partial<VerifierParts> = {}) {
  const lines: string[] = [];
  const exit = await runVerifier(words, {
    print: (line) => lines.push(line),
    readLog: () => () => Promise.reject(new Error('nothing is read over the net')),
    ...parts,
  });
  return { exit, lines, text: lines.join('\n') };
}

describe('receipts as files', () => {
  it('says four answers of each, with words, and green for whoever knows the key', async () => {
    const { exit, lines } = await run(['--policy', POLICY, file(of(log, 400))]);
    expect(exit).toBe(0);
    expect(lines[0]).toMatch(/file-\d+\.json: green$/);
    expect(lines[1]).toMatch(/^ {2}open of order 77 of user 100001: buy product \d+ at [\d.]+, tick \d+, 2026-03-04T/);
    expect(lines.slice(2).map((line) => line.slice(0, 20).trim())).toEqual([
      'Promise  yes',
      'Price    yes',
      'Rule     yes',
      'History  yes',
    ]);
  });

  it('cannot tell of the history where the key is seen for the first time, and ends well', async () => {
    const { exit, text } = await run([file(of(log, 400))]);
    expect(exit).toBe(0);
    expect(text).toContain('amber');
    expect(text).toContain('History  cannot tell  this log is seen for the first time');
  });

  it('is a line of JSON for scripts', async () => {
    const name = file(of(log, 400));
    const { lines } = await run(['--json', '--policy', POLICY, name, write('{')]);
    expect(JSON.parse(lines[0] as string)).toEqual({
      file: name,
      colour: 'green',
      origin: 'trade.example/tape',
      promise: { answer: 'yes', reason: 'signed' },
      price: { answer: 'yes', reason: 'logged' },
      rule: { answer: 'yes', reason: 'kept' },
      history: { answer: 'yes', reason: 'extends' },
    });
    expect(JSON.parse(lines[1] as string)).toMatchObject({ refused: 'not-json' });
  });

  it('ends with 1 for a receipt that says no, with 2 for what is none, and names why', async () => {
    const forged = { ...of(log, 400), deal: of(bent, 400).deal.replace('order 77', 'order 78') };
    const red = await run(['--policy', POLICY, file(forged)]);
    expect([red.exit, red.text]).toEqual([1, expect.stringContaining('Promise  NO           the signature is not by the key of receipts')]);
    for (const [content, line] of [
      ['[', 'no receipt (not-json)'],
      [Uint8Array.of(0x22, 0xff, 0x22), 'its bytes are no UTF-8'],
      [new Uint8Array(4_194_305), 'got 4194305 bytes, takes 4194304'],
      [JSON.stringify({ receipt: 9 }), 'this verifier reads 1'],
    ] as const) {
      const none = await run([write(content)]);
      expect([none.exit, none.text]).toEqual([2, expect.stringContaining(line)]);
    }
  });

  it('names a file that is not there, a folder and a policy that is none, and verifies the others', async () => {
    const { exit, text } = await run([file(of(log, 400)), join(folder, 'nothing.json'), folder]);
    expect([exit, text]).toEqual([2, expect.stringMatching(/file-\d+\.json: amber$/m)]);
    expect(text).toMatch(/nothing\.json: no receipt \(not-json\)\n {2}file: it cannot be read \(ENOENT\)/);
    expect(text).toContain(`${folder}: no receipt (not-json)\n  file: it cannot be read (EISDIR)`);
    expect((await run(['--policy', folder, file(of(log, 400))])).text).toBe(`policy: ${folder}: it cannot be read (EISDIR)`);
  });

  it('prints nothing of a file that would steer a terminal', async () => {
    const { text } = await run([file({ ...of(log, 400), older: [{ checkpoint: '\u001b[2Jforged\nx\n', proof: [] }], deal: '\u001b[1m' })]);
    expect(text).toContain('History  NO');
    expect(text).not.toContain('\u001b');
  });

  it.each([
    [[], 'no file is named'],
    [['--folow', 'x'], 'got "--folow", takes --json, --policy and --follow'],
    [['--policy'], '--policy takes one value'],
    [['--follow', 'file:///etc/passwd'], 'takes an address with http or https'],
  ])('asked with %j it says what it takes', async (words, line) => {
    const { exit, text } = await run(words);
    expect([exit, text]).toEqual([2, expect.stringContaining(line)]);
    expect(text).toContain('npm run verify-tape');
  });
});

describe('two files beside each other', () => {
  it('are of one history when one of them holds the proof to the other', async () => {
    const { exit, text } = await run(['--policy', POLICY, file(of(log, 400)), file(of(log, 500, { older: [400] }))]);
    expect(exit).toBe(0);
    expect(text.match(/: green$/gm)).toHaveLength(2);
    const unlinked = await run(['--policy', POLICY, file(of(log, 400)), file(of(log, 500))]);
    expect(unlinked.text).toContain('there is no proof to a checkpoint that was seen; --follow compares with the whole log (size 500)');
  });

  it('D9.288 show two histories of one length, whoever is right', async () => {
    const { exit, text } = await run(['--policy', POLICY, file(of(log, 400)), file(of(bent, 400))]);
    expect(exit).toBe(1);
    expect(text.match(/History {2}NO {11}the operator signed two histories of one length \(size 400\)/g)).toHaveLength(2);
  });

  it('D9.288 show that one history does not go on from the other', async () => {
    const { exit, text } = await run(['--policy', POLICY, file(of(log, 400)), file(of(bent, 500, { older: [400] }))]);
    expect(exit).toBe(1);
    expect(text).toContain('History  NO           the operator signed two histories of one length (size 400)');
  });

  it('of two logs say nothing against each other, of two keys for one origin they do', async () => {
    const other = grow(new MadeLog('other.example/tape'), 400, new Seeded(7));
    expect((await run([file(of(log, 400)), file(of(other, 400))])).exit).toBe(0);
    const thief = grow(new MadeLog(log.origin, 'thief'), 400, new Seeded(7));
    const { exit, text } = await run([file(of(log, 400)), file(of(thief, 400))]);
    expect([exit, text]).toEqual([1, expect.stringContaining('trade.example/tape has two keys')]);
    expect((await run(['--policy', POLICY, file(of(thief, 400))])).text).toContain('signed by another key than the one that is known');
  });

  it('D9.327 of two keys for one origin they say nothing where the one passed on to the other', async () => {
    const next = grow(new MadeLog(log.origin, 'next'), 400, new Seeded(7));
    const files = [file(of(log, 400)), file({ ...of(next, 400), keys: next.keys(log.logKey) })];
    for (const both of [files, [...files].reverse()]) expect(await run(both)).toMatchObject({ exit: 0 });
    expect((await run(['--policy', POLICY, ...files])).text.match(/: green$/gm)).toHaveLength(2);
  });

  it('a file that nobody signed accuses no other', async () => {
    const forged = { ...of(log, 500), checkpoint: log.checkpoint(500).replace('\n500\n', '\n400\n') };
    const { text } = await run(['--policy', POLICY, file(of(log, 400)), file(forged)]);
    expect(text).toMatch(/file-\d+\.json: green/);
  });
});

describe('a log that is followed', () => {
  const follow = (made: MadeLog, words: readonly string[] = [], read = servedLog(made, made.blocks.length)) =>
    run(['--follow', 'https://trade.example/tape', ...words], { readLog: () => read });

  it('is rechecked whole, with and without all of its bodies', async () => {
    const all = await follow(log);
    const ticks = log.blocks.at(-1)?.entry.lastSeq;
    expect(all.lines).toEqual([`trade.example/tape: 530 blocks, ${ticks} ticks, 530 of them with their ticks, 2 summaries: all as signed`]);
    expect(all.exit).toBe(0);
    const pruned = await follow(
      log,
      [],
      servedLog(log, 512, (height) => height > 400),
    );
    expect(pruned.text).toContain('512 blocks');
    expect(pruned.text).toContain('112 of them with their ticks, 2 summaries');
  });

  it('D9.288 shows that a file is no part of it, or that it has lost what a file was shown', async () => {
    const part = file(of(log, 400));
    expect((await follow(log, [part])).exit).toBe(0);
    const other = await follow(bent, [part]);
    expect([other.exit, other.text]).toEqual([1, expect.stringMatching(/file-\d+\.json: it was shown another history of 400 blocks/)]);
    const shorter = await follow(log, [file(of(log, 530))], servedLog(log, 500));
    expect([shorter.exit, shorter.text]).toEqual([1, expect.stringMatching(/it was shown 530 blocks, the log has 500/)]);
  });

  it.each<[string, string, (bytes: Uint8Array) => Uint8Array | undefined, RegExp]>([
    ['an entry', 'tile/entries/001', (bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)), /block 257: its entry is none/],
    ['a tile', 'tile/0/001', (bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)), /tile\/0\/001: its hashes are others/],
    [
      'a tile above',
      'tile/1/000.p/2',
      (bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
      /tile\/1\/000.p\/2: its hashes are others/,
    ],
    [
      'a body',
      'body/003',
      (bytes) => bytes.map((byte, at) => (at === 6 ? byte ^ 1 : byte)),
      /block 49: its ticks are not those that were signed/,
    ],
    [
      'a summary',
      'summary/000.p/2',
      (bytes) => bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte)),
      /tile 0: its summary is not that of its prices/,
    ],
    ['the checkpoint', 'checkpoint', (bytes) => bytes.map((byte, at) => (at === 24 ? byte ^ 1 : byte)), /checkpoint: checkpoint-signature/],
    ['the keys', 'keys', (bytes) => bytes.map((byte, at) => (at === 24 ? byte ^ 1 : byte)), /keys: it is no note of keys/],
    ['a tile that is not there', 'tile/0/000', () => undefined, /tile\/0\/000: the log has nothing there/],
    ['rows that are cut', 'body/003', (bytes) => bytes.slice(1), /body\/003: its bytes are not whole rows/],
  ])('D9.288 is not the one that was signed with another %s', async (_what, path, change, line) => {
    const honest = servedLog(log, BLOCKS);
    const read = async (asked: string) => {
      const bytes = await honest(asked);
      return asked === path && bytes ? change(bytes) : bytes;
    };
    const { exit, text } = await follow(log, [], read);
    expect([exit, text]).toEqual([1, expect.stringMatching(line)]);
  });

  it('is read with patience, and no longer than an answer may be', async () => {
    const waits: number[] = [];
    const clock = { sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
    const replies = [new Response('', { status: 429 }), new Response('', { status: 503 }), new Response('abc')];
    const asked: string[] = [];
    const read = logClient('https://trade.example/tape/', clock, (address) => {
      asked.push(String(address));
      return Promise.resolve(replies.shift() ?? new Response('', { status: 404 }));
    });
    expect(new TextDecoder().decode(await read('checkpoint'))).toBe('abc');
    expect(asked).toEqual(Array(3).fill('https://trade.example/tape/checkpoint'));
    expect(waits).toEqual([25, 1_000, 25, 1_000, 25]);
    expect(await read('keys')).toBeUndefined();
    const cause = new Error('connect ECONNREFUSED');
    const away = logClient('https://trade.example/tape', clock, () => Promise.reject(new TypeError('fetch failed', { cause })));
    await expect(away('keys')).rejects.toThrow('https://trade.example/tape/keys: no answer (connect ECONNREFUSED)');
    const refusing = logClient('https://trade.example/tape', clock, () => Promise.resolve(new Response('', { status: 500 })));
    await expect(refusing('keys')).rejects.toThrow('keys: the server answers 500');
    const endless = logClient('https://trade.example/tape', clock, () =>
      Promise.resolve(new Response(new Uint8Array(16 * 1024 * 1024 + 1))),
    );
    await expect(endless('keys')).rejects.toThrow('keys: more than 16777216 bytes');
  });
});
