import { expect, it } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { appendEvents, type OutboxEvent } from '#server/repositories/outbox-repository.ts';
import { createOutboxPublisher, type OutboxPublisher, type PublishedEvent } from '#server/trading/outbox/outbox-publisher.ts';
import { eachDatabase } from '../each-database.ts';
import { openDesk } from './trading-fixture.ts';

const order = (id: number): OutboxEvent => ({ topic: 'ORDER', payload: { data: { Id: id, Status: 1 } } });
const append = (db: Db, userId: number, ...ids: number[]) => db.transaction((trx) => appendEvents(trx, userId, ids.map(order), 0));

function heard(publisher: OutboxPublisher): PublishedEvent[] {
  const events: PublishedEvent[] = [];
  publisher.onEvent((event) => events.push(event));
  return events;
}
const of = (events: PublishedEvent[], userId: number) => events.filter((event) => event.userId === userId);

eachDatabase('outbox publisher', (open) => {
  it('hands out every event of every user once, in order and without a gap, from many commits at once', async () => {
    const at = await openDesk(await open(), { isStarted: false });
    await append(at.db, 1, 1, 2);
    const publisher = createOutboxPublisher(at);
    await publisher.start();
    const events = heard(publisher);
    const writes = Array.from({ length: 60 }, (_, n) => append(at.db, 1 + (n % 3), n, n).then(() => publisher.wake()));
    await Promise.all(writes);
    await expect.poll(() => events.length).toBe(120);
    expect(of(events, 1).map((event) => event.seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 3));
    expect(of(events, 2).map((event) => event.seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    expect(events[0]).toMatchObject({ topic: 'ORDER', payload: { data: { Status: 1 } } });
    expect(await publisher.position(1)).toMatchObject({ seq: 42, epoch: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(await publisher.position(99)).toMatchObject({ seq: 0, atMs: 0 });
    expect((await publisher.replayAfter(1, 40, 10)).map((event) => event.seq)).toEqual([41, 42]);
    await publisher.stop();
  });

  it('finds by itself what another process committed', async () => {
    const at = await openDesk(await open(), { isStarted: false });
    const publisher = createOutboxPublisher(at);
    await publisher.start();
    const events = heard(publisher);
    await append(at.db, 5, 1);
    expect(events).toEqual([]);
    await at.clock.advance(1_000);
    await expect.poll(() => events.map((event) => event.seq)).toEqual([1]);
    await publisher.stop();
  });

  it('keeps the newest event of everybody when it forgets old ones, so that numbers go on', async () => {
    const at = await openDesk(await open(), { isStarted: false });
    await append(at.db, 5, 1, 2, 3);
    const publisher = createOutboxPublisher(at);
    await publisher.start();
    await at.clock.advance(25 * 3_600_000);
    await expect.poll(async () => (await publisher.replayAfter(5, 0, 10)).map((event) => event.seq)).toEqual([3]);
    await append(at.db, 5, 4);
    expect((await publisher.position(5)).seq).toBe(4);
    expect((await at.laws()).filter((line) => line.includes('without a gap'))).toEqual([]);
    await publisher.stop();
  });
});
