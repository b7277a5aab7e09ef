import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { leadingZeroBits } from '#domain/puzzle.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { createPictureMaker } from '#server/codes/captcha-picture.ts';
import { createCaptchas } from '#server/codes/captchas.ts';
import { keyedHashOf } from '#server/codes/keyed-hash.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { keyFrom } from '#server/secrets/installation-key.ts';
import { eachDatabase, type OpenDatabase } from '../each-database.ts';
import { startApp, WIDE_LIMITS } from '../start-app.ts';
import { form, post } from './post-box.ts';

const KEY = keyFrom('0123456789abcdef'.repeat(4));

type Puzzle = { id: string; salt: string; bits: number };

function solve({ salt, bits }: Puzzle): string {
  for (let answer = 0; ; answer++) {
    if (leadingZeroBits(createHash('sha256').update(`${salt}${answer}`).digest()) >= bits) return String(answer);
  }
}

eachDatabase('captchas', (open) => {
  const stage = async (openDatabase: OpenDatabase = open) => {
    const db = await openDatabase();
    const clock = new ManualClock();
    let letters = '';
    const captchas = createCaptchas({
      ...{ db, clock, keyedHash: keyedHashOf(KEY) },
      drawn: async (text) => {
        letters = text;
        return 'data:,';
      },
    });
    const fresh = async (ip = '203.0.113.9') => {
      const { id } = await captchas.picture('register', ip);
      return { id, answer: letters };
    };
    return { db, clock, captchas, fresh };
  };
  const HERE = '203.0.113.9';

  it('S25 five letters, once, in any case, from the network that asked', async () => {
    const { captchas, fresh } = await stage();
    const { id, answer } = await fresh();
    expect(answer).toMatch(/^[A-Z0-9]{5}$/);
    expect(await captchas.isSolved('register', { id, answer: ` ${answer.toLowerCase()} `, ip: '203.0.113.77' })).toBe(true);
    expect(await captchas.isSolved('register', { id, answer, ip: HERE })).toBe(false);
    const elsewhere = await fresh();
    expect(await captchas.isSolved('register', { ...elsewhere, ip: '198.51.100.9' })).toBe(false);
    expect(await captchas.isSolved('register', { ...elsewhere, ip: HERE })).toBe(false);
  });

  it('S25 a wrong attempt uses it up; after five minutes it is over; of two at once one is right', async () => {
    const { captchas, clock, fresh } = await stage();
    const tried = await fresh();
    expect(await captchas.isSolved('register', { id: tried.id, answer: 'WRONG', ip: HERE })).toBe(false);
    expect(await captchas.isSolved('register', { ...tried, ip: HERE })).toBe(false);
    const late = await fresh();
    clock.jump(300_000);
    expect(await captchas.isSolved('register', { ...late, ip: HERE })).toBe(false);
    const raced = await fresh();
    const both = await Promise.all([1, 2].map(() => captchas.isSolved('register', { ...raced, ip: HERE })));
    expect(both.sort()).toEqual([false, true]);
    expect(await captchas.isSolved('register', { id: 'nonsense', answer: '', ip: HERE })).toBe(false);
  });

  it('what is over is forgotten, and the letters are nowhere in the table', async () => {
    const { db, captchas, clock, fresh } = await stage();
    const { answer } = await fresh();
    const rows = async () => db.kysely.selectFrom('captcha').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain(answer);
    clock.jump(300_001);
    await db.transaction((trx) => captchas.cleaning.run(trx, clock.now()));
    expect(await rows()).toEqual([]);
  });

  it('S1-5.12 S1-7.17 D1.7.02 type 2: a PNG that decodes, and the puzzle that needs no eyes registers in its place', async () => {
    const app = await startApp({ db: await open(), settings: { verify_reg_type: '2' } });
    const { data } = await app.call<{ id: string; b64s: string }>('/api/default/captcha');
    const picture = await sharp(Buffer.from(data.b64s.replace('data:image/png;base64,', ''), 'base64')).metadata();
    expect(picture).toMatchObject({ format: 'png', width: 160, height: 56 });
    const another = await app.call<{ id: string; b64s: string }>('/api/default/captcha');
    expect([another.data.id === data.id, another.data.b64s === data.b64s]).toEqual([false, false]);
    const register = (key: string, sms_code: string) =>
      post<LoginReply>(app, '/api/user/register', form({ account: 'eyes@example.com', key, sms_code }), { from: '127.0.0.1' });
    expect(await register(data.id, 'WRONG')).toMatchObject({ code: 1012, data: { field: 'sms_code' } });
    expect(await register(data.id, '')).toMatchObject({ code: 1001, data: { field: 'sms_code' } });
    const puzzle = (await app.call<Puzzle>('/api/default/puzzle')).data;
    expect(puzzle.bits).toBeLessThanOrEqual(18);
    const answer = solve(puzzle);
    expect((await register(puzzle.id, answer)).code).toBe(1);
    // Used up: the same once more is not looked at.
    expect((await register(puzzle.id, answer)).code).toBe(1012);
    await app.close();
  });
});

it('S36 thirty of a network, then 429', async () => {
  const { captcha } = LIMITS.rest;
  const app = await startApp({ limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, captcha } }, settings: { verify_reg_type: '2' } });
  for (let more = 0; more < 30; more++) expect((await app.call('/api/default/puzzle')).code).toBe(1);
  expect(await app.call('/api/default/captcha')).toMatchObject({ status: 429 });
  await app.close();
});

it('more pictures at once than may wait are sent away, and the others are drawn', async () => {
  const draw = createPictureMaker();
  const ends = await Promise.allSettled(Array.from({ length: 60 }, () => draw('ACDEF')));
  const drawn = ends.filter((end) => end.status === 'fulfilled');
  expect(drawn).toHaveLength(42);
  expect(ends.filter((end) => end.status === 'rejected').every((end) => String(end.reason).startsWith('BusyError'))).toBe(true);
  expect((await draw('ACDEF')).startsWith('data:image/png;base64,')).toBe(true);
});
