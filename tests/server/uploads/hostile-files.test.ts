/** Whatever somebody sends in place of a photo: refused, or a JPEG of our own; and the server goes on. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { fetchPhoto, photo, sendPhoto } from '../send-photo.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { corpus, flatPng, type HostileFile, hasCorpus, MARK, mutated, special } from './hostile-files.ts';
import { manyScans } from './many-scans.ts';

const isLong = Boolean(process.env.TEST_LONG);
let app: StartedApp;
let token: string;
beforeAll(async () => {
  const uploads = { ...LIMITS.uploads, dayFiles: 100_000, dayBytes: 1e12 };
  app = await startApp({ limits: { ...WIDE_LIMITS, uploads } });
  token = (await app.real()).token;
});
afterAll(() => app.close());

/** Sends it; what was taken of it must be a photo of our own, with nothing of the file but its pixels. True when it was taken. */
async function isHarmless({ name, bytes }: HostileFile): Promise<boolean> {
  const { code, status, data } = await sendPhoto(app, token, bytes);
  expect([1, 1001, 1018], name).toContain(code);
  expect(status, name).toBe(200);
  if (code !== 1) return false;
  const shown = await fetchPhoto(app, data.url);
  expect(shown.headers['content-type'], name).toBe('image/jpeg');
  expect(shown.bytes.equals(bytes), name).toBe(false);
  expect(shown.bytes.includes(MARK) || shown.bytes.includes('hostile-mark') || shown.bytes.includes('PK\x03\x04'), name).toBe(false);
  const { format, exif, icc, xmp, comments } = await sharp(shown.bytes).metadata();
  expect({ format, exif, icc, xmp, comments }, name).toEqual({ format: 'jpeg' });
  // Nothing behind the end of the picture.
  expect(shown.bytes.subarray(-2).toString('hex'), name).toBe('ffd9');
  return true;
}

async function takenOf(files: readonly HostileFile[]): Promise<string[]> {
  const taken: string[] = [];
  for (const file of files) if (await isHarmless(file)) taken.push(file.name);
  return taken;
}

describe('hostile files', () => {
  it('S32 P23 made by hand: pages, scripts, archives and bombs are refused, or only their pixels are taken', async () => {
    const taken = await takenOf(await special());
    // What is a whole photo, whatever else it is, is taken as one.
    for (const name of ['JPEG with a page behind it', 'JPEG with a page in a comment', 'PNG with a page in a text'])
      expect(taken).toContain(name);
    for (const none of [
      'SVG',
      'page',
      'GIF that is a script',
      'PDF',
      '256 megapixels',
      'one row too long',
      'one column too high',
      'JPEG cut off',
    ])
      expect(taken).not.toContain(none);
    expect((await sendPhoto(app, token, flatPng(16_000, 16_000, 1))).msg).toContain('25 million');
    expect((await sendPhoto(app, token, await photo().jpeg().toBuffer())).code).toBe(1);
  });

  it(`S32 P23 changed at random, ${isLong ? 300 : 30} of them: none is served as it came, none stops the server`, async () => {
    await takenOf(await mutated(isLong ? 300 : 30));
    expect((await sendPhoto(app, token, await photo().webp().toBuffer())).code).toBe(1);
  });

  it('S32 P23 a JPEG of thousands of scans, 260 KB that take many seconds to decode, is refused in a moment; one of 64 is a photo', async () => {
    const bomb = manyScans(5_000, 2_647);
    expect(bomb.length).toBeLessThan(300_000);
    const began = process.cpuUsage();
    expect((await sendPhoto(app, token, bomb)).code).toBe(1018);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    // What stands in a comment or behind the end is no scan.
    const calm = manyScans(64, 64);
    const scan = Buffer.from([0xff, 0xda, 0, 2]);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 1, 0x92]), ...Array<Buffer>(100).fill(scan)]);
    const decorated = Buffer.concat([calm.subarray(0, 2), comment, calm.subarray(2), ...Array<Buffer>(100).fill(scan)]);
    expect((await sendPhoto(app, token, decorated)).code).toBe(1);
    expect((await sendPhoto(app, token, manyScans(64, 65))).code).toBe(1018);
  });

  it.skipIf(!hasCorpus)('P23 PNGs that broke readers of PNGs (skipped where ../shared/data/png-hostile is absent)', async () => {
    const files = corpus();
    expect(files.length).toBeGreaterThan(10);
    await takenOf(files);
    expect((await sendPhoto(app, token, await photo().png().toBuffer())).code).toBe(1);
  });

  it.skipIf(!isLong)('P23 300 of them hold the loop for less than 2 s each, and memory stays flat (TEST_LONG)', async () => {
    const files = [...(await mutated(300)), ...(await special())];
    let worstMs = 0;
    let heldMs = 0;
    const beatMs = 20;
    let lastMs = performance.now();
    const beat = setInterval(() => {
      heldMs = Math.max(heldMs, performance.now() - lastMs - beatMs);
      lastMs = performance.now();
    }, beatMs);
    await takenOf(files.slice(0, 60));
    const before = process.memoryUsage().rss;
    for (const file of files) {
      const startMs = performance.now();
      await sendPhoto(app, token, file.bytes);
      worstMs = Math.max(worstMs, performance.now() - startMs);
    }
    clearInterval(beat);
    const grownMb = (process.memoryUsage().rss - before) / 1_048_576;
    console.log(
      JSON.stringify({ files: files.length, worstMs: Math.round(worstMs), heldMs: Math.round(heldMs), grownMb: Math.round(grownMb) }),
    );
    expect(worstMs).toBeLessThan(2_000);
    expect(heldMs).toBeLessThan(2_000);
    expect(grownMb).toBeLessThan(64);
  });
});
