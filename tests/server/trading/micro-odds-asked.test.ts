/** When the odds of a micro trade are asked for, and which: never computed within a transaction, and never more of them than there are durations. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Db } from '#server/database/database.ts';
import { NOT_KEPT, type WinShares } from '#server/micro/micro-odds.ts';
import { eachDatabase } from '../each-database.ts';
import { broken, endDesk, opened, openMicroDesk, submit } from './micro-fixture.ts';
import { EURUSD, GBPUSD, moneyRows } from './trading-fixture.ts';

const FAIR: WinShares = { random: decimal('0.5'), best: decimal('0.5') };

/** Odds that have to be computed once, and what was computed of them; computing within a transaction of the database throws. */
function oddsOver(db: Db) {
  const inside = new AsyncLocalStorage<true>();
  const computed: string[] = [];
  const kept = new Set<string>();
  const state = { isForgetful: false };
  const keyOf = (productId: number, seconds: number, below = 0) => `${productId}: ${seconds} to ${below}`;
  return {
    computed,
    state,
    deskDb: { ...db, transaction: (work) => db.transaction((trx) => inside.run(true, () => work(trx))) } satisfies Db,
    sharesOf(productId: number, seconds: number, _: number, below?: number): WinShares {
      if (inside.getStore()) throw new Error('computed within a transaction');
      const key = keyOf(productId, seconds, below);
      computed.push(key);
      if (!state.isForgetful) kept.add(key);
      return FAIR;
    },
    keptSharesOf: (productId: number, seconds: number, _: number, below?: number) =>
      kept.has(keyOf(productId, seconds, below)) ? FAIR : NOT_KEPT,
  } as const;
}

eachDatabase('the odds of a micro trade', (open) => {
  it('D9.167: are computed once for each listed duration, whatever ends are chosen, and outside of every transaction', async () => {
    const db = await open();
    const odds = oddsOver(db);
    const at = await openMicroDesk(db, odds);
    const trader = await at.trader();
    await at.clock.advance(1_000 - (at.clock.now() % 1_000));
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    for (let seconds = 30; seconds <= 120; seconds += 5) {
      const micro = opened(await submit(at, trader, { number: '20', expire_at: String(at.clock.now() + seconds * 1_000) }));
      expect(micro.ProfitRatio, `${seconds} s`).toBe(seconds < 60 ? '0.8' : seconds < 120 ? '0.82' : '0.85');
    }
    expect(odds.computed).toEqual([`${EURUSD}: 30 to 60`, `${EURUSD}: 60 to 120`, `${EURUSD}: 120 to 120`]);
    // What the account forbids is said before anybody asks for odds.
    expect((await submit(at, trader, { type: '2', number: '20' })).code).toBe(1203);
    expect((await submit(at, await at.trader(), { forex_id: String(GBPUSD), number: '500' })).code).toBe(1);
    const poor = await at.trader();
    at.set.set('micro_durations', 'all 45 0.8 10 50000');
    expect((await submit(at, poor, { seconds: '45', number: '20000' })).code).toBe(1301);
    expect(odds.computed).toHaveLength(4);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D9.167: that are forgotten each time end in 1110, with nothing written, and the same call may come again', async () => {
    const db = await open();
    const odds = oddsOver(db);
    odds.state.isForgetful = true;
    const at = await openMicroDesk(db, odds);
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const before = await moneyRows(db);
    const key = { key: 'again', requestHash: 'content' };
    expect((await submit(at, trader, {}, key)).code).toBe(1110);
    expect(odds.computed).toHaveLength(4);
    expect(await moneyRows(db)).toBe(before);
    odds.state.isForgetful = false;
    opened(await submit(at, trader, {}, key));
    await endDesk(at);
  });

  it('D9.123 D9.169: a server of production takes none, though a setting was written behind its back', async () => {
    const db = await open();
    const at = await openMicroDesk(db, { profile: 'production' });
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const before = await moneyRows(db);
    expect((await submit(at, trader)).code).toBe(1201);
    expect((await at.desk.microTerms(EURUSD)).code).toBe(1201);
    expect(await moneyRows(db)).toBe(before);
    await endDesk(at);
  });
});
