/** Edits of how long an order waits, from several devices at once, beside the tick that fills it and beside its end. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { eachDatabase } from '../each-database.ts';
import { type Desk, EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

const ROUNDS = 6;
const WAIT_MS = 10_000;

/** How a wait ends that a tick which would fill it comes so long after its beginning. */
async function race(at: Desk, tickAfterMs: number) {
  const trader = await at.trader();
  await at.clock.advance(1_000 - (at.clock.now() % 1_000));
  await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
  const startMs = at.clock.now();
  const until = (ms: number) => String((startMs + ms) / 1_000);
  const asked = marketOrder({ status: '0', target_price: '1.09', good_till: until(WAIT_MS) });
  const order = filled(await at.desk.submit(trader, asked, freshKey()));
  const id = String(order.Id);
  const edit = (good_till: string) => at.desk.setStops(trader, { id, good_till }, freshKey());
  await at.clock.advance(tickAfterMs - 100);
  await at.confirm(GBPUSD);
  const early = ['day', until(20_000)].map(edit);
  await at.clock.advance(100);
  const tick = at.tick([EURUSD, '1.0895']);
  const late = [until(30_000), 'cancelled', until(15_000)].map(edit);
  const cancel = at.desk.cancel(trader, { id }, freshKey());
  const answers = await Promise.all([...early, ...late]);
  const cancelled = await cancel;
  await tick;
  await at.desk.caughtUp();
  const row = await at.db.kysely.selectFrom('trade_order').selectAll().where('id', '=', order.Id).executeTakeFirstOrThrow();
  const work = await at.db.kysely.selectFrom('due_work').selectAll().where('user_id', '=', trader.id).execute();
  return { trader, row, work: work.map(({ kind }) => kind), answers: answers.map(({ code }) => code), cancelled: cancelled.code };
}

eachDatabase('edits of a wait that race its end', (open) => {
  for (const [when, tickAfterMs] of [
    ['in its last second', WAIT_MS - 100],
    ['at its end', WAIT_MS],
  ] as const) {
    it(`D9.62 D9.17 D1.4.25: met ${when}, it is filled, cancelled or has lapsed, once, and leaves no work of its wait behind`, async () => {
      const at = await openDesk(await open());
      for (let round = 0; round < ROUNDS; round++) {
        const { trader, row, work, answers, cancelled } = await race(at, tickAfterMs);
        const end = row.status === 1 ? 'filled' : row.close_reason;
        expect([1, 4]).toContain(row.status);
        expect(work).toEqual(end === 'filled' ? ['financing'] : work.filter((kind) => kind !== 'good_till'));
        // To who comes too late it is said what it has become, or that it waits no more; nothing else is ever said.
        for (const code of [...answers, cancelled]) expect([1, 1106, 1001]).toContain(code);
        if (end !== 'filled') expect(answers).not.toContain(1001);
        expect(cancelled === 1).toBe(row.status === 4 && end !== 'expired');
        expect(await at.account(trader)).toMatchObject({ pending: 0n, ...(end === 'filled' ? {} : { balance: decimal('10000') }) });
      }
      expect(await at.laws()).toEqual([]);
      await at.desk.stop();
      await at.tape.stop();
    });
  }
});
