/** On PostgreSQL a transaction may be committed long after ticks that its order must be judged by were looked at: it is judged by them all the same. */
import { expect, it } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { eachDatabase } from '../each-database.ts';
import { heldDb } from './held-db.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

/** An order whose commit is held back while its stop at 1.07 is met and left behind. */
async function overtaken(open: () => Promise<Db>) {
  const db = await open();
  const at = await openDesk(db);
  const late = heldDb(db);
  const other = await openDesk(db, { clock: at.clock, tape: at.tape, isStarted: false, deskDb: late.db });
  const anna = await at.trader();
  await at.tick([EURUSD, '1.08'], [GBPUSD, '1.27']);
  late.hold();
  const sent = other.desk.submit(anna, marketOrder({ stop_loss_price: '1.07' }), freshKey());
  await late.held;
  await at.tick([EURUSD, '1.065']);
  await at.tick([EURUSD, '1.2']);
  return { db, at, late, anna, sent };
}

eachDatabase('a late commit', (open, dialect) => {
  // One writer: on SQLite no tick is committed while an order is.
  const isPossible = dialect === 'postgres';

  it.runIf(isPossible)('an order is closed by the tick it missed, at that price, and the later ones do not count', async () => {
    const db = await open();
    const at = await openDesk(db);
    const late = heldDb(db);
    const other = await openDesk(db, { clock: at.clock, tape: at.tape, isStarted: false, deskDb: late.db });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08'], [GBPUSD, '1.27']);
    late.hold();
    const sent = other.desk.submit(anna, marketOrder({ stop_loss_price: '1.07', target_profit_price: '1.1' }), freshKey());
    await late.held;
    await at.tick([EURUSD, '1.09'], [EURUSD, '1.065'], [GBPUSD, '1.28']);
    await at.tick([EURUSD, '1.2']);
    late.letGo();
    const { Id } = filled(await sent);
    await at.tick([GBPUSD, '1.29']);
    expect((await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data).toMatchObject([
      { Id, UpdatePrice: 1.065, CloseReason: 'sl', CloseSeq: 4 },
    ]);
    expect(await at.laws()).toEqual([]);
  });

  it.runIf(isPossible)('an edit counts from the tick after it, and a pending order fills at the tick it missed', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    const bert = await at.trader();
    await at.tick([EURUSD, '1.08'], [GBPUSD, '1.27']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    await at.tick([EURUSD, '1.05']);
    const [one, two] = [heldDb(db), heldDb(db)];
    const [first, second] = await Promise.all(
      [one, two].map((late) => openDesk(db, { clock: at.clock, tape: at.tape, isStarted: false, deskDb: late.db })),
    );
    one.hold();
    two.hold();
    const edited = first?.desk.setStops(anna, { id: String(Id), stop_loss_price: '1.04' }, freshKey());
    const pending = second?.desk.submit(bert, marketOrder({ status: '0', target_price: '1.045' }), freshKey());
    await Promise.all([one.held, two.held]);
    await at.tick([EURUSD, '1.039'], [EURUSD, '1.06']);
    one.letGo();
    two.letGo();
    expect(await edited).toMatchObject({ code: 1, data: { Order: { TargetLossPrice: 1.04 } } });
    expect(await pending).toMatchObject({ code: 1, data: { Order: { Status: 0 } } });
    await at.tick([GBPUSD, '1.29']);
    expect((await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data).toMatchObject([
      { Id, UpdatePrice: 1.039, CloseReason: 'sl' },
    ]);
    expect((await at.desk.orders(bert, { list: 'holding', page: 1, limit: 10 })).data).toMatchObject([
      { Price: 1.039, OriginPrice: 1.045 },
    ]);
    expect(await at.laws()).toEqual([]);
  });

  it.runIf(isPossible)('is found after the judging process died before it saw the change', async () => {
    const { db, at, late, anna, sent } = await overtaken(open);
    // Its cursor is saved behind the tick that the order will have to be judged by.
    await at.desk.stop();
    late.letGo();
    const { Id } = filled(await sent);
    const next = await openDesk(db, { clock: at.clock });
    await next.tick([GBPUSD, '1.3']);
    expect((await next.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data).toMatchObject([
      { Id, UpdatePrice: 1.065, CloseReason: 'sl' },
    ]);
  });

  for (const [seconds, name] of [
    [1, 'more ticks than any list of them could hold'],
    [90, 'more time than memory keeps'],
  ] as const) {
    it.runIf(isPossible)(`D9.17 is judged by the tick it missed though ${name} passed before its commit`, async () => {
      const { at, late, anna, sent } = await overtaken(open);
      // Ticks of another product, which nobody holds.
      for (let group = 0; group < 50; group++) {
        await at.clock.advance((seconds * 1_000) / 50);
        await at.tick(...Array.from({ length: 200 }, (_, at): [number, string] => [GBPUSD, `1.27${10 + (at % 90)}`]));
      }
      late.letGo();
      const { Id } = filled(await sent);
      await at.tick([GBPUSD, '1.29']);
      expect((await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data).toMatchObject([
        { Id, UpdatePrice: 1.065, CloseReason: 'sl', CloseSeq: 3 },
      ]);
      expect(await at.laws()).toEqual([]);
    });
  }
});
