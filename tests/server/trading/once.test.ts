import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { forgetOldKeys, KEY_KEPT_MS } from '#server/trading/acts/run-once.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, marketOrder, moneyRows, NO_KEY, openDesk } from './trading-fixture.ts';

eachDatabase('a money call, once', (open) => {
  it('answers the same key with the same answer, refusals too, and executes it once', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const key = freshKey();
    const first = await at.desk.submit(anna, marketOrder(), key);
    const after = await moneyRows(db);
    await at.tick([EURUSD, '1.09']);
    expect(await at.desk.submit(anna, marketOrder(), key)).toEqual(first);
    expect(await moneyRows(db)).toBe(after);

    const refusedKey = freshKey();
    const refusal = await at.desk.submit(anna, marketOrder({ cont: '50' }), refusedKey);
    expect(refusal.code).toBe(ERROR.balanceTooSmall);
    expect(await at.desk.submit(anna, marketOrder({ cont: '50' }), refusedKey)).toEqual(refusal);
  });

  it('makes one order of ten parallel sends, and all ten get its answer', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    for (let round = 0; round < 5; round++) {
      const key = freshKey();
      const answers = await Promise.all(Array.from({ length: 10 }, () => at.desk.submit(anna, marketOrder(), key)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      filled(answers[0] as (typeof answers)[number]);
    }
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 50 })).total).toBe(5);
    expect(await at.laws()).toEqual([]);
  });

  it('closes a position once when ten closes come at once under ten keys', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    await at.tick([EURUSD, '1.09']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.desk.close(anna, { id: String(Id) }, freshKey())));
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, ...Array(9).fill(ERROR.wrongOrderState)]);
    expect((await at.account(anna)).balance).toBe(decimal('10099.4'));
    expect(await at.laws()).toEqual([]);
  });

  it('fills two orders that arrive at once from one balance, never more than it can carry', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    // Each needs 4000 + 24; two fit into 10000, three do not.
    const answers = await Promise.all(Array.from({ length: 6 }, () => at.desk.submit(anna, marketOrder({ cont: '4' }), freshKey())));
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, 1, ...Array(4).fill(ERROR.balanceTooSmall)]);
    expect(await at.laws()).toEqual([]);
  });

  it('refuses other content under a used key with 1002, and the same key of another person is another key', async () => {
    const at = await openDesk(await open());
    const [anna, bert] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.08345']);
    const key = freshKey('buy');
    filled(await at.desk.submit(anna, marketOrder(), key));
    expect((await at.desk.submit(anna, marketOrder({ type: '2' }), { ...key, requestHash: 'sell' })).code).toBe(ERROR.keyReused);
    filled(await at.desk.submit(bert, marketOrder(), key));
  });

  it('does nothing to repeat calls without a key', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const [first, second] = [await at.desk.submit(anna, marketOrder(), NO_KEY), await at.desk.submit(anna, marketOrder(), NO_KEY)];
    expect(filled(first).Id).not.toBe(filled(second).Id);
  });

  it('a void makes the outcome final: a late submit is refused, and what was done stays done', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    expect(await at.desk.byClientId(anna, 'never')).toEqual({ state: 'unknown', reply: null, outcome: null });
    expect((await at.desk.voidKey(anna, 'late')).code).toBe(ERROR.voided);
    const before = await moneyRows(db);
    expect((await at.desk.submit(anna, marketOrder(), { key: 'late', requestHash: 'any' })).code).toBe(ERROR.voided);
    expect((await at.desk.voidKey(anna, 'late')).code).toBe(ERROR.voided);
    expect(await moneyRows(db)).toBe(before);

    const done = await at.desk.submit(anna, marketOrder(), { key: 'early', requestHash: 'any' });
    expect(await at.desk.voidKey(anna, 'early')).toEqual(done);
    expect(await at.desk.byClientId(anna, 'early')).toMatchObject({ state: 'done', outcome: done, reply: { code: 1, data: done.data } });
  });

  it('a void and its submit at the same moment agree on one outcome', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    for (let round = 0; round < 10; round++) {
      const key = freshKey();
      const [sent, voided] = await Promise.all([at.desk.submit(anna, marketOrder(), key), at.desk.voidKey(anna, key.key as string)]);
      expect(voided).toEqual(sent);
    }
    expect(await at.laws()).toEqual([]);
  });

  it('keeps answers over a restart and forgets them after 72 h', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const key = freshKey();
    const first = await at.desk.submit(anna, marketOrder(), key);
    await at.desk.stop();
    await db.close();
    const later = await openDesk(await open({ again: db }), { clock: at.clock });
    expect(await later.desk.submit(anna, marketOrder(), key)).toEqual(first);
    await later.clock.advance(KEY_KEPT_MS - 1);
    await forgetOldKeys(later);
    expect((await later.desk.byClientId(anna, key.key as string)).state).toBe('done');
    await later.clock.advance(2);
    await forgetOldKeys(later);
    expect((await later.desk.byClientId(anna, key.key as string)).state).toBe('unknown');
  });
});
