/** `/tape/…`: what anybody can fetch of the log proves every block by the verifiers that clients have, and nothing lies beyond the published size. */
import { afterEach, describe, expect, it } from 'vitest';
import { parseBlockEntry } from '#domain/tape/block-entry.ts';
import { parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { isConsistent, isIncluded, leafHash, TreeEdge } from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { nextRanges, PriceRanges, readSummary } from '#domain/tape/price-summary.ts';
import { parseNote, parseVerifierKey, signedBy } from '#domain/tape/signed-note.ts';
import { fromBase64, toHex, utf8 } from '#domain/tape/text-bytes.ts';
import { decodeTicks } from '#domain/tape/tick-codec.ts';
import { readRows } from '#domain/tape/tile-rows.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

const { sha256 } = nobleCrypto;
let app: StartedApp;
afterEach(() => app?.close());

const get = async (path: string, method: 'GET' | 'HEAD' = 'GET') => app.app.inject({ method, url: `/tape/${path}` });
const bytesOf = async (path: string): Promise<Uint8Array> => {
  const reply = await get(path);
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return new Uint8Array(reply.rawPayload);
};
const lines = async (path: string) =>
  new TextDecoder()
    .decode(await bytesOf(path))
    .split('\n')
    .slice(0, -1);
const hashesOf = async (path: string) => (await lines(path)).map((line) => fromBase64(line) as Uint8Array);

/** The published checkpoint, read by the key that `getBasicInfo` names. */
async function checkpoint() {
  const { data } = await app.call<Record<string, string>>('/api/basicSet/getBasicInfo');
  const vkey = parseVerifierKey(sha256, String(data.tape_log));
  const note = parseNote(new TextDecoder().decode(await bytesOf('checkpoint')));
  if (!vkey || !note) throw new Error('no key, or no note');
  expect(signedBy(nobleCrypto, note, vkey)).toBe('valid');
  const read = parseCheckpoint(note.text);
  expect(read?.origin).toBe(vkey.name);
  return read as NonNullable<typeof read>;
}

async function seal(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await app.pushTick('EURUSD', `1.0${8000 + (second % 500)}`);
    await app.clock.advance(1_000);
  }
}

