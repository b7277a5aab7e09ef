/** D9.79: what a reply or a snapshot says of orders and balances is exactly the state after the event whose number stands beside it. */
import { expect, it } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { NumberedBalances } from '#protocol/rest/numbered-balances.ts';
import { Seeded } from '../../engine/seeded.ts';
import { eachDatabase } from '../each-database.ts';
import { type History, raceAccount, type ToldEvent } from './racing-history.ts';
import { EURUSD, filled, freshKey, marketOrder, openDesk } from './trading-fixture.ts';

type Live = ReadonlyMap<number, number>;
const withOutbox = () => ({ ...freshKey(), withOutbox: true });

/** What the events up to a number say of an order's state, by the plainest reading: the second opinion on every number. */
function liveAfter(events: readonly ToldEvent[], seq: number): Live {
  const live = new Map<number, number>();
  for (const event of events.filter((it) => it.seq <= seq)) {
    if (event.topic === 'FOREX_CLOSED') for (const id of event.payload.data as number[]) live.delete(id);
    if (event.topic !== 'ORDER') continue;
    const { Id, Status } = event.payload.data as { Id: number; Status: number };
    if (Status > 1) live.delete(Id);
    else live.set(Id, Status);
  }
  return live;
}
const balanceAfter = (events: readonly ToldEvent[], seq: number): unknown =>
  events.filter((event) => event.seq <= seq && event.topic === 'BALANCE').at(-1)?.payload.data;

const liveOf = (rows: readonly OrderRow[]): Live => new Map(rows.map((row) => [row.Id, row.Status]));
/** Everything of a row that does not move with the price. */
const still = ({ UpdatePrice: _price, FactProfits: _profit, ...row }: OrderRow) => row;

function expectBalances({ events, begin }: History, { seq, balances }: NumberedBalances): void {
  expect(balances, `balances at ${seq}`).toEqual(balanceAfter(events, seq) ?? begin.outbox.balances);
}

eachDatabase('numbers beside replies and snapshots', (open, dialect) => {
  it.each([1, 2, 3])('D9.79 are exact while several tabs and nodes act and the market judges (race %i)', async (seed) => {
    const first = await open();
    const history = await raceAccount(dialect === 'postgres' ? [first, await open({ again: first })] : [first], new Seeded(seed));
    const { events, snapshots, replies, end } = history;
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(replies.length).toBeGreaterThan(5);
    for (const { Orders, outbox } of [...snapshots, end]) {
      expect(liveOf(Orders), `orders at ${outbox.seq}`).toEqual(liveAfter(events, outbox.seq));
      expectBalances(history, outbox);
    }
    for (const { rows, outbox } of replies) {
      const live = liveAfter(events, outbox.seq);
      for (const row of rows) expect(live.get(row.Id), `order ${row.Id} at ${outbox.seq}`).toBe(row.Status > 1 ? undefined : row.Status);
      expectBalances(history, outbox);
    }
    // Whoever saw the same number saw the same rows.
    const seen = new Map<number, unknown>();
    for (const { Orders, outbox } of [...snapshots, end]) {
      const rows = Orders.map(still);
      expect(rows).toEqual(seen.get(outbox.seq) ?? rows);
      seen.set(outbox.seq, rows);
    }
    for (const { rows, outbox } of replies) {
      const known = seen.get(outbox.seq) as { Id: number }[] | undefined;
      for (const row of rows.filter((it) => known && it.Status < 2)) expect(known).toContainEqual(still(row));
    }
  });

  it('D9.79 are those of the moment of the act, also when the answer is asked for again later', async () => {
    const at = await openDesk(await open());
    await at.tick([EURUSD, '1.08']);
    const anna = await at.trader();
    const key = withOutbox();
    const first = await at.desk.submit(anna, marketOrder(), key);
    const { seq } = first.outbox as NumberedBalances;
    expect(first.outbox).toEqual((await at.desk.accountState(anna)).outbox);
    await at.desk.close(anna, { id: String(filled(first).Id) }, freshKey());
    expect((await at.desk.accountState(anna)).outbox.seq).toBeGreaterThan(seq);
    expect((await at.desk.submit(anna, marketOrder(), key)).outbox).toEqual(first.outbox);
    expect((await at.desk.byClientId(anna, key.key as string)).outcome?.outbox).toEqual(first.outbox);
    expect((await at.desk.submit(anna, marketOrder(), freshKey())).outbox).toBeUndefined();
    await at.desk.stop();
  });
});
