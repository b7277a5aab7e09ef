/** What people ask of an alert while the tape is silent: one change waits at most, and the tape waits for nobody. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { heldDb } from '../trading/held-db.ts';
import { EURUSD, NO_KEY } from '../trading/trading-fixture.ts';
import { type AlertRig, openAlerts } from './alert-rig.ts';

const EDITS = 500;
/** PostgreSQL takes some ms for each. */
const EDITS_SHORT = 100;
const AT_ONCE = 10;
const priceOf = (step: number): string => (1.09 + step / 1e5).toFixed(5);

/** Sizes of the table as the edits go on, all of one alert; the last comes last. */
async function editOften(at: AlertRig, trader: Trader, id: number, edits: number): Promise<Set<number>> {
  const sizes = new Set<number>();
  const edit = (step: number) => at.alerts.edit(trader, { id: String(id), price: priceOf(step) }, NO_KEY);
  for (let first = 1; first < edits; first += AT_ONCE) {
    const steps = Array.from({ length: Math.min(AT_ONCE, edits - first) }, (_, step) => first + step);
    expect(new Set((await Promise.all(steps.map(edit))).map(({ code }) => code))).toEqual(new Set([1]));
    sizes.add((await at.changes()).length);
  }
  expect((await edit(edits)).code).toBe(1);
  return sizes;
}

eachDatabase('what waits for the tape', (open, dialect) => {
  const edits = dialect === 'sqlite' || process.env.TEST_LONG ? EDITS : EDITS_SHORT;
  it(`D9.170 ${edits} edits of an alert between two ticks are one row, and the last of them holds from the next tick on`, async () => {
    const at = await openAlerts(await open());
    await at.start();
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const id = await at.above(anna, EURUSD, '1.09');
    // What stands, and what will.
    await at.tick([EURUSD, '1.081']);
    expect(await editOften(at, anna, id, edits)).toEqual(new Set([2]));
    expect((await at.alerts.list(anna)).data).toMatchObject([{ Id: id, Price: Number(priceOf(edits)) }]);
    await at.tick([EURUSD, priceOf(edits - 1)], [EURUSD, priceOf(edits)]);
    expect((await at.told()).map(({ alert, seq }) => [alert, seq])).toEqual([[id, 4]]);
    expect(await at.changes()).toEqual([]);
    // Before its first tick there is but the one.
    await at.tick([EURUSD, '1.08']);
    const fresh = await at.above(anna, EURUSD, '1.09');
    for (let step = 1; step <= 3; step++) await at.alerts.edit(anna, { id: String(fresh), price: priceOf(step) }, NO_KEY);
    expect(await at.changes()).toHaveLength(1);
    await at.tick([EURUSD, '1.09002']);
    await at.tick([EURUSD, '1.09003']);
    expect((await at.told()).map(({ seq }) => seq)).toEqual([4, 7]);
    await at.stop();
  });

  it('D9.170 an alert that is deleted before any tick leaves nothing behind; one that stood ends at the next tick, edited or not', async () => {
    const at = await openAlerts(await open());
    await at.start();
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const [edited, plain] = [await at.above(anna, EURUSD, '1.09'), await at.above(anna, EURUSD, '1.0901')];
    await at.tick([EURUSD, '1.08']);
    for (let round = 0; round < 20; round++) {
      const id = await at.above(anna, EURUSD, '1.0902');
      if (round % 2 === 0) await at.alerts.edit(anna, { id: String(id), price: '1.0903' }, NO_KEY);
      expect((await at.alerts.remove(anna, String(id), NO_KEY)).code).toBe(1);
    }
    expect(await at.changes()).toHaveLength(2);
    await at.alerts.edit(anna, { id: String(edited), price: '1.0904' }, NO_KEY);
    for (const id of [edited, plain]) await at.alerts.remove(anna, String(id), NO_KEY);
    expect((await at.changes()).map(({ act, from_seq }) => [act, from_seq])).toEqual([
      ['put', 2],
      ['put', 2],
      ['drop', null],
      ['drop', null],
    ]);
    await at.tick([EURUSD, '1.2']);
    expect([await at.told(), await at.changes()]).toEqual([[], []]);
    await at.stop();
  });

  // One writer at a time, so that a tick waits for whoever writes: there nobody can be held up but by the machine.
  if (dialect === 'sqlite') return;
  it('D9.170 neither tape nor order waits for an edit that hangs: what it changes holds as it was, then from the group after its commit', async () => {
    const db = await open();
    const slow = heldDb(db);
    const at = await openAlerts(db, { actsOn: slow.db });
    await at.start();
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const id = await at.above(anna, EURUSD, '1.09');
    slow.hold();
    const edit = at.alerts.edit(anna, { id: String(id), price: '1.1' }, NO_KEY);
    await slow.held;
    await at.tick([EURUSD, '1.081']);
    expect(at.tape.lastSeq()).toBe(2);
    expect((await at.changes()).map(({ from_seq }) => from_seq)).toEqual([null]);
    // Nor does the row of an order, which names its person.
    await at.db.transaction((trx) => sql`select id from "user" where id = ${anna.id} for key share nowait`.execute(trx));
    slow.letGo();
    expect((await edit).code).toBe(1);
    await at.tick([EURUSD, '1.0999'], [EURUSD, '1.1']);
    expect((await at.told()).map(({ alert, seq }) => [alert, seq])).toEqual([[id, 4]]);
    await at.stop();
  });
});
