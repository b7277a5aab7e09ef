import { describe, expect, it } from 'vitest';
import { CLOSE_REASONS } from '#domain/close-reasons.ts';
import { parseSocket, readCandle } from '#protocol/parse-socket.ts';
import type { Received } from '#protocol/received.ts';
import { FRAME_ARRAY_MAX, FRAME_BYTES_MAX, NOTICE_KINDS } from '#protocol/socket.ts';
import { socketUrl } from '#protocol/socket-url.ts';

const read = (message: unknown): Received => {
  const parsed = parseSocket(JSON.stringify(message));
  expect(parsed.drops).toEqual([]);
  return parsed.messages[0] as Received;
};
const dropsOf = (frame: unknown) => parseSocket(typeof frame === 'string' ? frame : JSON.stringify(frame)).drops;

describe('socketUrl', () => {
  it('S1-7.54 same origin, /api/v2/ws, secure when the page is', () => {
    expect(socketUrl('https://shop.example')).toBe('wss://shop.example/api/v2/ws');
    expect(socketUrl('http://127.0.0.1:8080')).toBe('ws://127.0.0.1:8080/api/v2/ws');
    expect(() => socketUrl('file:///x')).toThrow(/origin: file/);
  });
});

describe('quotes', () => {
  const base = {
    type: 'DAY_MARKET',
    symbol: 'EURUSD',
    quotation: { open: 1, close: 1.5, high: 2, low: 0.5, change: 50, time: 1_763_625_600_123 },
  };

  it('S1-7.59 symbol and quotation with close and change', () => {
    expect(read(base)).toMatchObject({ kind: 'quotes', rows: [{ symbol: 'EURUSD', close: 1.5, change: 50, open: 1, high: 2, low: 0.5 }] });
  });

  it.each([
    ['decimal strings', { ...base, quotation: { open: '1', close: '1.5', high: '2', low: '0.5', change: '50', time: '1763625600123' } }],
    ['wrapped in data', { type: 'DAY_MARKET', data: { symbol: 'EURUSD', quotation: base.quotation } }],
    ['wrapped, symbol outside', { type: 'DAY_MARKET', symbol: 'EURUSD', data: { quotation: base.quotation } }],
    ['flat', { type: 'DAY_MARKET', symbol: 'EURUSD', ...base.quotation }],
    ['a list', { type: 'DAY_MARKET', data: [{ symbol: 'EURUSD', quotation: base.quotation }] }],
  ])('reads %s to the same', (_, message) => {
    expect(read(message)).toEqual(read(base));
  });

  it('a time in seconds is a time in seconds', () => {
    const message = { ...base, quotation: { ...base.quotation, time: 1_763_625_600 } };
    expect(read(message)).toMatchObject({ rows: [{ timeMs: 1_763_625_600_000 }] });
  });

  it('an ext batch brings extremes, volume, n and confirms', () => {
    const rows = [
      { symbol: 'A', close: 2, hi: 3, lo: 1, v: '4.5', n: 7, t: 1_763_625_600_123 },
      { symbol: 'B', close: 2, hi: 2, lo: 2, v: 0, n: 8, t: 1_763_625_600_124, c: 1 },
    ];
    const message = read({ type: 'DAY_MARKET', seq: 9, data: rows });
    expect(message).toMatchObject({
      seq: 9,
      rows: [
        { runHigh: 3, runLow: 1, runVolume: 4.5, n: 7, isConfirm: false },
        { n: 8, isConfirm: true, runVolume: 0 },
      ],
    });
  });

  it('rows without a sound price are left out; a frame of nothing else is dropped', () => {
    const rows = [{ symbol: 'A', close: 0 }, { symbol: 'A', close: 'NaN' }, { symbol: '', close: 1 }, null, 5];
    expect(dropsOf({ type: 'DAY_MARKET', data: rows })).toEqual(['bad content']);
    expect(read({ type: 'DAY_MARKET', data: [...rows, { symbol: 'B', close: 1 }] })).toMatchObject({ rows: [{ symbol: 'B' }] });
  });
});

describe('candles', () => {
  const candle = { Open: 1, High: 3, Low: 0.5, Close: 2, Volume: 9 };
  const bar = { period: '5min', timeMs: 1_763_625_600_000, open: 1, high: 3, low: 0.5, close: 2, volume: 9 };

  it('S1-3.04 S1-7.62 Time or timestamp, seconds or ms, numbers or strings, wrapped or flat, per product code', () => {
    const forms = [
      { type: 'KLINE', symbol: 'EURUSD', Period: '5min', Time: bar.timeMs, ...candle },
      { type: 'KLINE', symbol: 'EURUSD', Period: '5min', timestamp: bar.timeMs, ...candle },
      { type: 'KLINE', symbol: 'EURUSD', Period: '5min', timestamp: bar.timeMs / 1_000, ...candle },
      {
        type: 'KLINE',
        symbol: 'EURUSD',
        Period: '5min',
        Time: String(bar.timeMs),
        Open: '1',
        High: '3',
        Low: '0.5',
        Close: '2',
        Volume: '9',
      },
      { type: 'KLINE', symbol: 'EURUSD', data: { Period: '5min', Time: bar.timeMs, ...candle } },
      { type: 'KLINE_EURUSD', Period: '5min', Time: bar.timeMs, ...candle },
      { type: 'KLINE_EURUSD', data: { Period: '5min', timestamp: bar.timeMs, ...candle } },
    ];
    for (const form of forms) expect(read(form)).toMatchObject({ kind: 'bar', bar: { symbol: 'EURUSD', ...bar } });
  });

  it('S1-3.04 a REST row takes the asked period where it names none', () => {
    expect(readCandle({ timestamp: bar.timeMs / 1_000, ...candle }, '5min')).toMatchObject(bar);
    expect(readCandle({ Time: bar.timeMs, ...candle, Period: '1day' }, '5min')?.period).toBe('1day');
  });

  it.each([
    ['high below close', { ...candle, High: 1.5 }],
    ['low above open', { ...candle, Low: 1.5 }],
    ['no price', { ...candle, Open: 0 }],
    ['no number', { ...candle, Close: null }],
  ])('drops a candle with %s', (_, broken) => {
    expect(dropsOf({ type: 'KLINE', symbol: 'A', Period: '5min', Time: bar.timeMs, ...broken })).toEqual(['bad content']);
  });
});

