/** Photos: what is taken, what becomes of it, who sees it, how many there may be. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { fetchPhoto, formOf, photo, sendForm, sendPhoto, sentPhoto, stranger } from '../send-photo.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

const HOUR_MS = 3_600_000;
const DAY_FILES = 6;

eachDatabase('photos', (open) => {
  let app: StartedApp;
  let owner: string;
  beforeAll(async () => {
    const uploads = { ...LIMITS.uploads, dayFiles: DAY_FILES, dayBytes: 1_000_000 };
    app = await startApp({ db: await open(), limits: { ...WIDE_LIMITS, uploads } });
    owner = (await app.real()).token;
  });
  afterAll(() => app.close());
  const rows = async (table: 'upload' | 'upload_body') => (await app.db.kysely.selectFrom(table).selectAll().execute()).length;

  it('S1-7.24 S32 a photo is answered by an address that opens the same picture as a JPEG of our own, upright, on white, without metadata', async () => {
    const half = { input: { create: { width: 32, height: 40, channels: 3, background: '#ff0000' } } as const, left: 0, top: 0 };
    const turned = await photo('#0000ff')
      .composite([half])
      .withExif({ IFD0: { Copyright: 'canary-exif' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { code, data } = await sendPhoto(app, owner, turned);
    expect([code, data.url]).toEqual([1, expect.stringMatching(/^\/api\/common\/file\/[0-9a-f]{32}\?e=\d+&s=[0-9a-f]{32}$/)]);
    const shown = await fetchPhoto(app, data.url);
    expect(shown.status).toBe(200);
    expect(shown.bytes.includes('canary-exif')).toBe(false);
    const { format, width, height, exif, orientation } = await sharp(shown.bytes).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({ format: 'jpeg', width: 40, height: 64 });
    // Turned by a quarter: what was left is above.
    const pixels = await sharp(shown.bytes).raw().toBuffer();
    const redAt = (x: number, y: number) => pixels[(y * 40 + x) * 3] as number;
    expect([redAt(20, 10) > 200, redAt(20, 54) < 60]).toEqual([true, true]);
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const white = await fetchPhoto(app, (await sendPhoto(app, owner, clear)).data.url);
    expect((await sharp(white.bytes).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  it('S33 a photo comes as a file that is saved and not shown, is kept by no cache, and lies encrypted in the database', async () => {
    const { headers, bytes } = await fetchPhoto(app, await sentPhoto(app, owner));
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="photo.jpg"',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const stored = await app.db.kysely.selectFrom('upload_body').select('body').execute();
    for (const { body } of stored) expect(Buffer.from(body).includes(bytes.subarray(0, 20))).toBe(false);
  });

  it('S1-7.24 D0.21 a link holds for its hour and for its photo alone: changed, of another photo or over it answers as nothing', async () => {
    const url = await sentPhoto(app, owner);
    const [path, id = '', e = '', s = ''] = /file\/(\w+)\?e=(\w+)&s=(\w+)/.exec(url) ?? [];
    expect(path).toBeDefined();
    const asked = async (parts: { id?: string; e?: string; s?: string }) => {
      const { status, bytes } = await fetchPhoto(app, `/api/common/file/${parts.id ?? id}?e=${parts.e ?? e}&s=${parts.s ?? s}`);
      return { status, code: JSON.parse(bytes.toString()).code };
    };
    const nothing = { status: 200, code: 1004 };
    expect(await asked({ s: s.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })).toEqual(nothing);
    expect(await asked({ e: String(Number(e) + 1) })).toEqual(nothing);
    expect(await asked({ id: 'f'.repeat(32) })).toEqual(nothing);
    // What is cut or made up is a link of nothing too (decision D9.217).
    for (const parts of [{ s: 'x' }, { s: '' }, { s: `${s}0` }, { e: '' }, { e: '1'.repeat(13) }, { e: '1e9' }, { id: 'x' }])
      expect([parts, await asked(parts)]).toEqual([parts, nothing]);
    expect((await fetchPhoto(app, `/api/common/file/${id}`)).status).toBe(200);
    app.clock.jump(HOUR_MS);
    expect(await asked({})).toEqual(nothing);
  });

  it('S1-7.07 D9.211 takes one multipart file; anything else names what is wrong, and nothing is kept', async () => {
    const before = await rows('upload');
    const good = await photo().jpeg().toBuffer();
    const other = await stranger(app);
    expect(await app.call('/api/common/image_upload', { file: 'x' }, { method: 'POST', token: other })).toMatchObject({
      data: { field: 'content-type', allowed: 'multipart/form-data with one file' },
    });
    const cases: [ReturnType<typeof formOf>, object][] = [
      [formOf(), { code: 1001, data: { field: 'file' } }],
      [formOf({ bytes: '' }), { code: 1018, data: null, msg: expect.stringContaining('JPEG, PNG or WebP') }],
      [formOf({ bytes: good }, { bytes: good }), { code: 1001, data: { allowed: 'one file' } }],
      [formOf({ bytes: good, name: '__proto__' }), { code: 1001, data: { field: 'file' } }],
      [formOf({ bytes: good, name: 'other' }), { code: 1001, data: { field: 'file', allowed: 'a photo' } }],
      [
        { ...formOf({ bytes: good }), payload: formOf({ bytes: good }).payload.subarray(0, 200) },
        { code: 1001, data: { field: 'file' } },
      ],
      [formOf({ bytes: new Uint8Array(8 * 1_048_576 + 1) }), { code: 1018, msg: 'The file is too large: at most 8 MB' }],
      [formOf({ bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' }), { code: 1018, msg: expect.stringContaining('JPEG, PNG or WebP') }],
    ];
    for (const [form, reply] of cases) expect(await sendForm(app, other, form)).toMatchObject(reply);
    expect(await rows('upload')).toBe(before);
    // The connection and the person are as before.
    expect((await sendPhoto(app, other, good)).code).toBe(1);
  });

  it('S32 a person may send so many photos a day and no more, side by side too; another person has a day of their own', async () => {
    const good = await photo().jpeg().toBuffer();
    const heavy = await stranger(app, 'heavy@example.com');
    const noise = await sharp(Buffer.from(Array.from({ length: 480_000 }, (_, at) => (at * 7_919) % 251)), {
      raw: { width: 400, height: 400, channels: 3 },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect([await sendPhoto(app, heavy, noise), await sendPhoto(app, heavy, noise), await sendPhoto(app, heavy, noise)]).toMatchObject([
      { code: 1 },
      { code: 1 },
      { code: 1018, msg: expect.stringContaining('a day') },
    ]);
    const other = await stranger(app, 'many@example.com');
    const codes: number[] = [];
    for (let at = 0; at < DAY_FILES - 2; at++) codes.push((await sendPhoto(app, other, good)).code);
    const both = await Promise.all([1, 2, 3].map(() => sendPhoto(app, other, good)));
    codes.push(...both.map(({ code }) => code));
    expect([...codes].sort()).toEqual([1, 1, 1, 1, 1, 1, 1018]);
    app.clock.jump(24 * HOUR_MS + 1);
    expect((await sendPhoto(app, other, good)).code).toBe(1);
  });

  it('S32 photos in memory are counted by person and by network: one too many is asked to wait, and the places come back', async () => {
    const { uploads } = app.server.appParts;
    const [first, second] = [(await app.demo()).id, (await app.demo()).id];
    const held: ((received: { bytes: Uint8Array }) => void)[] = [];
    const receive = () => new Promise<{ bytes: Uint8Array }>((resolve) => held.push(resolve));
    const add = (id: number, ip = '192.0.2.1') => uploads.add({ session: { tokenHash: '', user: { id, uid: '' } }, ip }, receive);
    const { placesPerUser, placesPerNetwork } = LIMITS.uploads;
    const begun = Array.from({ length: placesPerUser }, () => add(first));
    await expect.poll(() => held.length).toBe(placesPerUser);
    expect(await add(first)).toEqual({ waitMs: 1_000 });
    begun.push(...Array.from({ length: placesPerNetwork - placesPerUser }, () => add(second)));
    await expect.poll(() => held.length).toBe(placesPerNetwork);
    expect(await add(-1)).toEqual({ waitMs: 1_000 });
    for (const give of held.splice(0)) give({ bytes: new Uint8Array(9) });
    expect((await Promise.all(begun)).every((outcome) => 'code' in outcome && outcome.code === 1018)).toBe(true);
    void add(first);
    await expect.poll(() => held.length).toBe(1);
    held[0]?.({ bytes: new Uint8Array(9) });
  });

  it('D9.212 photos that no application has taken go after a day', async () => {
    const token = await stranger(app, 'orphan@example.com');
    await sentPhoto(app, token);
    app.clock.jump(25 * HOUR_MS);
    await app.clock.advance(3_000);
    await expect.poll(async () => [await rows('upload'), await rows('upload_body')]).toEqual([0, 0]);
  });
});
