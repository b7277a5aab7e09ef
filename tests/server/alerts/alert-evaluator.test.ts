/** What fires when, how often, and what is kept of it, through kills, races and restarts. The rules in their breadth: `alert-model.test.ts`. */
import { expect, it } from 'vitest';
import { decimal, formatDecimal, toNumber } from '#domain/decimal.ts';
import { FIRED_ALERTS_MAX } from '#domain/price-alert.ts';
import { insertAlert, insertFired } from '#server/repositories/alert-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { chance } from '../trading/chance.ts';
import { mortalDb } from '../trading/mortal-db.ts';
import { EURUSD, GBPUSD, NO_KEY } from '../trading/trading-fixture.ts';
import { firedBy, type OracleTerms, type OracleTick } from './alert-oracle.ts';
import { type AlertRig, openAlerts } from './alert-rig.ts';

const seqs = async (at: AlertRig) => (await at.told()).map(({ seq }) => seq);

eachDatabase('the evaluator of alerts', (open) => {
  it('D9.146 D9.147 one fires once, another again a minute later when its price was left; confirms are no ticks', async () => {
    const at = await openAlerts(await open());
    await at.start();
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const bert = await at.trader('real');
    const once = await at.above(anna, EURUSD, '1.09');
    const every = await at.above(bert, EURUSD, '1.09', 'every');
    await at.tick([EURUSD, '1.0899'], [GBPUSD, '1.3']);
    await at.tick([EURUSD, '1.091'], [EURUSD, '1.08'], [EURUSD, '1.091']);
    expect(await at.told()).toEqual([
      { userId: anna.id, alert: once, seq: 4, price: '1.091', from: '' },
      { userId: bert.id, alert: every, seq: 4, price: '1.091', from: '' },
    ]);
    expect((await at.alerts.list(anna)).total).toBe(0);
    // An edit of nothing but how often leaves it at rest, though the price is beyond it.
    for (const repeat of ['once', 'every'] as const) {
      expect((await at.alerts.edit(bert, { id: String(every), repeat }, NO_KEY)).data).toMatchObject({ Repeat: repeat, State: 'resting' });
    }
    await at.clock.advance(59_000);
    await at.tick([EURUSD, '1.08'], [EURUSD, '1.091']);
    await at.clock.advance(1_000);
    // It rests until its price is left after the minute: it is there still, a confirm does not leave it.
    await at.tick([EURUSD, ''], [EURUSD, '1.09']);
    expect((await at.alerts.list(bert)).data).toMatchObject([{ State: 'resting' }]);
    await at.tick([EURUSD, '1.08999']);
    expect((await at.alerts.list(bert)).data).toMatchObject([{ State: 'waiting' }]);
    await at.tick([EURUSD, ''], [EURUSD, '1.09']);
    expect(await seqs(at)).toEqual([4, 4, 13]);
    expect((await at.alerts.fired(bert, 1)).data).toMatchObject([
      { AlertId: every, Seq: 13, Price: 1.09, Level: 1.09, Repeat: 'every' },
      { AlertId: every, Seq: 4, Price: 1.091 },
    ]);
    await at.stop();
  });

  it('D9.145 D9.147 an edit of nothing but how often leaves at rest what had fired already, though nobody had evaluated it yet', async () => {
    const at = await openAlerts(await open());
    await at.start();
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const id = await at.above(anna, EURUSD, '1.09', 'every');
    await at.tick([EURUSD, '1.08']);
    await at.stop();
    await at.tick([EURUSD, '1.091']);
    expect((await at.alerts.edit(anna, { id: String(id), repeat: 'once' }, NO_KEY)).data).toMatchObject({ State: 'waiting' });
    await at.tick([EURUSD, '1.08'], [EURUSD, '1.091']);
    await at.start();
    expect([await seqs(at), (await at.alerts.list(anna)).data]).toMatchObject([[3], [{ Repeat: 'once', State: 'resting' }]]);
    // A restart knows it from the table.
    await at.stop();
    await at.start();
    await at.clock.advance(60_000);
    await at.tick([EURUSD, '1.092'], [EURUSD, '1.08'], [EURUSD, '1.09']);
    expect(await seqs(at)).toEqual([3, 8]);
    await at.stop();
  });

  it('D9.146 a move counts from the extremes of its window, which a restart reads back, and begins anew after it fired', async () => {
    const at = await openAlerts(await open(), { isSealing: true });
    await at.start();
    await at.tick([EURUSD, '2']);
    const anna = await at.trader();
    await at.clock.advance(5_000);
    const id = await at.move(anna, EURUSD, '1', 60, 'every');
    // Before it was set the price was 2: that does not count.
    await at.tick([EURUSD, '1']);
    await at.clock.advance(30_000);
    await at.tick([EURUSD, '1.005']);
    await at.stop();
    await at.clock.advance(29_000);
    await at.start();
    // The low of 59 seconds ago counts still.
    await at.tick([EURUSD, '1.01']);
    expect(await at.told()).toEqual([{ userId: anna.id, alert: id, seq: 4, price: '1.01', from: '1' }]);
    await at.clock.advance(61_000);
    // Nothing from before it was armed again: a fall of 1 % counts from here.
    await at.tick([EURUSD, '1'], [EURUSD, '0.991']);
    expect(await seqs(at)).toEqual([4]);
    await at.clock.advance(60_000);
    // A minute later the high of 1 has left the window.
    await at.tick([EURUSD, '0.99'], [EURUSD, '1'], [EURUSD, '0.99']);
    expect((await at.told()).slice(1)).toEqual([{ userId: anna.id, alert: id, seq: 8, price: '1', from: '0.99' }]);
    await at.stop();
  });

  it('D9.148 what many fire at one tick goes out in parts, each once, though the process is killed between them; the newest are kept', async () => {
    const at = await openAlerts(await open());
    await at.start();
    await at.tick([EURUSD, '1.08']);
    await at.stop();
    const anna = await at.trader();
    const bert = await at.trader();
    await at.db.transaction(async (trx) => {
      for (let seq = -FIRED_ALERTS_MAX - 2; seq < 1; seq++) await insertFired(trx, [{ ...OLD, ...NONE, user_id: anna.id, tick_seq: seq }]);
      for (let step = 0; step < 300; step++) await insertAlert(trx, bert.id, { ...TERMS, price: decimal('1.09') + BigInt(step) }, 0);
    });
    await at.above(anna, EURUSD, '1.09');
    await at.tick([EURUSD, '1.2']);
    // Of the sixth at the latest it dies between the two parts.
    for (const moment of ['before commit', 'after commit'] as const) {
      for (let transaction = 1; transaction <= 6; transaction++) {
        const mortal = mortalDb(at.db);
        mortal.dieAt(transaction, moment);
        await at.start(mortal);
        await at.stop();
      }
    }
    await at.start();
    const told = await at.told();
    expect(told.map(({ seq }) => seq)).toEqual(Array.from({ length: 301 }, () => 2));
    expect(new Set(told.map(({ alert }) => alert)).size).toBe(301);
    expect(await at.changes()).toEqual([]);
    const kept = await at.alerts.fired(anna, 1);
    expect([kept.total, kept.data[0]?.Seq, kept.data.length]).toEqual([FIRED_ALERTS_MAX, 2, 20]);
    await at.stop();
  });

  it('D9.145 racing acts and ticks: what the tape put in an order is evaluated in that order, now and later', async () => {
    const at = await openAlerts(await open());
    await at.start();
    await at.tick([EURUSD, '1.08000']);
    const ticks = await race(at);
    await at.caughtUp();
    const expected = wordings(at).flatMap((terms) => firedBy(terms, ticks));
    const words = expected.map(({ alert, seq }) => `${alert} at ${seq}`).sort();
    expect(words.length).toBeGreaterThan(10);
    expect((await at.told()).map(({ alert, seq }) => `${alert} at ${seq}`).sort()).toEqual(words);
    await at.stop();
  });
});