eachDatabase('the log as anybody can fetch it', (open) => {
  it('D9.290 proves every block, body and summary under the checkpoint, and every checkpoint under the next', async () => {
    app = await startApp({ db: await open() });
    await seal(150);
    const before = await checkpoint();
    await seal(150);
    const now = await checkpoint();
    expect(now.size).toBeGreaterThan(280);
    const entries = [
      ...(readRows(await bytesOf('tile/entries/000'), 2) ?? []),
      ...(readRows(await bytesOf(`tile/entries/001.p/${now.size - 256}`), 2) ?? []),
    ];
    const tree = new TreeEdge(sha256);
    const blocks = entries.map((entry) => {
      tree.append(leafHash(sha256, entry as Uint8Array));
      return parseBlockEntry(new TextDecoder().decode(entry));
    });
    expect(toHex(tree.root())).toBe(toHex(now.root));
    const first = await bytesOf('tile/0/000');
    expect([first.length, toHex(first.slice(0, 32))]).toEqual([256 * 32, toHex(leafHash(sha256, entries[0] as Uint8Array))]);
    const [node] = [await bytesOf('tile/1/000.p/1')];
    expect(
      isIncluded(sha256, { level: 8, index: 0, hash: node as Uint8Array }, now, (await hashesOf(`proof/0/${now.size}`)).slice(8)),
    ).toBe(true);
    for (const index of [0, 149, 255, 256, now.size - 1]) {
      const run = { level: 0, index, hash: leafHash(sha256, entries[index] as Uint8Array) };
      expect(isIncluded(sha256, run, now, await hashesOf(`proof/${index}/${now.size}`))).toBe(true);
    }
    expect(isConsistent(sha256, before, now, await hashesOf(`consistency/${before.size}/${now.size}`))).toBe(true);

    const prices = new PriceRanges();
    for (let tile = 0; tile < 16; tile++) {
      const bodies = readRows(await bytesOf(`body/${String(tile).padStart(3, '0')}`), 4) ?? [];
      for (const [at, body] of bodies.entries()) {
        const block = blocks[tile * 16 + at];
        expect(toHex(sha256(body as Uint8Array))).toBe(toHex(block?.bodyHash as Uint8Array));
        prices.add(decodeTicks(body as Uint8Array, block?.firstSeq as number));
      }
    }
    const [summary] = readRows(await bytesOf('summary/000.p/1'), 2) ?? [];
    expect(toHex(summary as Uint8Array)).toBe(toHex(prices.bytes()));
    expect(readSummary(summary as Uint8Array)?.get(1)?.count).toBeGreaterThan(100);
    expect(toHex(blocks[255]?.ranges as Uint8Array)).toBe(toHex(nextRanges(sha256, undefined, summary as Uint8Array)));
    expect(blocks.filter((block) => block?.ranges)).toHaveLength(1);
  });

  it('D9.290 signs nothing for 5 s after it listens, and is ready meanwhile', async () => {
    app = await startApp({ db: await open() });
    await seal(3);
    expect((await get('checkpoint')).statusCode).toBe(404);
    expect((await app.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
    await seal(4);
    expect((await checkpoint()).size).toBeGreaterThanOrEqual(5);
  });
});

describe('the calls of the log', () => {
  it('keep what is final for ever, the newest for a second, and a tile that lacks a body for a minute; from any page, whole or as a head', async () => {
    app = await startApp();
    await seal(40);
    const head = await checkpoint();
    const header = async (path: string, name: string) => (await get(path)).headers[name];
    for (const path of ['checkpoint', 'keys']) expect(await header(path, 'cache-control')).toBe('max-age=1');
    for (const path of ['tile/0/000.p/7', 'tile/entries/000.p/9', 'body/000', `proof/3/${head.size}`, 'consistency/5/9'])
      expect([path, await header(path, 'cache-control')]).toEqual([path, 'max-age=31536000, immutable']);
    await app.db.transaction((trx) => trx.deleteFrom('tape_body').where('height', '=', 3).execute());
    expect(await header('body/000', 'cache-control')).toBe('max-age=60');
    const rows = readRows(await bytesOf('body/000'), 4);
    expect(rows?.map((row) => row === undefined)).toEqual(Array.from({ length: 16 }, (_, at) => at === 2));
    expect(await header('tile/0/000.p/7', 'access-control-allow-origin')).toBe('*');
    expect(await header('nothing', 'access-control-allow-origin')).toBe('*');
    const whole = await get('tile/0/000.p/7');
    const short = await get('tile/0/000.p/7', 'HEAD');
    expect([short.statusCode, short.rawPayload.length, short.headers['content-length']]).toEqual([200, 0, whole.headers['content-length']]);
  });

  it('have nothing beyond the published size, and nothing at paths that are none', async () => {
    app = await startApp();
    await seal(20);
    const { size } = await checkpoint();
    const missing = [
      ...[
        'tile/0/000',
        `tile/0/000.p/${size + 1}`,
        'tile/0/001.p/1',
        'tile/1/000.p/1',
        'tile/6/000.p/1',
        `tile/entries/000.p/${size + 1}`,
        'body/001',
        'summary/000.p/1',
      ],
      ...[
        `proof/${size}/${size}`,
        `proof/0/${size + 1}`,
        'proof/0/0',
        'proof/-1/5',
        'proof/1e0/5',
        `proof/0/${2 ** 53}`,
        'consistency/0/5',
        `consistency/5/${size + 1}`,
        'consistency/6/5',
      ],
      ...[
        '',
        'tile',
        'tile/0/0',
        'tile/0/0000',
        'tile/00/000.p/1',
        'tile/0/x000/000.p/1',
        'tile/0/000.p/01',
        'tile/7/000.p/1',
        'tile/0/000.p/1/',
        '../api',
        '%2e%2e/checkpoint',
        'checkpoint/',
      ],
    ];
    for (const path of missing) expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    expect((await app.app.inject({ method: 'POST', url: '/tape/checkpoint' })).statusCode).toBe(404);
  });

  it('name the keys in a note by the key of checkpoints', async () => {
    app = await startApp();
    const { data } = await app.call<Record<string, string>>('/api/basicSet/getBasicInfo');
    const vkey = parseVerifierKey(sha256, String(data.tape_log));
    const note = parseNote(new TextDecoder().decode(await bytesOf('keys')));
    if (!vkey || !note) throw new Error('no key, or no note');
    expect(signedBy(nobleCrypto, note, vkey)).toBe('valid');
    const [head, origin, log, receipts, since] = note.text.split('\n');
    expect([head, origin, log, since]).toEqual(['outcry-keys/v1', vkey.name, `log ${vkey.text}`, 'since 0']);
    const own = parseVerifierKey(sha256, String(receipts).replace('receipts ', ''));
    const receipt = parseNote(app.server.appParts.tapeLog.signReceipt('outcry-deal/v1\n'));
    expect(own?.name).toBe(`${vkey.name}/receipts`);
    expect(own && receipt && signedBy(nobleCrypto, receipt, own)).toBe('valid');
    expect(utf8(String(data.tape_log)).length).toBeLessThan(200);
  });

  it('are 50 a second of a network, with a word when to come again', async () => {
    app = await startApp({ limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, tape: LIMITS.rest.tape } } });
    const replies = [];
    for (let call = 0; call < LIMITS.rest.tape.burst + 5; call++) replies.push(await get('keys'));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(LIMITS.rest.tape.burst);
    expect(replies.at(-1)).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
    await app.clock.advance(1_000);
    const after = [];
    for (let call = 0; call < 60; call++) after.push((await get('keys')).statusCode);
    expect(after.filter((status) => status === 200)).toHaveLength(50);
  });
});
