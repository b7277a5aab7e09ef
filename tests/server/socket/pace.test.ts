/** What an ext socket gets is what it named, at the pace that it asked for (performance goal G14). */
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
const ORDER = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };

async function ext(): Promise<{ socket: TestSocket; epoch: string }> {
  const socket = await app.connect();
  const hello = await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
  return { socket, epoch: String(hello.epoch) };
}
const rowsOf = (frames: readonly Received[], symbol: string): QuoteBatchRow[] =>
  frames.filter(isType('DAY_MARKET')).flatMap((frame) => (frame.data as QuoteBatchRow[]).filter((row) => row.symbol === symbol));
const trade = async (token: string) => {
  const { data } = await app.call<FillReply>('/v2/api/forex/submit', ORDER, { ...POST, token });
  return data.Id;
};

describe('what a socket gets', () => {
  it('G14: named symbols come ten times a second, the others not at all; more names bring the state of those alone', async () => {
    const { socket } = await ext();
    const ask = (symbols: string[]) => socket.ask({ type: 'sub', topic: 'DAY_MARKET', id: 4, symbols }, isSub('DAY_MARKET'));
    const named = (sub: Received) => (sub.snapshot as QuoteBatchRow[]).map((row) => row.symbol);
    expect(named(await ask(['EURUSD']))).toEqual(['EURUSD']);
    await socket.run(1_000);
    const from = socket.frames.length;
    for (let tick = 0; tick < 20; tick++) {
      await app.pushTick('EURUSD', `1.08${500 + tick}`);
      await app.pushTick('XAUUSD', `2400.${10 + tick}`);
      await socket.run(100);
    }
    const ticks = (symbol: string) => rowsOf(socket.frames.slice(from), symbol).length;
    expect(ticks('EURUSD')).toBeGreaterThanOrEqual(18);
    expect(ticks('XAUUSD')).toBe(0);
    const more = await ask(['XAUUSD', 'EURUSD']);
    expect(named(more)).toEqual(['XAUUSD']);
    expect((more.snapshot as QuoteBatchRow[])[0]?.close).toBe(2400.29);
    socket.send({ type: 'unsub', topic: 'DAY_MARKET' });
    expect(named(await ask(['XAUUSD', 'EURUSD']))).toEqual(['EURUSD', 'XAUUSD']);
    const seqs = socket.frames.filter(isType('DAY_MARKET')).map((frame) => Number(frame.seq));
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it('G14: a forming bar comes at the pace that was asked for, a closed one at once', async () => {
    const { socket } = await ext();
    await socket.ask({ type: 'sub', topic: 'KLINE_EURUSD', period: '1min', id: 7, pace: 5_000 }, isSub('KLINE_EURUSD'));
    const from = socket.frames.length;
    for (let tick = 0; tick < 100; tick++) {
      await app.pushTick('EURUSD', `1.08${100 + tick}`);
      await socket.run(100);
    }
    const bars = () => socket.frames.slice(from).filter(isType('KLINE'));
    expect(bars().length).toBeGreaterThanOrEqual(2);
    expect(bars().length).toBeLessThanOrEqual(4);
    await socket.stay(50_000);
    await app.pushTick('EURUSD', '1.0902');
    const closed = await socket.until((frame) => frame.type === 'KLINE' && frame.closed === true, from);
    expect(closed).toMatchObject({ High: 1.08345, Close: 1.08199 });
    const seqs = bars().map((frame) => Number(frame.seq));
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
  });

  it('G14: figures that only prices moved come at the pace that was asked for, an order at once', async () => {
    const { token } = await app.demo();
    const { socket } = await ext();
    await socket.ask({ type: 'login', token }, isType('login'));
    await trade(token);
    await socket.ask({ type: 'sub', topic: 'FOREX_TRADE', id: 6, pace: 5_000 }, isSub('FOREX_TRADE'));
    const from = socket.frames.length;
    const figures = () => socket.frames.slice(from).filter(isType('FOREX_TRADE'));
    for (let tick = 0; tick < 100; tick++) {
      await app.pushTick('EURUSD', `1.08${300 + tick}`);
      await socket.run(100);
    }
    expect(figures().length).toBeGreaterThanOrEqual(1);
    expect(figures().length).toBeLessThanOrEqual(3);
    const before = figures().length;
    await trade(token);
    await socket.run(1_200);
    expect(figures().length).toBeGreaterThan(before);
  });
});
