/** Candles and quotes as the server writes them, read again by the client's own readers. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PERIODS } from '#domain/period-table.ts';
import { candleToWire, closesFromWire, klinePushToWire, shortCandleToWire } from '#protocol/candle-wire.ts';
import { parseSocket, readCandle } from '#protocol/parse-socket.ts';
import { baseFrame, mergedRow, quotationToWire, quoteRowToWire, snapshotRow, tellDay } from '#protocol/quote-wire.ts';
import { CandleRow, ShortCandleRow } from '#protocol/rest/kline.ts';

const BAR = { timeMs: 1_772_618_400_000, open: 1.08, high: 1.0854, low: 1.07, close: 1.0841, volume: 12.5 };
const QUOTATION = { open: 1.08, high: 1.0854, low: 1.07, close: 1.0841, change: 0.38, timeMs: 1_772_618_400_123 };
const NOW = { marketStatus: 'closed', opensAtMs: 1_772_700_000_000 } as const;
const RUN = { close: 1.0841, high: 1.085, low: 1.083, volume: 4, n: 81_234, timeMs: 1_772_618_400_123, isConfirm: false };
const read = (frame: object) => parseSocket(JSON.stringify(frame)).messages[0];

describe('a bar', () => {
  it.each(PERIODS)('S1-3.03 D1.3.02: of $name comes back as it was, from kline and from a push', ({ name }) => {
    const row = candleToWire(BAR, name);
    expect(v.parse(CandleRow, row)).toEqual(row);
    expect(readCandle(row, name)).toMatchObject({ ...BAR, period: name });
    expect(read(klinePushToWire('EURUSD', name, BAR))).toMatchObject({ kind: 'bar', bar: { ...BAR, period: name, symbol: 'EURUSD' } });
  });

  it('D1.2.18: of a small chart is a time and a close; the page takes the closes that are prices', () => {
    const row = shortCandleToWire({ ...BAR });
    expect(v.parse(ShortCandleRow, row)).toEqual({ Time: BAR.timeMs, Close: 1.0841 });
    expect(closesFromWire([row, { Time: 1, Close: '1.2' }, { Close: 0 }, { Close: 'x' }, null, 7])).toEqual([1.0841, 1.2]);
    expect(closesFromWire({ Close: 1 })).toEqual([]);
  });
});

describe('a quote', () => {
  it('DW.04 D1.4.18: of base comes back as it was', () => {
    const quotation = quotationToWire(QUOTATION, NOW);
    expect(JSON.stringify(quotation)).toBe(
      '{"open":1.08,"close":1.0841,"high":1.0854,"low":1.07,"change":0.38,"time":1772618400123,"status":2,"opens_at":1772700000000}',
    );
    expect(parseSocket(baseFrame('EURUSD', quotation)).messages[0]).toMatchObject({
      kind: 'quotes',
      rows: [{ symbol: 'EURUSD', ...QUOTATION, status: 2, opensAtMs: NOW.opensAtMs }],
    });
  });

  it('D9.03: of a run of ticks says its extremes and its volume, and a confirm says that it is one', () => {
    const rowsOf = (row: object) => read({ type: 'DAY_MARKET', seq: 5, data: [row] });
    expect(rowsOf(quoteRowToWire('EURUSD', RUN))).toMatchObject({
      rows: [{ symbol: 'EURUSD', close: 1.0841, runHigh: 1.085, runLow: 1.083, runVolume: 4, n: 81_234, isConfirm: false }],
    });
    expect(rowsOf(quoteRowToWire('EURUSD', { ...RUN, isConfirm: true }))).toMatchObject({ rows: [{ isConfirm: true }] });
    const whole = snapshotRow('EURUSD', quotationToWire(QUOTATION, NOW), 9);
    expect(rowsOf(whole)).toMatchObject({ rows: [{ ...QUOTATION, n: 9, status: 2, runVolume: 0 }] });
  });

  it('says of the day only what changed since it was told', () => {
    const day = quotationToWire(QUOTATION, NOW);
    const told = (sent: typeof day | undefined) => {
      const row = quoteRowToWire('EURUSD', RUN);
      tellDay(row, day, sent);
      return Object.keys(row).slice(7);
    };
    expect(told(undefined)).toEqual(['open', 'high', 'low', 'change', 'status', 'opens_at']);
    expect(told(day)).toEqual([]);
    expect(told({ ...day, change: 0.1 })).toEqual(['change']);
    // Extremes that drew together: another day, whose open may be the same.
    expect(told({ ...day, high: 1.1 })).toEqual(['high', 'open']);
  });

  it('that was not sent goes into the next one: extremes and volume add up, and a confirm hides no tick', () => {
    const tick = quoteRowToWire('EURUSD', RUN);
    const later = quoteRowToWire('EURUSD', { ...RUN, close: 1.09, high: 1.09, low: 1.084, volume: 1, n: 81_240 });
    expect(mergedRow(tick, later)).toMatchObject({ close: 1.09, hi: 1.09, lo: 1.083, v: 5, n: 81_240 });
    const confirm = quoteRowToWire('EURUSD', { ...RUN, volume: 0, isConfirm: true });
    expect(mergedRow(tick, { ...confirm, status: 1 })).toEqual({ ...tick, status: 1 });
    expect(mergedRow(confirm, later)).toMatchObject({ hi: 1.09, lo: 1.084, v: 1 });
    expect(mergedRow(confirm, later)).not.toHaveProperty('c');
  });
});
