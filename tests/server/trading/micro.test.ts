/** Micro trades from their opening to their end, on the real database and the real tape. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { eachDatabase } from '../each-database.ts';
import { broken, endDesk, history, opened, openMicroDesk, submit } from './micro-fixture.ts';
import { EURUSD, GBPUSD } from './trading-fixture.ts';

eachDatabase('a micro trade', (open) => {
  it('S1-3.09 S1-3.10 S1-7.44 S1-4.17 S1-4.19 opens at the newest tick, holds its stake, and ends at the last tick of its time', async () => {
    const at = await openMicroDesk(await open());
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    await at.clock.advance(200);
    const up = opened(await submit(at, trader, { number: '100' }));
    const openMs = at.clock.now();
    expect(up).toMatchObject({
      Status: 1,
      Type: 1,
      Number: '100',
      ProfitRatio: '0.8',
      Seconds: 30,
      OpenPrice: 1.1,
      EndPrice: 0,
      LossLevel: '0',
    });
    expect(up).toMatchObject({ ExpireAt: openMs + 30_000, RemainMilliSeconds: 30_000, CompleteAtST: '', EndReason: '', Seq: 1 });
    expect(await at.account(trader)).toMatchObject({ balance: decimal('9900'), stake: decimal('100') });
    expect(await at.desk.balances(trader)).toMatchObject([{ balance: '9900', lockBalance: '100' }]);
    await at.clock.advance(29_900);
    await at.tick([EURUSD, '1.2']);
    await at.clock.advance(100);
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    // A tick at the expiry itself still counts, and nothing is later yet.
    expect(await history(at, trader)).toEqual([]);
    await at.clock.advance(50);
    await at.tick([GBPUSD, '1.4']);
    const [row] = await history(at, trader);
    expect(row).toMatchObject({
      Id: up.Id,
      Status: 3,
      OpenPrice: 1.1,
      EndPrice: 1.1,
      FactProfits: '80',
      EndReason: 'expiry',
      RemainMilliSeconds: 0,
    });
    expect(row?.EndSeq).toBe(3);
    expect(await at.account(trader)).toMatchObject({ balance: decimal('10080'), stake: 0n });
    expect(await at.house('micro')).toBe(decimal('-80'));
    expect((await at.events(trader)).map(({ topic }) => topic)).toEqual(['MICRO', 'BALANCE', 'MICRO_CLOSED', 'BALANCE']);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });
});
