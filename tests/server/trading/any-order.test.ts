/**
 * D9.80: a client that is told by numbers ends with exactly the server's orders and balances, in whatever order, how late, how often and
 * with whatever gaps replies, snapshots and events come, without any timer, and with few reads of the whole state.
 */
import { expect, it } from 'vitest';
import { Seeded } from '../../engine/seeded.ts';
import { eachDatabase } from '../each-database.ts';
import { type History, raceAccount, type ToldEvent } from './racing-history.ts';
import { serverState, ToldClient } from './told-client.ts';

const INTERLEAVINGS = process.env.TEST_LONG ? 10_000 : 300;
/** One history is told so often before another one is made. */
const PER_HISTORY = 50;

type Delivery = (client: ToldClient) => unknown;

const shuffled = <T>(items: readonly T[], random: Seeded): T[] => {
  const rest = [...items];
  return items.map(() => rest.splice(random.whole(0, rest.length - 1), 1)[0] as T);
};

/** Live life on one connection after another: events in their order, replies and snapshots at any time, cuts that lose and resumes that replay. */
function connections(history: History, random: Seeded): Delivery[] {
  const { events, replies, snapshots } = history;
  const stream: Delivery[] = [(client) => client.answer(0, undefined)];
  for (const event of events) {
    stream.push((client) => client.event(event));
    if (random.chance(0.1)) stream.push((client) => client.event(event));
    if (random.chance(0.12)) stream.push(resume(history, event));
  }
  for (const index of replies.keys()) stream.splice(random.whole(1, stream.length), 0, (client) => client.reply(index));
  for (const snapshot of snapshots) stream.splice(random.whole(1, stream.length), 0, (client) => client.late(snapshot));
  // What a cut loses, the resume at the end brings.
  return [...stream.filter((_, index) => index === 0 || random.chance(0.85)), resume(history, events.at(-1))];
}

/** A new connection when the server is at an event: what is missed is replayed topic by topic, or not at all. */
function resume({ events }: History, at: ToldEvent | undefined): Delivery {
  return (client) => {
    const newest = at?.seq ?? 0;
    const from = client.account.position?.seq ?? 0;
    if (from > newest) return;
    const canRecover = newest - from < 20;
    client.answer(newest, canRecover);
    if (!canRecover) return;
    const missed = events.filter((event) => event.seq > from && event.seq <= newest);
    const topics = [...new Set(missed.map((event) => event.topic))];
    for (const topic of topics) for (const event of missed) if (event.topic === topic) client.event(event);
  };
}

/** No order at all: everything shuffled, some of it twice. */
const chaos = (history: History, random: Seeded): Delivery[] => {
  const { events, replies, snapshots } = history;
  const all: Delivery[] = [
    ...events.map(
      (event): Delivery =>
        (client) =>
          client.event(event),
    ),
    ...[...replies.keys()].map(
      (index): Delivery =>
        (client) =>
          client.reply(index),
    ),
    ...snapshots.map(
      (snapshot): Delivery =>
        (client) =>
          client.late(snapshot),
    ),
  ];
  const twice = all.filter(() => random.chance(0.2));
  return [(client) => client.answer(0, undefined), ...shuffled([...all, ...twice], random)];
};

async function tell(history: History, deliveries: readonly Delivery[], random: Seeded): Promise<ToldClient> {
  const client = new ToldClient(history, random);
  for (const deliver of deliveries) {
    await deliver(client);
    if (random.chance(0.3)) await client.letRead();
  }
  while (await client.letRead());
  return client;
}

eachDatabase('a client told by numbers', (open, dialect) => {
  // The two engines share the interleavings.
  const count = Math.ceil(INTERLEAVINGS / 2);
  it(`D9.80 ends as the server, in ${count} interleavings of histories in which tabs, nodes and judge race`, async () => {
    let told = 0;
    let reads = 0;
    for (let seed = 1; told < count; seed++) {
      const random = new Seeded(seed + (dialect === 'postgres' ? 1_000_000 : 0));
      const first = await open();
      const history = await raceAccount(dialect === 'postgres' ? [first, await open({ again: first })] : [first], random);
      const server = serverState(history);
      for (let round = 0; round < PER_HISTORY && told < count; round++, told++) {
        const isChaos = round % 2 === 1;
        const client = await tell(history, (isChaos ? chaos : connections)(history, random), random);
        expect(client.state, `seed ${seed}, round ${round}`).toEqual(server);
        // One read to begin, and at most one for each event that nothing else reported.
        expect(client.reads, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(history.events.length + 2);
        if (!isChaos) reads += client.reads;
      }
    }
    // On connections as they are, few of them.
    expect(reads / (count / 2)).toBeLessThan(14);
  }, 600_000);
});
