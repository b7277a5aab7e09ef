/** What is refused of micro trades: code and field, and nothing written; and what is counted when many come at once. */
import { expect, it } from 'vitest';
import type { MicroFields } from '#protocol/micro-requests.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { broken, endDesk, opened, openMicroDesk, realTrader, submit } from './micro-fixture.ts';
import { type Desk, EURUSD, freshKey, GBPUSD, marketOrder, moneyRows } from './trading-fixture.ts';

type Fields = Partial<MicroFields>;
/** Fields, code, and the field that the refusal names. */
type Case = readonly [name: string, fields: (at: Desk) => Fields, code: number, field?: string];

const CASES: readonly Case[] = [
  ['a product that is not there', () => ({ forex_id: '999' }), 1004],
  ['an amount of zero', () => ({ number: '0' }), 1001, 'number'],
  ['an amount of three digits after the point', () => ({ number: '10.001' }), 1001, 'number'],
  ['an amount below the least', () => ({ number: '9' }), 1202, 'number'],
  ['an amount above the largest', () => ({ number: '501' }), 1302, 'number'],
  ['an amount off the step', () => ({ number: '10.5' }), 1302, 'number'],
  ['a duration that is not offered', () => ({ seconds: '45' }), 1203, 'seconds'],
  ['a duration of another product', () => ({ forex_id: String(GBPUSD), seconds: '120' }), 1203, 'seconds'],
  ['no duration and no end', () => ({ seconds: undefined }), 1001, 'seconds'],
  ['a duration and an end', (at) => ({ seconds: '30', expire_at: String(at.clock.now() + 40_000) }), 1001, 'expire_at'],
  ['an end within a second', (at) => ({ expire_at: String(at.clock.now() + 40_500) }), 1001, 'expire_at'],
  ['an end that has passed', (at) => ({ expire_at: String(at.clock.now() - 1_000) }), 1203, 'expire_at'],
  ['an end before the shortest duration', (at) => ({ expire_at: String(at.clock.now() + 29_000) }), 1203, 'expire_at'],
  ['an end after the longest duration', (at) => ({ expire_at: String(at.clock.now() + 121_000) }), 1203, 'expire_at'],
  ['a ratio that was better when it was seen', () => ({ seen_ratio: '0.81' }), 1107, 'seen_ratio'],
  ['a price further off than allowed', () => ({ seen_price: '1.2', slippage: '0.05' }), 1107],
  ['more than there is', () => ({ seconds: '60', number: '1000' }), 1301],
];

