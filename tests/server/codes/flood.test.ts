/**
 * Many who guess and ask at once, under the limits of a real server: small here, whole under TEST_LONG (10,000 guesses, 1,000 requests,
 * 1,000 registrations from 200 networks).
 */
import { expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { codeTo, form, lettersTo, MAIL, otherThan, PASSWORD, post } from './post-box.ts';

const IS_LONG = Boolean(process.env.TEST_LONG);
const GUESSES = IS_LONG ? 10_000 : 200;
const REQUESTS = IS_LONG ? 1_000 : 40;
const NETWORKS = IS_LONG ? 200 : 8;
const AT_ONCE = 50;
const TIMEOUT_MS = IS_LONG ? 600_000 : 30_000;
/** What people may do is limited as anywhere; only the hashes are cheap, and the turns of one process wide. */
const limits = { ...LIMITS, hashing: { ...WIDE_LIMITS.hashing, queueMax: 10_000, queueNetworkMax: 10_000 } };

/** Each in a wider network of its own, which has a limit too. */
const networkAt = (index: number): string => `198.18.${index % NETWORKS}.9`;

async function inParts<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const ends: T[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    ends.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, more) => work(from + more)))));
  }
  return ends;
}

const tally = (codes: readonly (number | string)[]) =>
  Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((other) => other === code).length]));

eachDatabase('a flood', (open) => {
  const start = async () => startApp({ db: await open(), limits, settings: { verify_reg_type: '1' } });
  const people = async (app: StartedApp, count: number): Promise<string[]> => {
    const names = Array.from({ length: count }, (_, index) => `known${index}@example.com`);
    for (const name of names) await app.server.users.createReal(name, 'no hash of any password');
    return names;
  };

  it('P22 S24 of many guesses at a code five are looked at; the right one is wrong afterwards, and a new one opens', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const app = await start();
    const [account = ''] = await people(app, 1);
    await post(app, MAIL, { to: account, type: 2 });
    const code = await codeTo(app, account);
    const guess = (auth_code: string, from: string) =>
      post(
        app,
        '/api/user/forget_password',
        { type: 'email', account, new_password: PASSWORD, secondary_password: PASSWORD, auth_code },
        { from },
      );
    const wrong = otherThan(code);
    const replies = await inParts(GUESSES, (index) => guess(wrong, networkAt(index)));
    expect(replies.every((reply) => reply.code === 1011 || reply.status === 429)).toBe(true);
    expect(replies.filter((reply) => reply.code === 1011).length).toBeGreaterThanOrEqual(Math.min(GUESSES, 30 * NETWORKS) / 2);
    const { tries } = await app.db.kysely.selectFrom('code').select('tries').executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    expect((await guess(code, '203.0.113.200')).code).toBe(1011);
    app.clock.jump(60_000);
    await post(app, MAIL, { to: account, type: 2 }, { from: '203.0.113.200' });
    expect((await guess(await codeTo(app, account), '203.0.113.200')).code).toBe(1);
    await app.close();
  });

  it('S22 D1.5.08 many who ask for a code: known or not, the answers are one, and only the known get a letter', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const app = await start();
    const known = await people(app, REQUESTS / 4);
    const addressOf = (index: number): string =>
      index % 2 === 0 ? (known[(index / 2) % known.length] ?? '') : `nobody${((index - 1) / 2) % known.length}@example.com`;
    const replies = await inParts(REQUESTS, async (index) => {
      const { status, code, msg, data, headers } = await post(app, MAIL, { to: addressOf(index), type: 2 }, { from: networkAt(index) });
      return JSON.stringify({ status, code, msg, data, wait: headers['retry-after'] });
    });
    const [ofKnown, ofNobody] = [0, 1].map((rest) => tally(replies.filter((_, index) => index % 2 === rest)));
    expect(ofKnown).toEqual(ofNobody);
    expect(Object.keys(ofKnown ?? {})).toHaveLength(2);
    for (const name of known) expect(await lettersTo(app, name)).toHaveLength(1);
    const letters = await app.db.kysely.selectFrom('letter').select('target').where('target', '!=', '').execute();
    expect(letters).toHaveLength(known.length);
    await app.close();
  });

  it('D9.25 many who register: every right code makes one account, everything else none, and no answer tells who exists', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const app = await start();
    const known = await people(app, REQUESTS / 4);
    const before = await app.count('user');
    const isKnown = (index: number): boolean => index % 4 === 0;
    const addressOf = (index: number): string => (isKnown(index) ? (known[index / 4] ?? '') : `new${index}@example.com`);
    const ends = await inParts(REQUESTS, async (index) => {
      const from = networkAt(index);
      const asked = await post(app, MAIL, { to: addressOf(index), type: 1 }, { from });
      const isRight = index % 4 === 1;
      const sms_code = isRight ? await codeTo(app, addressOf(index)) : '000000';
      const { code, data, msg } = await post<{ field?: string }>(app, '/api/user/register', form({ account: addressOf(index), sms_code }), {
        from,
      });
      return {
        isRight,
        kind: isKnown(index) ? 'known' : 'new',
        asked: `${asked.code} ${asked.msg}`,
        end: `${code} ${isRight ? '' : msg} ${data?.field ?? ''}`,
      };
    });
    expect(new Set(ends.map((end) => end.asked)).size).toBe(1);
    const wrong = ends.filter((end) => !end.isRight);
    expect(new Set(wrong.filter((end) => end.kind === 'known').map((end) => end.end))).toEqual(
      new Set(wrong.filter((end) => end.kind === 'new').map((end) => end.end)),
    );
    const right = ends.filter((end) => end.isRight);
    expect(right.every((end) => end.end.startsWith('1 '))).toBe(true);
    expect(await app.count('user')).toBe(before + right.length);
    await app.close();
  });
});
