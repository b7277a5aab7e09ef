/** What a signed deal says of when its product traded: every halt of the operator's while an order waited, or that they are untold (D9.322). */
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { isCalendarName } from '#domain/market-hours.ts';
import { HALTS_MAX } from '#domain/tape/deal-terms.ts';
import { UNTOLD_HOURS } from '#domain/tape/untold-hours.ts';
import type { Db } from '#server/database/database.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { eachDatabase } from '../each-database.ts';
import { receiptsOf, signed, tapeOf, verdicts } from './signed-tape.ts';
import { type Desk, EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

const ROWS_AT_ONCE = 500;
/** A year's are 100,000; a call reads as many of these. */
const CHANGES = 20_000;
type Turn = { readonly value: string; readonly from_seq: number };

/** Closings of a product as the tables note them. */
async function noteTurns(db: Db, turns: readonly Turn[], productId = EURUSD): Promise<void> {
  const rows = turns.map((turn) => ({ ...turn, rule: 'forced_closed', product_id: productId }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db.transaction((trx) =>
      trx
        .insertInto('rule_change')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute(),
    );
}

/** The same database, whose answers are counted by their rows. */
function counting(db: Db): { readonly db: Db; readonly rowsRead: () => number } {
  let rows = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  };
  return { db: { ...db, kysely: db.kysely.withPlugin(counter) }, rowsRead: () => rows };
}

/** An order that waited while its product was closed so many times for a tick each, and was filled; gives the tick that it was placed at. */
async function waitedThrough(at: Desk, halts: number) {
  const anna = await at.trader();
  await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
  filled(await at.desk.submit(anna, marketOrder({ status: '0', target_price: '1.09' }), freshKey()));
  const placed = at.tape.lastSeq();
  await at.tick(...Array.from({ length: halts * 2 + 2 }, () => [GBPUSD, '1.3'] as const));
  const turns = Array.from({ length: halts * 2 }, (_, turn) => ({ value: turn % 2 === 0 ? '1' : '0', from_seq: placed + 2 + turn }));
  await noteTurns(at.db, turns);
  await at.tick([EURUSD, '1.0899']);
  return { anna, placed };
}

eachDatabase('signed hours', (open) => {
  it('D9.322 an order that waited through 500 halts names each, and its fill keeps its rule', { timeout: 60_000 }, async () => {
    const at = await openDesk(await open(), { rules: createRuleKeeper });
    const { anna, placed } = await waitedThrough(at, HALTS_MAX);
    const deals = await signed(at, anna);
    const hours = deals[0] && 'hours' in deals[0] ? deals[0].hours : undefined;
    expect(hours?.halts.length).toBe(HALTS_MAX);
    expect(hours?.halts[0]).toEqual({ fromSeq: placed + 2, toSeq: placed + 3 });
    expect(verdicts(deals, await tapeOf(at.db))).toEqual(['open pending yes']);
  });

  it('D9.322 after one halt more its deal can still be read, and says that its hours are untold', { timeout: 60_000 }, async () => {
    const at = await openDesk(await open(), { rules: createRuleKeeper });
    const { anna } = await waitedThrough(at, HALTS_MAX + 1);
    const deals = await signed(at, anna);
    expect(deals).toEqual([expect.objectContaining({ rule: 'pending', hours: UNTOLD_HOURS })]);
    expect(verdicts(deals, await tapeOf(at.db))).toEqual(['open pending unknown hours-unknown untold']);
    expect(isCalendarName(UNTOLD_HOURS.calendar)).toBe(false);
  });

  it('D9.420 of a stop that was moved it names the halts since the other one counted, which it says, and its close keeps its rule', async () => {
    const at = await openDesk(await open(), { rules: createRuleKeeper });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const stops = { stop_loss_price: '1.09', target_profit_price: '1.2' };
    const { Id } = filled(await at.desk.submit(anna, marketOrder(stops), freshKey()));
    const opened = at.tape.lastSeq();
    await at.tick([GBPUSD, '1.3'], [GBPUSD, '1.3'], [GBPUSD, '1.3']);
    await noteTurns(at.db, [
      { value: '1', from_seq: opened + 2 },
      { value: '0', from_seq: opened + 3 },
    ]);
    await at.tick([EURUSD, '1.1001']);
    const moved = at.tape.lastSeq();
    expect((await at.desk.setStops(anna, { id: String(Id), stop_loss_price: '1.095' }, freshKey())).code).toBe(1);
    await at.tick([EURUSD, '1.0949']);
    const deals = await signed(at, anna);
    expect(verdicts(deals, await tapeOf(at.db))).toEqual(['open market yes', 'close sl yes']);
    expect(deals[1]).toMatchObject({
      fromSeq: moved,
      terms: { stopLossFrom: moved, takeProfitFrom: opened, stopsFrom: opened },
      hours: { halts: [{ fromSeq: opened + 2, toSeq: opened + 3 }] },
    });
  });

  it('D9.323 of a year of changes a call reads those of its deals alone', { timeout: 120_000 }, async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    // All changes are of ticks before those of the deals.
    await at.tick(...Array.from({ length: CHANGES / 10 + 2 }, () => [EURUSD, '1.1'] as const), [GBPUSD, '1.3']);
    await noteTurns(
      at.db,
      Array.from({ length: CHANGES }, (_, turn) => ({ value: turn % 2 === 0 ? '1' : '0', from_seq: 2 + Math.floor(turn / 10) })),
    );
    filled(await at.desk.submit(anna, marketOrder({ forex_id: String(GBPUSD) }), freshKey()));
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    const { db, rowsRead } = counting(at.db);
    const notes = await receiptsOf({ ...at, db }).of(anna, false, { after: 0 });
    expect(notes?.length).toBe(2);
    // Two deals, their orders, and what held at the tick of the one product that ever changed.
    expect(rowsRead()).toBeLessThanOrEqual(2 + 2 + 10);
  });

  it('D9.322 no deal is signed that could not be read', async () => {
    const at = await openDesk(await open(), { rules: createRuleKeeper });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1']);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    expect((await receiptsOf(at).of(anna, false, { after: 0 }))?.length).toBe(1);
    expect(await receiptsOf(at).of({ ...anna, uid: 'an na' }, false, { after: 0 })).toEqual([]);
  });
});