eachDatabase('a micro trade that is refused', (open) => {
  it('S1-7.44 D9.21 D9.22 D9.23 D1.5.16 D1.4.10: code and field, nothing written', { timeout: 60_000 }, async () => {
    const db = await open();
    const at = await openMicroDesk(db, { settings: { demo_balance: '900' } });
    const trader = await at.trader();
    await at.clock.advance(1_000 - (at.clock.now() % 1_000));
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const before = await moneyRows(db);
    const refusal = async (fields: Fields, who = trader) => {
      const { code, data } = await submit(at, who, fields);
      return { code, field: (data as unknown as { field?: string } | null)?.field };
    };
    for (const [name, fields, code, field] of CASES) expect({ name, ...(await refusal(fields(at))) }).toEqual({ name, code, field });
    const noTime = await submit(at, trader, { seconds: undefined });
    expect(noTime.data, 'D9.310').toEqual({ field: 'seconds', value: '', allowed: 'seconds or expire_at is required' });
    expect(await refusal({}, { ...trader, frozen: true })).toEqual({ code: 1015, field: undefined });
    at.closed.add(EURUSD);
    expect(await refusal({})).toEqual({ code: 1101, field: undefined });
    at.closed.clear();
    at.set.set('is_micro', '0');
    expect(await refusal({})).toEqual({ code: 1201, field: undefined });
    at.set.set('is_micro', '1');
    // A sign of life is no price to stake on (decision D9.19).
    await at.clock.advance(4_000);
    await at.confirm(EURUSD);
    await at.clock.advance(1_000);
    expect(await refusal({})).toEqual({ code: 1108, field: undefined });
    expect(await moneyRows(db)).toBe(before);
    await endDesk(at);
  });

  it('D9.19 D9.22: nothing is opened whose odds nobody knows or allow no ratio, or that would end after the close; one that ends with it is', async () => {
    const db = await open();
    let closesMs = Number.POSITIVE_INFINITY;
    const shares = { random: 55_000_000n, best: 56_000_000n };
    const odds = { now: shares as typeof shares | undefined };
    const at = await openMicroDesk(db, { isOpenAt: (_, timeMs) => timeMs < closesMs, sharesOf: () => odds.now });
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const { sec } = (await at.desk.microTerms(EURUSD)).data ?? { sec: [] };
    // 0.98 / 0.56 less one, in whole hundredths; a random side costs 0.55 x 1.75 less one.
    expect(sec[0]).toMatchObject({
      Seconds: 30,
      ProfitRatio: '0.75',
      WinShare: '0.55',
      AverageCost: '0.0375',
      Offered: 1,
      EndsAfterClose: 0,
    });
    expect((await submit(at, trader, { seen_ratio: '0.76' })).code).toBe(1107);
    expect(opened(await submit(at, trader, { seen_ratio: '0.75' })).ProfitRatio).toBe('0.75');
    odds.now = { random: 90_000_000n, best: 95_000_000n };
    expect((await submit(at, trader)).code).toBe(1203);
    odds.now = undefined;
    expect((await submit(at, trader)).code).toBe(1203);
    expect((await at.desk.microTerms(EURUSD)).data?.sec[0]).toMatchObject({ Offered: 0 });
    odds.now = shares;
    closesMs = at.clock.now() + 59_999;
    expect((await submit(at, trader, { seconds: '60' })).code).toBe(1203);
    closesMs += 1;
    const last = opened(await submit(at, trader, { seconds: '60' }));
    expect(last.ExpireAt).toBe(closesMs);
    await at.clock.advance(59_000);
    await at.tick([EURUSD, '1.2']);
    await at.clock.advance(2_000);
    await at.tick([GBPUSD, '1.3']);
    const { data } = await at.desk.microTrades(trader, { list: 'closed', page: 1, limit: 10 });
    expect(data[0]).toMatchObject({ Id: last.Id, EndPrice: 1.2, FactProfits: '75' });
    await endDesk(at);
  });

  it('D9.23 D9.122 D1.4.10 S1-7.44: fifty at once with one key are one trade, with fifty keys as many as may run; opposite ones are none', {
    timeout: 60_000,
  }, async () => {
    const db = await open();
    const at = await openMicroDesk(db);
    const [one, many] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const key = freshKey();
    const same = await Promise.all(Array.from({ length: 50 }, () => submit(at, one, {}, key)));
    expect(new Set(same.map(({ code, data }) => `${code} ${data?.Id}`)).size).toBe(1);
    expect(same[0]?.code).toBe(1);
    const own = await Promise.all(Array.from({ length: 50 }, () => submit(at, many, { number: '10' })));
    const codes = own.map(({ code }) => code).sort();
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 1), ...Array.from({ length: 30 }, () => 1302)]);
    expect((await submit(at, one, { type: '2' })).code).toBe(1203);
    // Of whatever duration and end: a second between the two would cost nothing.
    const later = String(Math.ceil(at.clock.now() / 1_000) * 1_000 + 61_000);
    for (const fields of [{ seconds: '60' }, { seconds: '120' }, { seconds: undefined, expire_at: later }]) {
      expect(await submit(at, one, { type: '2', ...fields })).toMatchObject({ code: 1203, message: 'microOpposite' });
    }
    expect((await submit(at, one, { type: '2', forex_id: String(GBPUSD) })).code).toBe(1);
    expect(await db.kysely.selectFrom('micro_order').select('id').execute()).toHaveLength(22);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D9.166: of demo money each person has all of the exposure alone, and nobody can take it from another', {
    timeout: 60_000,
  }, async () => {
    const db = await open();
    const at = await openMicroDesk(db, { settings: { micro_exposure_max: '200' } });
    const [greedy, other] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    // Each could win 80: two fit, the third does not, and half of it does.
    const outcomes = await Promise.all([1, 2, 3].map(() => submit(at, greedy)));
    expect(outcomes.map(({ code }) => code).sort()).toEqual([1, 1, 1302]);
    expect((await submit(at, greedy, { number: '50' })).code).toBe(1);
    expect((await submit(at, greedy, { number: '10' })).code).toBe(1302);
    expect((await submit(at, other)).code).toBe(1);
    expect((await submit(at, greedy, { forex_id: String(GBPUSD) })).code).toBe(1);
    expect((await submit(at, greedy, { seconds: '60' })).code).toBe(1);
    expect((await at.desk.resetDemo(greedy, freshKey())).code).toBe(1);
    expect((await submit(at, greedy)).code).toBe(1302);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D9.23 D9.166: of real money the house takes no more than it may lose, and of one person a tenth, whoever comes at once', {
    timeout: 60_000,
  }, async () => {
    const db = await open();
    const at = await openMicroDesk(db, { settings: { micro_exposure_max: '200' } });
    const traders = [];
    for (let made = 0; made < 12; made++) traders.push(await realTrader(at, '100'));
    const [greedy, ...others] = traders as [Trader, ...Trader[]];
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    // Each could win 16, and one person 20: one fits, and a quarter of it does.
    const own = await Promise.all([1, 2, 3].map(() => submit(at, greedy, { number: '20' })));
    expect(own.map(({ code }) => code).sort()).toEqual([1, 1302, 1302]);
    expect((await submit(at, greedy, { number: '10' })).code).toBe(1302);
    expect((await submit(at, greedy, { forex_id: String(GBPUSD), number: '25' })).code).toBe(1);
    // 16 of 200 are taken: eleven times 16 still fit, and eight are left. Of what is refused, nothing stays counted for the person either.
    const outcomes = await Promise.all(others.map((trader) => submit(at, trader, { number: '20' })));
    expect(outcomes.map(({ code }) => code)).toEqual(others.map(() => 1));
    const late = await realTrader(at, '100');
    await at.tick([EURUSD, '1.1']);
    expect((await submit(at, late, { number: '24' })).code).toBe(1302);
    expect((await submit(at, late, { number: '10' })).code).toBe(1);
    expect((await submit(at, late, { number: '10' })).code).toBe(1302);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D1.4.03: a floating loss cannot be staked, and a stake is no margin', async () => {
    const db = await open();
    const at = await openMicroDesk(db, { settings: { demo_balance: '500' } });
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    // Margin 110, fee 6 each lot tenth 0.6; usable after it 389.4.
    await at.desk.submit(trader, marketOrder({ cont: '0.1' }), freshKey());
    await at.tick([EURUSD, '1.08']);
    // It has lost 200 so far.
    expect((await submit(at, trader, { number: '190' })).code).toBe(1301);
    expect((await submit(at, trader, { number: '189' })).code).toBe(1);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });
});
