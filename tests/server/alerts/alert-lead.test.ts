/** Alerts when a node takes the lead: it leads without them, and they come after it, each once. */
import { expect, it } from 'vitest';
import { createDuties } from '#server/cluster/leader-duties.ts';
import type { Db } from '#server/database/database.ts';
import type { GroupRunner } from '#server/tape/group-runner.ts';
import { eachDatabase } from '../each-database.ts';
import { gatedDb } from '../trading/held-db.ts';
import { EURUSD } from '../trading/trading-fixture.ts';
import { openAlerts } from './alert-rig.ts';

const idle = async (): Promise<void> => {};
const none = { lead: idle, follow: idle, start: idle, stop: idle };
/** The duties of a leading node that has nothing to do but alerts. */
const duties = (alerts: GroupRunner) =>
  createDuties({
    ...{ tape: none, candles: none, feed: none, housekeeping: none, alerts },
    trading: { startEvaluator: idle, stopEvaluator: idle },
  });

/** A database that refuses the next transactions. */
function failingDb(db: Db): Db & { failures: number } {
  return {
    ...db,
    failures: 0,
    transaction(work) {
      return this.failures-- > 0 ? Promise.reject(new Error('no connection')) : db.transaction(work);
    },
  };
}

eachDatabase('alerts of a new leader', (open) => {
  it('D9.172 it leads before alerts have read what they need, however long that takes, and misses none', async () => {
    const at = await openAlerts(await open());
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const id = await at.move(anna, EURUSD, '1', 14_400);
    await at.tick([EURUSD, '1.08'], [EURUSD, '1.089']);
    const gate = gatedDb(at.db);
    gate.shut();
    const evaluator = at.evaluator(gate);
    await duties(evaluator).lead();
    await at.tape.flush();
    expect(await at.told()).toEqual([]);
    gate.open();
    await evaluator.caughtUp();
    await at.tick([EURUSD, '1.0908']);
    expect(await at.told()).toEqual([{ userId: anna.id, alert: id, seq: 4, price: '1.0908', from: '1.08' }]);
    await duties(evaluator).follow();
  });

  it('D9.172 what could not be read at the start is read again after a pause, until it is, and fires once', async () => {
    const at = await openAlerts(await open());
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const id = await at.above(anna, EURUSD, '1.09');
    const db = failingDb(at.db);
    db.failures = 3;
    const evaluator = at.evaluator(db);
    await duties(evaluator).lead();
    await at.tick([EURUSD, '1.091']);
    for (let second = 0; second < 3; second++) {
      expect(await at.told()).toEqual([]);
      await at.clock.advance(1_000);
      await evaluator.caughtUp();
    }
    expect((await at.told()).map(({ alert, seq }) => [alert, seq])).toEqual([[id, 2]]);
    await duties(evaluator).follow();
  });

  it('D9.172 a lead that is lost while hours of the tape are read back ends that reading, and the next lead reads all of it', async () => {
    const at = await openAlerts(await open());
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const id = await at.move(anna, EURUSD, '1', 14_400, 'every');
    for (const isBehind of [true, false]) {
      await at.start();
      await at.stop();
      for (const price of isBehind ? ['1.07', '1.075'] : []) await at.tick([EURUSD, price]);
    }
    const gate = gatedDb(at.db);
    let reads = 0;
    const evaluator = at.evaluator({
      ...gate,
      transaction: (work) => {
        reads++;
        return gate.transaction(work);
      },
    });
    gate.shut();
    await duties(evaluator).lead();
    const left = duties(evaluator).follow();
    gate.open();
    await left;
    // The cursor, and the newest tick: nothing of the window.
    expect(reads).toBe(2);
    await duties(evaluator).lead();
    await evaluator.caughtUp();
    await at.tick([EURUSD, '1.0808']);
    expect((await at.told()).map(({ alert, price, from }) => [alert, price, from])).toEqual([[id, '1.0808', '1.07']]);
    await duties(evaluator).follow();
  });
});
