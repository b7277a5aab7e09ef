/** The word of a person's own in what is written to them. */
import { expect, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import type { WrittenLetter } from '#server/letters/letter.ts';
import { createLetterDelivery } from '#server/letters/letter-delivery.ts';
import { createLetters } from '#server/letters/letters.ts';
import { silentLog } from '#server/log.ts';
import { insertUser } from '#server/repositories/user-repository.ts';
import { lettersTo, MAIL, post } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp } from '../start-app.ts';
import { OWNER } from '../users/factor-stage.ts';

const NAMELESS = { email: null, mobile: null, area_id: 0, password_hash: null, demo_id_hash: null, level: 1, credit_score: 100 };
const FRESH = { ...NAMELESS, realm: 'real', frozen: 0, created_at: 0, last_seen_at: 0 } as const;

eachDatabase('the word in letters', (open) => {
  it('S26 D9.228 begins mails and short messages of its person, and none of anybody else', async () => {
    const db = await open();
    const clock = new ManualClock();
    const sent: WrittenLetter[] = [];
    const carrier = { send: async (letter: WrittenLetter) => void sent.push(letter), close: () => {} };
    const settings = { get: () => 'Outcry' };
    const carriers = { email: carrier, sms: carrier };
    const delivery = createLetterDelivery({ db, clock, log: silentLog, settings, carriers, keepsParams: false });
    const letters = createLetters({ clock, wake: delivery.wake });
    await db.transaction(async (trx) => {
      const words = ['blue {code} $& heron', ''];
      const people = [];
      for (const [at, letter_word] of words.entries())
        people.push(await insertUser(trx, { ...FRESH, uid: `word${at}`, invite_code: `word${at}`, letter_word }));
      const params = { code: '123456', minutes: '10' };
      const letter = { to: 'ada@example.com', template: 'resetCode', lang: 'en', params, lifeMs: 600_000 } as const;
      for (const userId of [people[0]?.id, people[1]?.id, undefined])
        for (const channel of ['email', 'sms'] as const) await letters.write(trx, { ...letter, userId, channel });
    });
    delivery.start();
    await expect.poll(() => sent.length).toBe(6);
    await delivery.stop();
    const [mail, sms, ...others] = [...sent].sort((a, b) => a.id - b.id).map(({ text }) => text);
    expect(mail).toMatch(/^Your word: blue \{code\} \$& heron\n\nYour code to set a new password at Outcry is 123456\.\n/);
    expect(sms).toMatch(/^Your word: blue \{code\} \$& heron\nOutcry: 123456 is your code/);
    expect(others.map((text) => text.slice(0, 9))).toEqual(['Your code', 'Outcry: 1', 'Your code', 'Outcry: 1']);
    expect(sent.some(({ subject }) => subject.includes('heron'))).toBe(false);
  });

  it('D9.227 D9.228 is the one that stands under /mine/system, and the outbox of the demo shows it', async () => {
    const app = await startApp({ db: await open(), settings: { verify_reg_type: '1' } });
    const { token } = await app.real();
    const newest = async () => (await lettersTo(app, OWNER.account))[0];
    await post(app, MAIL, { to: OWNER.account, type: 2 });
    expect((await newest())?.text).toMatch(/^Your code /);
    expect((await post(app, '/api/user/profile', { word: '  blue   heron ', password: OWNER.password }, { token })).code).toBe(1);
    app.clock.jump(60_000);
    // Whoever asks for it: a letter goes to its person.
    await post(app, MAIL, { to: OWNER.account, type: 1 });
    expect(await newest()).toMatchObject({ template: 'registerKnown', text: expect.stringMatching(/^Your word: blue heron\n\nSomebody,/) });
    await post(app, MAIL, { to: 'nobody@example.com', type: 1 });
    expect((await lettersTo(app, 'nobody@example.com'))[0]?.text).toMatch(/^Your code /);
    await app.close();
  });

  it('S26 D9.393 whoever has a session alone sets none; its owner is told in a letter that begins with the one before', async () => {
    const app = await startApp({ db: await open() });
    const { token } = await app.real();
    const set = (fields: object) => post(app, '/api/user/profile', fields, { token });
    const wordOf = async () =>
      (await app.db.kysely.selectFrom('user').select('letter_word').where('email', '=', OWNER.account).execute())[0];
    expect((await set({ word: 'heron', password: OWNER.password })).code).toBe(1);
    for (const fields of [{}, { password: 'wrong-Passw0rd' }])
      expect(await set({ word: 'phish', nickname: 'Eve', ...fields })).toMatchObject({ code: 1014, data: { field: 'password' } });
    expect(await set({ word: '' })).toMatchObject({ code: 1014 });
    expect(await wordOf()).toEqual({ letter_word: 'heron' });
    // The same again is no change, and a nickname asks for nothing.
    expect((await set({ word: 'heron', nickname: 'Ada' })).code).toBe(1);

    expect((await set({ word: 'plover', password: OWNER.password })).code).toBe(1);
    const told = (await lettersTo(app, OWNER.account)).filter(({ template }) => template === 'wordChanged');
    expect(told.map(({ text }) => text.split('\n')[0])).toEqual(['Your word: heron', expect.stringMatching(/^The word that stands/)]);
    expect(told[0]?.text).toMatch(/not_me\?link=/);
    expect(told[0]?.text).not.toContain('plover');
    const acts = await app.db.kysely.selectFrom('audit').select('detail').where('act', '=', 'word').execute();
    expect(acts).toHaveLength(2);
    expect(JSON.stringify(acts)).not.toMatch(/heron|plover/);
    await post(app, MAIL, { to: OWNER.account, type: 2 });
    expect((await lettersTo(app, OWNER.account))[0]?.text).toMatch(/^Your word: plover\n/);
    await app.db.transaction((trx) => trx.updateTable('user').set({ frozen: 1 }).where('email', '=', OWNER.account).execute());
    expect((await set({ word: 'stork', password: OWNER.password })).code).toBe(1015);
    await app.close();
  });
});
