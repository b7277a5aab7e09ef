import { expect, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import { LetterRefusedError, type WrittenLetter } from '#server/letters/letter.ts';
import { createLetterDelivery } from '#server/letters/letter-delivery.ts';
import { createLetters, OWNER_SMS_DAY_MAX, SMS_DAY_MAX, WAITING_MAX } from '#server/letters/letters.ts';
import { silentLog } from '#server/log.ts';
import { countSmsSince, newestLetters } from '#server/repositories/letter-repository.ts';
import { insertUser } from '#server/repositories/user-repository.ts';
import { eachDatabase } from '../each-database.ts';

const TO = 'ada@example.com';

eachDatabase('the delivery of letters', (open) => {
  /** A carrier that does what the test says, for as many nodes as it asks for. */
  async function stage(send: (letter: WrittenLetter) => Promise<void>, { nodes = 1, keepsParams = false } = {}) {
    const db = await open();
    const clock = new ManualClock();
    const sent: WrittenLetter[] = [];
    const carrier = {
      send: async (letter: WrittenLetter) => {
        sent.push(letter);
        await send(letter);
      },
      close: () => {},
    };
    const settings = { get: () => 'Outcry' };
    const parts = { db, clock, log: silentLog, settings, carriers: { email: carrier, sms: carrier }, keepsParams };
    const deliveries = Array.from({ length: nodes }, () => createLetterDelivery(parts));
    const letters = createLetters({
      clock,
      wake: () => {
        for (const one of deliveries) one.wake();
      },
    });
    /** Several at once: a look at what is due sees all of them or none. */
    const write = async (lifeMs = 600_000, channel: 'email' | 'sms' = 'email', count = 1) => {
      const letter = {
        userId: undefined,
        channel,
        to: TO,
        template: 'resetCode',
        lang: 'en',
        params: { code: '123456', minutes: '10' },
      } as const;
      await db.transaction(async (trx) => {
        for (let more = 0; more < count; more++) await letters.write(trx, { ...letter, lifeMs });
      });
    };
    for (const delivery of deliveries) delivery.start();
    const rows = () => newestLetters(db.kysely, 100);
    const settled = (state: string) => expect.poll(async () => (await rows()).every((row) => row.state === state)).toBe(true);
    const stop = () => Promise.all(deliveries.map((delivery) => delivery.stop()));
    return { db, clock, sent, letters, write, rows, settled, stop };
  }

  it('is sent once though two nodes look, and what it said is erased', async () => {
    const { sent, letters, write, rows, settled, stop } = await stage(async () => {}, { nodes: 2 });
    for (let more = 0; more < 6; more++) await write();
    letters.wake();
    await settled('sent');
    expect(new Set(sent.map((letter) => letter.id)).size).toBe(6);
    expect(sent).toHaveLength(6);
    expect(sent[0]).toMatchObject({ to: TO, subject: 'Outcry: your code to set a new password', text: expect.stringContaining('123456') });
    expect(JSON.stringify(await rows())).not.toContain('123456');
    await stop();
  });

  it('is tried again after 5 s, 30 s, 2 and 5 minutes, five times in all, as the same letter', async () => {
    const { clock, sent, letters, write, rows, settled, stop } = await stage(() => Promise.reject(new Error('down')));
    await write(3_600_000);
    letters.wake();
    for (const [index, waitMs] of [5_000, 30_000, 120_000, 300_000].entries()) {
      await expect.poll(async () => (await rows())[0]?.due).toBe(clock.now() + waitMs);
      expect(sent).toHaveLength(index + 1);
      await clock.advance(waitMs);
    }
    await settled('failed');
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map((letter) => letter.id)).size).toBe(1);
    expect(JSON.stringify(await rows())).not.toContain('123456');
    await stop();
  });

  it('is given up at once when it is refused for good, and when it is too old', async () => {
    const { clock, sent, letters, write, rows, settled, stop } = await stage(() => Promise.reject(new LetterRefusedError('SMTP 550')));
    await write();
    letters.wake();
    await settled('failed');
    expect((await rows())[0]).toMatchObject({ failure: 'SMTP 550', tries: 1 });
    await write(1_000);
    clock.jump(1_001);
    letters.wake();
    await settled('failed');
    expect((await rows())[0]?.failure).toBe('too old');
    expect(sent).toHaveLength(1);
    await stop();
  });

  it('one whose node ended in the middle is due again', async () => {
    const first = await stage(() => new Promise(() => {}));
    await first.write();
    first.letters.wake();
    await expect.poll(() => first.sent.length).toBe(1);
    const { db, clock } = first;
    const sent: number[] = [];
    const carrier = { send: async ({ id }: WrittenLetter) => void sent.push(id), close: () => {} };
    const next = createLetterDelivery({
      ...{ db, clock, log: silentLog, settings: { get: () => '' }, carriers: { email: carrier, sms: carrier }, keepsParams: false },
    });
    next.start();
    await clock.advance(55_000);
    expect(sent).toEqual([]);
    await clock.advance(5_000);
    await first.settled('sent');
    expect(sent).toHaveLength(1);
    await next.stop();
  });

  it('D9.283 a gateway that does not answer holds up no mail', async () => {
    const isMail = ({ subject }: WrittenLetter) => subject !== '';
    const { sent, letters, write } = await stage((letter) => (isMail(letter) ? Promise.resolve() : new Promise(() => {})));
    await write(600_000, 'sms', 9);
    letters.wake();
    await expect.poll(() => sent.length).toBeGreaterThan(3);
    for (let more = 0; more < 6; more++) await write();
    letters.wake();
    await expect.poll(() => sent.filter(isMail).length).toBe(6);
  });

  it('D9.283 a message that hangs holds its own place, and none of those that were begun with it', async () => {
    let first: number | undefined;
    const { sent, letters, write, rows } = await stage(({ id }) => {
      first ??= id;
      return id === first ? new Promise(() => {}) : Promise.resolve();
    });
    await write(600_000, 'sms', 9);
    letters.wake();
    await expect.poll(async () => (await rows()).filter(({ state }) => state === 'sent').length).toBe(8);
    expect(sent.map(({ id }) => id).sort((a, b) => a - b)).toEqual((await rows()).map(({ id }) => id).sort((a, b) => a - b));
    expect((await rows()).find(({ id }) => id === first)).toMatchObject({ state: 'waiting', tries: 1 });
  });

  it('no more than four of a channel are under way at once', async () => {
    const goes: (() => void)[] = [];
    const { sent, letters, write, settled, stop } = await stage(() => new Promise((go) => void goes.push(go)));
    await write(600_000, 'email', 9);
    letters.wake();
    for (let done = 0; done < 9; done++) {
      await expect.poll(() => sent.length).toBe(Math.min(done + 4, 9));
      letters.wake();
      goes.shift()?.();
    }
    await settled('sent');
    await stop();
  });

  it('more than may wait are refused with their act, and so are more short messages than a day may cost', async () => {
    const { db, clock, write, stop } = await stage(async () => {});
    await stop();
    const row = {
      user_id: null,
      channel: 'sms',
      target: '+15550001111',
      template: 'resetCode',
      lang: 'en',
      params: '{}',
      failure: '',
    } as const;
    const many = (count: number, state: 'sent' | 'waiting') =>
      db.transaction(async (trx) => {
        const times = { tries: 0, due: clock.now(), expires_at: clock.now(), created_at: clock.now(), ended_at: 0 };
        for (let left = count; left > 0; left -= 1_000) {
          const part = Array.from({ length: Math.min(left, 1_000) }, () => ({ ...row, ...times, state }));
          await trx.insertInto('letter').values(part).execute();
        }
      });
    await many(SMS_DAY_MAX, 'sent');
    await expect(write(1_000, 'sms')).rejects.toThrow('too many short messages today');
    await write();
    clock.jump(86_400_000);
    await write(1_000, 'sms');
    await many(WAITING_MAX, 'waiting');
    await expect(write()).rejects.toThrow('too many letters wait');
  });

  it('D9.390 one person is told by so many short messages a day; what is beyond is not sent, costs nothing and holds up nobody', async () => {
    const { db, clock, letters, stop } = await stage(async () => {});
    await stop();
    const nameless = { email: null, area_id: 0, password_hash: null, demo_id_hash: null, level: 1, credit_score: 100 };
    const fresh = { ...nameless, realm: 'real', frozen: 0, created_at: 0, last_seen_at: 0 } as const;
    const [ada, eve] = await db.transaction(async (trx) => [
      await insertUser(trx, { ...fresh, mobile: '+15550001111', uid: 'sms-ada', invite_code: 'sms-ada' }),
      await insertUser(trx, { ...fresh, mobile: '+15550002222', uid: 'sms-eve', invite_code: 'sms-eve' }),
    ]);
    const text = { template: 'recoveryRenewed', lang: 'en', params: {} } as const;
    const code = { channel: 'sms', template: 'resetCode', lang: 'en', params: {}, lifeMs: 1_000 } as const;
    const tell = ({ id, mobile }: { id: number; mobile: string | null }) =>
      db.transaction((trx) => letters.tell(trx, id, { channel: 'sms', to: mobile ?? '' }, text));
    const stateOf = async (id: number) => {
      const rows = await db.kysely
        .selectFrom('letter')
        .select('state')
        .where('user_id', '=', id)
        .where('template', '=', text.template)
        .execute();
      return [rows.filter(({ state }) => state === 'waiting').length, rows.filter(({ state }) => state === 'failed').length];
    };
    // Codes that strangers ask for take nothing of it.
    for (let more = 0; more < 9; more++)
      await db.transaction((trx) => letters.write(trx, { ...code, userId: ada?.id, to: ada?.mobile ?? '' }));
    for (let more = 0; more < OWNER_SMS_DAY_MAX + 4; more++) await tell(ada as NonNullable<typeof ada>);
    await tell(eve as NonNullable<typeof eve>);
    expect(await stateOf(ada?.id ?? 0)).toEqual([OWNER_SMS_DAY_MAX, 4]);
    expect(await stateOf(eve?.id ?? 0)).toEqual([1, 0]);
    const day = { sinceMs: clock.now() - 1, begin: '+', limit: 100 };
    expect(await countSmsSince(db.kysely, day)).toBe(9 + OWNER_SMS_DAY_MAX + 1);
    clock.jump(86_400_000);
    await tell(ada as NonNullable<typeof ada>);
    expect(await stateOf(ada?.id ?? 0)).toEqual([OWNER_SMS_DAY_MAX + 1, 4]);
  });

  it('what was sent is forgotten after a week, what waits is not', async () => {
    const { db, clock, letters, write, rows, settled, stop } = await stage(async () => {}, { keepsParams: true });
    await write();
    letters.wake();
    await settled('sent');
    expect(JSON.stringify(await rows())).toContain('123456');
    await stop();
    await write();
    clock.jump(7 * 86_400_000 + 1);
    await db.transaction((trx) => letters.cleaning.run(trx, clock.now()));
    expect((await rows()).map((row) => row.state)).toEqual(['waiting']);
  });
});

it('a letter whose act is undone was never written', async () => {
  // On one database only: that a transaction is whole is the database's own promise.
  const { openDatabase } = await import('#server/database/open-database.ts');
  const db = await openDatabase({ dataDir: '', inMemory: true });
  const clock = new ManualClock();
  const letters = createLetters({ clock, wake: () => {} });
  const letter = { userId: undefined, channel: 'email', to: TO, template: 'resetCode', lang: 'en', params: {}, lifeMs: 1 } as const;
  const act = db.transaction(async (trx) => {
    await letters.write(trx, letter);
    throw new Error('undone');
  });
  await expect(act).rejects.toThrow('undone');
  expect(await newestLetters(db.kysely, 10)).toEqual([]);
  await db.close();
});