describe('private pushes', () => {
  const data = {
    ProfitsTotal: '4.2',
    HazardRate: '--',
    CautionMoneyAll: '108.345',
    TransOrder: [{ Id: 1, UpdatePrice: 1.1, FactProfits: '4.2' }],
  };

  it('S1-3.12 S1-7.60 the account snapshot, with or without additive sums, wrapped or flat', () => {
    const snapshot = { margin: 10_834_500_000n, orders: [{ id: 1, price: 1.1, profit: 420_000_000n }] };
    expect(read({ type: 'FOREX_TRADE', data })).toMatchObject({ kind: 'account', snapshot: { ...snapshot, balance: undefined } });
    expect(read({ type: 'FOREX_TRADE', ...data })).toMatchObject({ snapshot });
    expect(read({ type: 'FOREX_TRADE', data: { ...data, Balance: '9.5', Pending: '0', Deficit: '1' }, uid: 7 })).toMatchObject({
      uid: '7',
      snapshot: { balance: 950_000_000n, pending: 0n, deficit: 100_000_000n },
    });
  });

  it('S1-7.61 closed ids, numbers or strings, with known reasons only', () => {
    expect(read({ type: 'FOREX_CLOSED', data: [1, '2', 'x', -1], reasons: { 1: 'sl', 2: 'because' }, seq: 5 })).toMatchObject({
      kind: 'closed',
      ids: [1, 2],
      reasons: { 1: 'sl' },
      seq: 5,
    });
  });

  it.each(CLOSE_REASONS)('S1-7.61 a position that was closed for %s is known to be', (reason) => {
    expect(read({ type: 'FOREX_CLOSED', data: [1], reasons: { 1: reason } })).toMatchObject({ reasons: { 1: reason } });
  });

  it.each(NOTICE_KINDS)('a notice of %s is read, with its level', (kind) => {
    expect(read({ type: 'NOTICE', data: { kind, level: '2', text: 'x' } })).toMatchObject({ kind: 'notice', notice: kind, level: '2' });
  });

  it.each(['margin_calls', '', 3, null, ['identity']])('a notice of %j is none', (kind) => {
    expect(dropsOf({ type: 'NOTICE', data: { kind, level: '2', text: 'x' } })).toEqual(['bad content']);
  });

  it('half a balance is no balance', () => {
    const row = { type: 'demo', balance: '1', lockBalance: '2', deficit: '0' };
    expect(read({ type: 'BALANCE', data: [row] })).toMatchObject({ rows: [{ type: 'demo', balance: 100_000_000n, locked: 200_000_000n }] });
    expect(dropsOf({ type: 'BALANCE', data: [row, { ...row, balance: '1e5' }] })).toEqual(['bad content']);
  });
});

describe('what is dropped', () => {
  it.each([
    ['not text', new Uint8Array(3), 'not text'],
    ['over 1 MB', `{"type":"pong","x":"${'a'.repeat(FRAME_BYTES_MAX)}"}`, 'too large'],
    ['broken JSON', '{"type":"pong"', 'not JSON'],
    ['over 8 deep', `{"type":"pong","x":${'['.repeat(8)}1${']'.repeat(8)}}`, 'too deep'],
    ['very deep', `{"type":"pong","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'too deep'],
    ['a long list', `{"type":"pong","x":[${'0,'.repeat(FRAME_ARRAY_MAX)}0]}`, 'array too long'],
    ['S1-8.10 no type', '{"symbol":"EURUSD"}', 'no type'],
    ['an unknown type', '{"type":"constructor"}', 'unknown type'],
    ['a prototype name', '{"type":"__proto__"}', 'unknown type'],
  ])('%s', (_, frame, reason) => {
    expect(parseSocket(frame)).toEqual({ messages: [], drops: [reason] });
  });

  it('8 deep is read, and a batch loses only what is broken', () => {
    expect(dropsOf(`{"type":"pong","x":${'['.repeat(7)}1${']'.repeat(7)}}`)).toEqual([]);
    const parsed = parseSocket('[{"type":"pong"},{"no":1},{"type":"what"},"x"]');
    expect([parsed.messages.length, parsed.drops]).toEqual([1, ['no type', 'unknown type', 'no type']]);
  });
});