const TERMS = { productId: EURUSD, kind: 'above', price: undefined, percent: undefined, windowS: undefined, repeat: 'once' } as const;
/** Something that fired long ago. */
const OLD = { alert_id: 1, product_id: EURUSD, kind: 'above', asked_price: 1n, repeat: 'once', price: 1n, at: 1 } as const;
const NONE = { percent: null, window_s: null, from_price: null };

/** Ticks on a narrow path while alerts on it are set, moved and deleted, all at the same time. */
async function race(at: AlertRig): Promise<OracleTick[]> {
  const random = chance(7);
  const people = await Promise.all([at.trader(), at.trader(), at.trader()]);
  const ticks: OracleTick[] = [];
  at.tape.onGroup(({ ticks: committed, committedAtMs }) => {
    for (const { seq, price } of committed)
      ticks.push({ seq, product: EURUSD, second: Math.floor(committedAtMs / 1_000), price: Math.round(toNumber(price) * 1e5) });
  });
  for (let round = 0; round < 25; round++) {
    await at.clock.advance(random(3) === 0 ? 20_000 : 300);
    const acts = people.map(async (one) => {
      const price = () => (1.08 + (random(17) - 8) / 1e5).toFixed(5);
      const repeat = random(2) === 0 ? 'once' : 'every';
      const kind = random(2) === 0 ? 'above' : 'below';
      await at.alerts.create(one, { forex_id: '1', kind, price: price(), repeat }, NO_KEY);
      const [known] = (await at.alerts.list(one)).data;
      if (known && random(2) === 0) await at.alerts.edit(one, { id: String(known.Id), price: price() }, NO_KEY);
      else if (known) await at.alerts.remove(one, String(known.Id), NO_KEY);
    });
    const path = Array.from({ length: 4 }, () => at.tick([EURUSD, (1.08 + (random(41) - 20) / 1e5).toFixed(5)]));
    await Promise.all([...acts, ...path]);
  }
  await at.tick([EURUSD, '1.08000']);
  return ticks;
}

/** Every wording as the tape has placed it. */
function wordings(at: AlertRig): OracleTerms[] {
  const rows = [...at.placed.values()].sort((a, b) => a.id - b.id);
  return rows
    .filter(({ act }) => act === 'put')
    .map((row) => ({
      ...{ alert: row.alert_id, product: row.product_id, kind: row.kind, every: row.repeat === 'every', hundredths: 0, windowS: 0 },
      rested: row.rest_until,
      price: Math.round(Number(formatDecimal(row.asked_price ?? 0n)) * 1e5),
      from: row.from_seq ?? 0,
      second: Math.floor((row.from_at ?? 0) / 1_000),
      until: rows.find((next) => next.alert_id === row.alert_id && next.id > row.id)?.from_seq ?? Number.POSITIVE_INFINITY,
    }));
}
