/** D9.78: the numbers of private events belong to the database: a client goes on over a restart and at another node, and never in another history. */
import { expect, it } from 'vitest';
import type { FillReply } from '#protocol/rest/forex.ts';
import { eachDatabase } from '../each-database.ts';
import { keyFolderOf } from '../key-folder.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received, TestSocket } from '../test-socket.ts';

const EVENTS = ['FOREX_CLOSED', 'ORDER', 'BALANCE', 'NOTICE'];
const ORDER = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };
const POST = { method: 'POST' } as const;
const isType = (type: string) => (frame: Received) => frame.type === type;
const isSub = (topic: string) => (frame: Received) => frame.type === 'sub' && frame.topic === topic;

type Position = { readonly epoch: string; readonly seq: number; readonly t: number };
const positionOf = ({ epoch, seq, t }: Received): Position => ({ epoch: String(epoch), seq: Number(seq), t: Number(t) });

/** A socket of the person in ext that has subscribed every event topic, from a position where there is one. */
async function listening(app: StartedApp, token: string, from?: Position): Promise<{ socket: TestSocket; replies: Received[] }> {
  const socket = await app.connect();
  await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
  await socket.ask({ type: 'login', token }, isType('login'));
  const replies: Received[] = [];
  for (const topic of EVENTS) replies.push(await socket.ask({ type: 'sub', topic, id: 2, ...from }, isSub(topic)));
  await socket.run(300);
  return { socket, replies };
}
const eventsOf = (socket: TestSocket): Received[] => socket.frames.filter((frame) => EVENTS.includes(frame.type));
const numbersOf = (socket: TestSocket): number[] =>
  eventsOf(socket)
    .map((frame) => Number(frame.seq))
    .sort((a, b) => a - b);

async function trade(app: StartedApp, token: string): Promise<number> {
  await app.pushTick('EURUSD', '1.0834');
  return (await app.call<FillReply>('/v2/api/forex/submit', ORDER, { ...POST, token })).data.Id;
}
const wholeRange = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

eachDatabase('the numbers of private events', (open, dialect) => {
  it('D9.78 go on over a restart: whoever comes back gets just what was missed, in number and content', async () => {
    const db = await open();
    const before = await startApp({ db });
    const { token, id } = await before.demo();
    const first = await listening(before, token);
    await trade(before, token);
    await first.socket.run(500);
    const last = positionOf({
      ...(first.replies[0] as Received),
      ...(eventsOf(first.socket).at(-1) as Received),
      epoch: first.replies[0]?.epoch,
    });
    const missedId = await trade(before, token);
    const stoppedMs = before.clock.now();
    await before.close();

    const after = await startApp({ db, startMs: stoppedMs + 5_000 });
    const { seq: newest } = await after.server.outbox.position(id);
    const second = await listening(after, token, last);
    expect(second.replies.map(({ recovered, epoch, seq }) => ({ recovered, epoch, seq }))).toEqual(
      EVENTS.map(() => ({ recovered: true, epoch: last.epoch, seq: newest })),
    );
    expect(numbersOf(second.socket)).toEqual(wholeRange(last.seq + 1, newest));
    expect(eventsOf(second.socket).find(isType('ORDER'))).toMatchObject({ data: { Id: missedId, Status: 1 } });
    await trade(after, token);
    await second.socket.run(500);
    expect(numbersOf(second.socket)).toEqual(wholeRange(last.seq + 1, newest + 2));
    await after.close();
  });

  it('D9.78 are those of one history: a database that was set back and went on recovers nobody from what it lost', async () => {
    const db = await open();
    const app = await startApp({ db });
    const { token, id } = await app.demo();
    await trade(app, token);
    const kept = await app.server.outbox.position(id);
    await app.clock.advance(1_000);
    await trade(app, token);
    const lost = await app.server.outbox.position(id);
    // What a restored backup looks like: the events after it are gone, and others get their numbers later.
    await db.transaction(async (trx) => {
      await trx.deleteFrom('outbox').where('user_id', '=', id).where('seq', '>', kept.seq).execute();
      await trx.updateTable('user_seq').set({ seq: kept.seq }).where('user_id', '=', id).execute();
    });
    const early = await listening(app, token, { ...lost, t: lost.atMs });
    expect(early.replies.map((reply) => reply.recovered)).toEqual([false, false, false, false]);
    await app.clock.advance(1_000);
    for (let round = 0; round < 2; round++) await trade(app, token);
    const late = await listening(app, token, { ...lost, t: lost.atMs });
    expect(late.replies.map((reply) => reply.recovered)).toEqual([false, false, false, false]);
    expect(eventsOf(late.socket)).toEqual([]);
    // What both histories share is recovered.
    const shared = await listening(app, token, { ...kept, t: kept.atMs });
    expect(shared.replies.map((reply) => reply.recovered)).toEqual([true, true, true, true]);
    expect(numbersOf(shared.socket)).toEqual(wholeRange(kept.seq + 1, kept.seq + 4));
    await app.close();
  });

  it('D9.78 of another database are others, though a person of both has as many events at the same times', async () => {
    const apps = [await startApp({ db: await open({ isEmpty: true }) }), await startApp({ db: await open({ isEmpty: true }) })] as const;
    const people = [];
    for (const app of apps) {
      const { token, id } = await app.demo();
      await trade(app, token);
      people.push({ token, position: await app.server.outbox.position(id) });
    }
    const [one, other] = people as [(typeof people)[0], (typeof people)[0]];
    expect({ ...one.position, epoch: '' }).toEqual({ ...other.position, epoch: '' });
    expect(one.position.epoch).not.toBe(other.position.epoch);
    const { replies } = await listening(apps[1], other.token, { ...one.position, t: one.position.atMs });
    expect(replies.map((reply) => reply.recovered)).toEqual([false, false, false, false]);
    for (const app of apps) await app.close();
  });

  it.runIf(dialect === 'postgres')('D9.78 are the same at another node, which tells what was missed and then goes on live', async () => {
    const db = await open();
    const leader = await startApp({ db });
    const other = await startApp({ db: await open({ again: db }), config: { tapeKeyDir: keyFolderOf(db) } });
    const { token, id } = await leader.demo();
    const first = await listening(leader, token);
    await trade(leader, token);
    await first.socket.run(500);
    const position = await leader.server.outbox.position(id);
    await trade(leader, token);
    const second = await listening(other, token, { ...position, t: position.atMs });
    expect(second.replies.map((reply) => reply.recovered)).toEqual([true, true, true, true]);
    expect(numbersOf(second.socket)).toEqual(wholeRange(position.seq + 1, position.seq + 2));
    await trade(leader, token);
    await expect
      .poll(async () => {
        await second.socket.run(300);
        return numbersOf(second.socket);
      })
      .toEqual(wholeRange(position.seq + 1, position.seq + 4));
    await other.close();
    await leader.close();
  });
});
