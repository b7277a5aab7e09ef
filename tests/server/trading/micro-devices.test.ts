/** One person on several devices at once: opposite sides, one cash for stakes and margin, terms that change on the way, and a reset at the end. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { broken, endDesk, openMicroDesk, realTrader, submit } from './micro-fixture.ts';
import { type Desk, EURUSD, freshKey, GBPUSD, marketOrder } from './trading-fixture.ts';

const AT_ONCE = 16;
const times = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const micros = (at: Desk, { id }: Trader) => at.db.kysely.selectFrom('micro_order').selectAll().where('user_id', '=', id).execute();

eachDatabase('micro trades of one person on several devices', (open) => {
  it('D1.4.10 D9.122: of both sides at once, with whatever ends, one side alone is opened', async () => {
    const at = await openMicroDesk(await open());
    for (const who of [await at.trader(), await realTrader(at, '1000')]) {
      await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
      const seconds = ['30', '60', '120'];
      const outcomes = await times(AT_ONCE, (made) =>
        submit(at, who, { type: made % 2 === 0 ? '1' : '2', number: '20', seconds: seconds[made % 3] as string }),
      );
      const rows = await micros(at, who);
      expect(rows.length).toBe(outcomes.filter(({ code }) => code === 1).length);
      expect(rows.length).toBe(AT_ONCE / 2);
      expect(new Set(rows.map(({ side }) => side)).size).toBe(1);
      expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([1, 1203]));
    }
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D9.124 D1.4.03: stakes and margins that come at once share one cash, and none of it is used twice', async () => {
    const at = await openMicroDesk(await open(), { settings: { demo_balance: '1000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const outcomes = await times(AT_ONCE, async (made) =>
      made % 2 === 0
        ? (await submit(at, anna, { number: '130' })).code
        : (await at.desk.submit(anna, marketOrder({ cont: '0.1' }), freshKey())).code,
    );
    expect(new Set(outcomes)).toEqual(new Set([1, 1301]));
    const { balance = -1n, margin = 0n, stake = 0n } = await at.account(anna);
    expect(balance >= 0n).toBe(true);
    // What is missing are the fees.
    expect(balance + margin + stake).toBeGreaterThan(decimal('990'));
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D9.21: while the operator changes the ratio no trade opens at a worse one than was seen', async () => {
    const at = await openMicroDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const outcomes = await times(AT_ONCE, (made) => {
      at.set.set('micro_durations', `all 30 ${made % 2 === 0 ? '0.8' : '0.7'} 10 500`);
      return submit(at, anna, { number: '10', seen_ratio: '0.8' });
    });
    expect(outcomes.every(({ code }) => code === 1 || code === 1107)).toBe(true);
    for (const { ratio } of await micros(at, anna)) expect(ratio).toBe(decimal('0.8'));
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D1.4.20 D9.18: a reset that races openings and ends leaves no stake, no trade and no work that the others do not know of', async () => {
    const at = await openMicroDesk(await open());
    const anna = await at.trader();
    for (let round = 0; round < 4; round++) {
      await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
      await times(4, () => submit(at, anna, { number: '50' }));
      await at.clock.advance(30_000);
      const ends = at.tick([EURUSD, '1.2'], [GBPUSD, '1.3']);
      const late = times(4, () => submit(at, anna, { number: '50', seconds: '60' }));
      const resets = times(2, () => at.desk.resetDemo(anna, freshKey()));
      await Promise.all([ends, late, resets]);
      await at.clock.advance(1);
      await at.confirm(GBPUSD);
      await at.desk.caughtUp();
      const running = (await micros(at, anna)).filter(({ status }) => status === 1);
      const work = await at.db.kysely.selectFrom('due_work').select('subject').where('kind', '=', 'micro').execute();
      expect(work.map(({ subject }) => subject).sort()).toEqual(running.map(({ id }) => id).sort());
      expect(await at.account(anna)).toMatchObject({ stake: running.reduce((sum, { amount }) => sum + amount, 0n) });
    }
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });
});
