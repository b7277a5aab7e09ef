/** The ext profile: hello, sequence, snapshots, batches, recovery of events, the head of the tape, and how a node says goodbye. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { QuoteBatchRow } from '#protocol/socket.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received, TestSocket } from '../test-socket.ts';

let app: StartedApp;
beforeEach(async () => {
  app = await startApp();
  await app.pushTick('EURUSD', '1.08345');
});
afterEach(() => app.close());

const isType = (type: string) => (frame: Received) => frame.type === type;
const isSub = (topic: string) => (frame: Received) => frame.type === 'sub' && frame.topic === topic;
const POST = { method: 'POST' } as const;
const EVENTS = ['FOREX_CLOSED', 'ORDER', 'BALANCE', 'NOTICE'];
const ORDER = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };

async function ext(): Promise<{ socket: TestSocket; epoch: string }> {
  const socket = await app.connect();
  await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
  return { socket, epoch: (await app.server.outbox.position(0)).epoch };
}
const rowsOf = (frames: readonly Received[], symbol: string): QuoteBatchRow[] =>
  frames.filter(isType('DAY_MARKET')).flatMap((frame) => (frame.data as QuoteBatchRow[]).filter((row) => row.symbol === symbol));
const trade = async (token: string) => {
  const { data } = await app.call<FillReply>('/v2/api/forex/submit', ORDER, { ...POST, token });
  return data.Id;
};
const close = (token: string, id: number) => app.call('/v2/api/forex/close', { id: String(id) }, { ...POST, token });

describe('the socket in ext', () => {
  it('hello says version, epoch, server time and limits; pings carry the time', async () => {
    const { socket } = await ext();
    expect(socket.frames[0]).toMatchObject({ type: 'hello', v: 2, epoch: expect.stringMatching(/^[0-9a-f]{8}$/), flush_ms: 100 });
    expect(socket.frames[0]?.limits).toMatchObject({ subs: 64 });
    const pong = await socket.ask({ type: 'ping', id: 5, c: 17.5 }, isType('pong'));
    expect(pong).toMatchObject({ id: 5, c: 17.5, t: expect.any(Number) });
  });

  it('DAY_MARKET: a whole snapshot, then conflated batches whose seq has no hole', async () => {
    const { socket } = await ext();
    const sub = await socket.ask({ type: 'sub', topic: 'DAY_MARKET', id: 4 }, isSub('DAY_MARKET'));
    const snapshot = sub.snapshot as QuoteBatchRow[];
    expect(snapshot).toHaveLength(42);
    expect(snapshot.find((row) => row.symbol === 'EURUSD')).toMatchObject({ close: 1.08345, status: 1, open: expect.any(Number) });
    await socket.run(200);
    const from = socket.frames.length;
    for (const price of ['1.0840', '1.0850', '1.0830', '1.0841']) await app.pushTick('EURUSD', price);
    await socket.run(200);
    const rows = rowsOf(socket.frames.slice(from), 'EURUSD').filter((row) => row.c === undefined);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ close: 1.0841, hi: 1.085, lo: 1.083, v: 4 });
    const seqs = socket.frames.filter(isType('DAY_MARKET')).map((frame) => Number(frame.seq));
    expect(seqs).toEqual(seqs.map((_, index) => Number(sub.seq) + 1 + index));
  });

  it('a confirm is marked, makes no volume, and keeps the price', async () => {
    const { socket } = await ext();
    await socket.ask({ type: 'sub', topic: 'DAY_MARKET', id: 4 }, isSub('DAY_MARKET'));
    await socket.run(200);
    const from = socket.frames.length;
    await socket.run(3_000);
    const confirms = rowsOf(socket.frames.slice(from), 'EURUSD');
    expect(confirms.length).toBeGreaterThanOrEqual(2);
    for (const row of confirms) expect(row).toMatchObject({ c: 1, close: 1.08345, v: 0 });
  });

  it('KLINE: snapshot of the forming bar, then changes with n, seq and closed', async () => {
    const { socket } = await ext();
    const sub = await socket.ask({ type: 'sub', topic: 'KLINE_EURUSD', period: '1min', id: 7 }, isSub('KLINE_EURUSD'));
    expect((sub.snapshot as Received[])[0]).toMatchObject({ Period: '1min', Time: Date.UTC(2026, 2, 4, 10) });
    await app.pushTick('EURUSD', '1.0901');
    const bar = await socket.until((frame) => frame.type === 'KLINE' && frame.Close === 1.0901);
    expect(bar).toMatchObject({ n: expect.any(Number), seq: expect.any(Number), closed: false });
    await socket.stay(60_000);
    await app.pushTick('EURUSD', '1.0902');
    await socket.until((frame) => frame.type === 'KLINE' && frame.Time === Date.UTC(2026, 2, 4, 10, 1));
    const seqs = socket.frames.filter(isType('KLINE')).map((frame) => Number(frame.seq));
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(new Set(seqs).size).toBe(seqs.length);
  });

  it('DW.07 private events carry uid and a gapless seq; whoever comes back gets exactly what was missed', async () => {
    const { token, uid } = await app.demo();
    const first = await ext();
    expect(await first.socket.ask({ type: 'login', token, id: 2 }, isType('login'))).toMatchObject({ code: 1, uid, realm: 'demo', id: 2 });
    const sub = await first.socket.ask({ type: 'sub', topic: 'FOREX_CLOSED', id: 3 }, isSub('FOREX_CLOSED'));
    expect(sub).toMatchObject({ code: 1, epoch: expect.stringMatching(/^[0-9a-f]{16}$/), seq: expect.any(Number) });
    expect(sub).not.toHaveProperty('recovered');
    await close(token, await trade(token));
    const live = await first.socket.until(isType('FOREX_CLOSED'));
    expect(live).toMatchObject({ uid, seq: expect.any(Number) });
    first.socket.close();

    const missed = await trade(token);
    await close(token, missed);
    const second = await ext();
    await second.socket.ask({ type: 'login', token }, isType('login'));
    const position = { epoch: String(sub.epoch), seq: Number(live.seq), t: Number(live.t) };
    const again = await second.socket.ask({ type: 'sub', topic: 'FOREX_CLOSED', id: 9, ...position }, isSub('FOREX_CLOSED'));
    expect(again).toMatchObject({ recovered: true });
    await second.socket.run(500);
    const replayed = second.socket.frames.filter(isType('FOREX_CLOSED'));
    expect(replayed.map((frame) => frame.data)).toEqual([[missed]]);
    expect(Number(replayed[0]?.seq)).toBeGreaterThan(position.seq);
    expect(second.socket.frames.filter((frame) => EVENTS.includes(frame.type))).toEqual(replayed);
  });

  it.each([
    ['another epoch', async () => ({ epoch: 'feedbeef', seq: 0, t: 0 })],
    ['a seq of the future', async (epoch: string) => ({ epoch, seq: 9_999, t: 1 })],
    [
      'events of more than two minutes ago',
      async (epoch: string, token: string) => {
        await close(token, await trade(token));
        await app.clock.advance(121_000);
        return { epoch, seq: 0, t: 0 };
      },
    ],
  ])('%s is not recovered: the client reads its lists again', async (_name, position) => {
    const { token } = await app.demo();
    const { epoch } = await ext();
    const asked = await position(epoch, token);
    const { socket } = await ext();
    await socket.ask({ type: 'login', token }, isType('login'));
    const sub = await socket.ask({ type: 'sub', topic: 'FOREX_CLOSED', id: 3, ...asked }, isSub('FOREX_CLOSED'));
    expect(sub).toMatchObject({ code: 1, recovered: false });
  });

  it('all four event topics together have every number once', async () => {
    const { token } = await app.demo();
    const { socket } = await ext();
    await socket.ask({ type: 'login', token }, isType('login'));
    for (const topic of EVENTS) await socket.ask({ type: 'sub', topic, id: 1 }, isSub(topic));
    for (let round = 0; round < 3; round++) await close(token, await trade(token));
    await socket.run(1_000);
    const seqs = socket.frames.filter((frame) => EVENTS.includes(frame.type)).map((frame) => Number(frame.seq));
    expect(seqs.length).toBeGreaterThanOrEqual(6);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
  });

  it('P5 after a break, all four topics from one position give every missed number once, then go on live', async () => {
    const { token } = await app.demo();
    await close(token, await trade(token));
    const { created_at: t } = await app.db.kysely.selectFrom('outbox').select('created_at').orderBy('seq').executeTakeFirstOrThrow();
    const { socket, epoch } = await ext();
    await socket.ask({ type: 'login', token }, isType('login'));
    for (const topic of EVENTS) socket.send({ type: 'sub', topic, id: 1, epoch, seq: 1, t });
    const replies = await Promise.all(EVENTS.map((topic) => socket.until(isSub(topic))));
    expect(replies.every((reply) => reply.recovered === true)).toBe(true);
    await close(token, await trade(token));
    await socket.run(1_000);
    const seqs = socket.frames.filter((frame) => EVENTS.includes(frame.type)).map((frame) => Number(frame.seq));
    const { seq: newest } = await app.server.outbox.position(
      (await app.db.kysely.selectFrom('user_seq').select('user_id').executeTakeFirstOrThrow()).user_id,
    );
    expect(newest).toBeGreaterThan(Number(replies[0]?.seq));
    expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: newest - 1 }, (_, index) => index + 2));
  });

  it('FOREX_TRADE comes with a snapshot, then with seq and uid', async () => {
    const { token, uid } = await app.demo();
    const { socket } = await ext();
    await socket.ask({ type: 'login', token }, isType('login'));
    const sub = await socket.ask({ type: 'sub', topic: 'FOREX_TRADE', id: 6 }, isSub('FOREX_TRADE'));
    expect(sub.snapshot).toMatchObject({ TransOrder: [], Balance: '10000', Equity: '10000', FreeMargin: '10000' });
    await trade(token);
    const push = await socket.until((frame) => frame.type === 'FOREX_TRADE' && JSON.stringify(frame.data).includes('"Id"'));
    expect(push).toMatchObject({ uid, seq: expect.any(Number) });
  });

  it('TAPE tells whoever asked the head of the chain about once a second', async () => {
    const { socket } = await ext();
    await socket.run(2_000);
    expect(socket.frames.filter(isType('TAPE'))).toEqual([]);
    expect(await socket.ask({ type: 'sub', topic: 'TAPE', id: 1 }, isSub('TAPE'))).toMatchObject({ code: 1 });
    await socket.run(5_000);
    const heads = socket.frames.filter(isType('TAPE'));
    expect(heads.length).toBeGreaterThanOrEqual(3);
    expect(heads.length).toBeLessThanOrEqual(6);
    expect(heads[0]).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), height: expect.any(Number), t: expect.any(Number) });
  });

  it('D9.02 a market that closes is told at once, without a tick', async () => {
    const open = app.server.catalogue.products().find((product) => {
      const now = app.clock.now();
      return (
        app.server.catalogue.statusAt(product, now) === 'open' && app.server.catalogue.statusAt(product, now + 86_400_000 * 3) !== 'open'
      );
    });
    expect(open).toBeDefined();
    if (!open) return;
    let closesMs = app.clock.now();
    while (app.server.catalogue.statusAt(open, closesMs) === 'open') closesMs += 60_000;
    app.clock.jump(closesMs - app.clock.now() - 3_000);
    await app.clock.advance(1_000);
    const { socket } = await ext();
    await socket.ask({ type: 'sub', topic: 'DAY_MARKET', id: 4 }, isSub('DAY_MARKET'));
    const from = socket.frames.length;
    const flip = await socket.until(
      (frame) => rowsOf([frame], open.code).some((row) => row.status !== undefined && row.status !== 1),
      from,
    );
    const row = rowsOf([flip], open.code)[0];
    expect(row?.opens_at).toBeGreaterThan(closesMs);
  });

  it('a token that is revoked ends the private topics and keeps the public ones', async () => {
    const { token } = await app.demo();
    const { socket } = await ext();
    await socket.ask({ type: 'login', token }, isType('login'));
    await socket.ask({ type: 'sub', topic: 'ORDER', id: 1 }, isSub('ORDER'));
    await socket.ask({ type: 'sub', topic: 'DAY_MARKET', id: 2 }, isSub('DAY_MARKET'));
    const from = socket.frames.length;
    await app.call('/api/user/logout', {}, { ...POST, token });
    expect(await socket.until(isType('login'), from)).toMatchObject({ code: 999 });
    expect(await socket.ask({ type: 'sub', topic: 'ORDER', id: 3 }, isSub('ORDER'))).toMatchObject({ code: 999 });
    await app.pushTick('EURUSD', '1.0999');
    await socket.until((frame) => rowsOf([frame], 'EURUSD').some((row) => row.close === 1.0999));
  });

  it('a token that died elsewhere is noticed within a minute', async () => {
    const { token, id } = await app.demo();
    const { socket } = await ext();
    await socket.ask({ type: 'login', token }, isType('login'));
    const from = socket.frames.length;
    await app.db.transaction((trx) => trx.updateTable('session').set({ revoked_at: 1 }).where('user_id', '=', id).execute());
    await socket.stay(62_000);
    expect(await socket.until(isType('login'), from)).toMatchObject({ code: 999 });
  });

  it('a stop says shutdown with a time to come back, and closes with 4503', async () => {
    const { socket } = await ext();
    const stopping = app.server.stop();
    const closed = await socket.untilClosed();
    await stopping;
    const farewell = socket.frames.find(isType('shutdown'));
    expect(farewell).toMatchObject({ retry_ms: expect.any(Number) });
    expect(closed).toEqual({ code: 4503, reason: String(farewell?.retry_ms) });
    expect(Number(closed.reason)).toBeGreaterThanOrEqual(250);
  });
});
