/**
 * A moment that a random life seldom meets, made on purpose: somebody is judged late, by an act of their own, though the evaluator seems to
 * be further. It ends as it does for who is judged at once (D9.17).
 */
import { expect, it } from 'vitest';
import { ERROR } from '#protocol/errors.ts';
import type { Db } from '#server/database/database.ts';
import { cursorSeq, EVALUATOR } from '#server/repositories/cursor-repository.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase, type OpenDatabase } from '../each-database.ts';
import { gatedDb, heldDb } from './held-db.ts';
import { standing } from './standing.ts';
import { type Desk, EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

/** The newest thing that changes the account before its level is hit. `prepare` comes before it; its number is handed on. */
type Change = {
  prepare(at: Desk, trader: Trader): Promise<number | undefined>;
  make(at: Desk, trader: Trader, id: number | undefined): Promise<{ code: number }>;
};

const CHANGES: Record<string, Change> = {
  'a stop that was set': {
    prepare: async (at, trader) => filled(await at.desk.submit(trader, marketOrder({ cont: '1' }), freshKey())).Id,
    make: (at, trader, id) => at.desk.setStops(trader, { id: String(id), stop_loss_price: '1.099' }, freshKey()),
  },
  'an order that was placed': {
    prepare: async () => undefined,
    make: (at, trader) => at.desk.submit(trader, marketOrder({ cont: '1', stop_loss_price: '1.099' }), freshKey()),
  },
  'a pending order that was placed': {
    prepare: async () => undefined,
    make: (at, trader) => at.desk.submit(trader, marketOrder({ cont: '1', status: '0', target_price: '1.099' }), freshKey()),
  },
};

/** Number of the tick that hits the level. */
const HIT_SEQ = 3;

/** The level is hit, and the price comes back. */
async function fallAndRise(at: Desk): Promise<void> {
  await at.tick([EURUSD, '1.0985']);
  await at.tick([EURUSD, '1.101']);
}

const actOf = (at: Desk, trader: Trader) => at.desk.cancelAll(trader, freshKey());

/** The same story with an evaluator that is never late. */
async function atOnce(open: OpenDatabase, { prepare, make }: Change) {
  const at = await openDesk(await open());
  const trader = await at.trader();
  await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
  expect((await make(at, trader, await prepare(at, trader))).code).toBe(ERROR.ok);
  await fallAndRise(at);
  expect((await actOf(at, trader)).code).toBe(ERROR.ok);
  await at.desk.stop();
  const end = await standing(at, trader);
  const [order] = end.orders;
  expect([order?.open_seq, order?.close_seq]).toContain(HIT_SEQ);
  return end;
}

/** The first transaction is done; the next waits until `go`. `waits` resolves when it does. */
function heldAfterOne(db: Db): { readonly db: Db; readonly waits: Promise<void>; go(): void } {
  const gated = gatedDb(db);
  let arrived = () => {};
  const waits = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let begun = 0;
  const transaction: Db['transaction'] = (work) => {
    if (++begun === 2) {
      gated.shut();
      arrived();
    }
    return gated.transaction(work);
  };
  return { db: { ...gated, transaction }, waits, go: () => gated.open() };
}

eachDatabase('an account that the evaluator does not know', (open, dialect) => {
  for (const [name, change] of Object.entries(CHANGES)) {
    for (const place of ['another desk', 'the desk of the evaluator'] as const) {
      it(`D9.17 ${name} before the first evaluator began, at the end of the tape, is judged by its own ticks in an act at ${place}`, async () => {
        const db = await open();
        const at = await openDesk(db, { isEvaluating: false });
        const trader = await at.trader();
        await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
        expect((await change.make(at, trader, await change.prepare(at, trader))).code).toBe(ERROR.ok);
        await fallAndRise(at);
        // Its cursor is at the end of the tape, and nobody has been looked at yet.
        const held = heldAfterOne(db);
        const first = await openDesk(db, { clock: at.clock, tape: at.tape, isStarted: false, evaluatorDb: held.db });
        const started = first.desk.start();
        await held.waits;
        expect(await cursorSeq(db.kysely, EVALUATOR)).toBe(at.tape.lastSeq());
        expect((await actOf(place === 'another desk' ? at : first, trader)).code).toBe(ERROR.ok);
        const acted = await standing(at, trader);
        held.go();
        await started;
        await first.desk.caughtUp();
        const control = await atOnce(open, change);
        expect(acted).toEqual(control);
        expect(await standing(at, trader)).toEqual(control);
        expect(await at.laws()).toEqual([]);
        await first.desk.stop();
        await at.desk.stop();
      });
    }

    for (const cursor of ['saved', 'in memory'] as const) {
      // One writer: on SQLite no tick is committed while an order is.
      it.runIf(dialect === 'postgres')(
        `D9.17 ${name}, committed after the evaluator's cursor (${cursor}) had passed its ticks, is judged by them in the next act`,
        async () => {
          const db = await open();
          const at = await openDesk(db);
          const late = heldDb(db);
          const other = await openDesk(db, { clock: at.clock, tape: at.tape, isStarted: false, deskDb: late.db });
          const trader = await at.trader();
          await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
          const id = await change.prepare(at, trader);
          const savedSeq = await cursorSeq(db.kysely, EVALUATOR);
          late.hold();
          const made = change.make(other, trader, id);
          await late.held;
          await fallAndRise(at);
          if (cursor === 'saved') await at.desk.stop();
          expect(await cursorSeq(db.kysely, EVALUATOR)).toBe(cursor === 'saved' ? at.tape.lastSeq() : savedSeq);
          late.letGo();
          expect((await made).code).toBe(ERROR.ok);
          // Without another tick the evaluator does not look.
          expect((await actOf(cursor === 'saved' ? other : at, trader)).code).toBe(ERROR.ok);
          expect(await standing(at, trader)).toEqual(await atOnce(open, change));
          expect(await at.laws()).toEqual([]);
          await at.desk.stop();
        },
      );
    }
  }
});
