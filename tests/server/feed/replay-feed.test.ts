import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { FeedConfig } from '#server/feed/feed.ts';
import { loadRecording } from '#server/feed/recording.ts';
import { type Log, silentLog } from '#server/log.ts';
import { eachDatabase } from '../each-database.ts';
import { SYNTHETIC, startMarket } from './market-rig.ts';

/** Thu 2014-05-01 00:00:00 UTC. */
const T0_MS = Date.UTC(2014, 4, 1);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(lines: readonly string[], name = `ticks-${files++}.csv`): string {
  const path = join(folder, name);
  const text = `${lines.join('\n')}\n`;
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}
const replay = (feedFile: string, more: Partial<FeedConfig> = {}): FeedConfig => ({ ...SYNTHETIC, feed: 'replay', feedFile, ...more });

/** What a log was told. */
function listeningLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const take = (_: object, text: string) => {
    lines.push(text);
  };
  return { lines, info: take, warn: take, error: take };
}

/** A quote a second, mid 1.38500 + at x 0.00001. */
const quotes = (count: number, fromMs = T0_MS): string[] =>
  Array.from(
    { length: count },
    (_, at) => `${fromMs + at * 1_000},${(1.3849 + at / 100_000).toFixed(5)},${(1.3851 + at / 100_000).toFixed(5)}`,
  );

describe('reading a recording', () => {
  it('takes the mid of bid and ask, whichever way the columns stand, packed or not', async () => {
    const plain = await loadRecording(file(['ask,seq,ts_ms,bid', `1.38687,0,${T0_MS},1.38676`]), silentLog);
    expect([plain.count, plain.timeMs(0), plain.priceUnits(0), plain.volumeUnits(0)]).toEqual([1, T0_MS, 138_681_500, 0]);
    const packed = await loadRecording(file(['ts_ms,price,qty', `${T0_MS},105433.60000,0.00027625`], 'packed.csv.gz'), silentLog);
    expect([packed.count, packed.priceUnits(0), packed.volumeUnits(0)]).toEqual([1, 10_543_360_000_000, 27_625]);
  });

  it('names a corrupt row by its line, counts it and goes on', async () => {
    const rows = quotes(1_000);
    rows.splice(5, 0, 'what is this');
    rows.splice(500, 0, `${T0_MS},NaN,1.2`, `${T0_MS},-1,1.2`, `${T0_MS},1.3,1.2`, `12,1.1,1.2`);
    const log = listeningLog();
    const recording = await loadRecording(file(['ts_ms,bid,ask', ...rows]), log);
    expect([recording.count, recording.corrupt]).toEqual([1_000, 5]);
    expect(log.lines[0]).toBe('line 7 of the recording is corrupt and skipped');
    expect(log.lines).toHaveLength(6);
  });

  it('stops with one clear line when more than one row in a hundred is corrupt, or there is nothing to read', async () => {
    const broken = file(['ts_ms,bid,ask', ...quotes(98), ',,', ',,']);
    await expect(loadRecording(broken, silentLog)).rejects.toThrow(
      `FEED_FILE ${broken}: 2 of 100 rows are corrupt, more than 1 in 100: the replay stops`,
    );
    const other = file(['a,b', '1,2']);
    await expect(loadRecording(other, silentLog)).rejects.toThrow(`FEED_FILE ${other}: line 1 names the columns a,b, needed are ts_ms`);
    await expect(loadRecording(file(['ts_ms,bid,ask']), silentLog)).rejects.toThrow('there is no tick in it');
    await expect(loadRecording(join(folder, 'absent.csv'), silentLog)).rejects.toThrow(/absent\.csv: ENOENT/);
    const torn = join(folder, 'torn.csv.gz');
    writeFileSync(torn, gzipSync(`ts_ms,bid,ask\n${quotes(5_000).join('\n')}`).subarray(0, 10_000));
    await expect(loadRecording(torn, silentLog)).rejects.toThrow(/FEED_FILE .*torn\.csv\.gz: unexpected end of file/);
  });
});

eachDatabase('replay', (openDatabase) => {
  it('plays the recording from now on at its speed, with history that ends at its first price', async () => {
    const rig = await startMarket(await openDatabase(), { config: replay(file(['ts_ms,bid,ask', ...quotes(600)]), { feedSpeed: 10 }) });
    const startMs = rig.clock.now();
    const euro = rig.id('EURUSD');
    const ticks: TapeTick[] = [];
    rig.tape.onGroup((group) => ticks.push(...group.ticks.filter(({ productId, confirm }) => productId === euro && !confirm)));
    const [last] = (await rig.candles.bars(euro, '1min', 1, startMs - 60_000)).slice(-1);
    expect(Math.abs(last!.close / 1.385 - 1)).toBeLessThan(0.002);
    await rig.clock.advance(10_000);
    // The tick at the start itself was on the tape before anybody listened.
    expect(ticks.slice(0, 2).map(({ price, timeMs }) => [price, timeMs - startMs])).toEqual([
      [138_501_000n, 100],
      [138_502_000n, 200],
    ]);
    expect(ticks.length).toBeGreaterThanOrEqual(99);
    expect(rig.tape.newest(rig.id('BTCUSD'))).toBeDefined();
    await rig.stop();
  });

  it('closes the market over a hole in the recording, and goes stale at its end', async () => {
    const rows = [...quotes(60), ...quotes(60, T0_MS + 1_200_000)];
    const log = listeningLog();
    const rig = await startMarket(await openDatabase(), {
      config: replay(file(['ts_ms,bid,ask', ...rows]), { feedSpeed: 60 }),
      log,
      codes: ['EURUSD'],
    });
    const euro = rig.catalogue.byCode('EURUSD')!;
    const startMs = rig.clock.now();
    await rig.clock.advance(900);
    expect(rig.catalogue.statusAt(euro, rig.clock.now())).toBe('open');
    await rig.clock.advance(8_000);
    expect(rig.catalogue.statusAt(euro, rig.clock.now())).toBe('closed');
    expect(rig.candles.quotation(euro.id)).toMatchObject({ marketStatus: 'closed', opensAtMs: startMs + 20_000 });
    expect(rig.tape.ageMs(euro.id)).toBeGreaterThan(7_000);
    await rig.clock.advance(11_200);
    expect(rig.catalogue.statusAt(euro, rig.clock.now())).toBe('open');
    await rig.clock.advance(7_000);
    expect(log.lines).toContain('replayed 120 ticks');
    expect(rig.catalogue.statusAt(euro, rig.clock.now())).toBe('open');
    expect(rig.tape.ageMs(euro.id)).toBeGreaterThan(5_000);
    await rig.stop();
  });

  it('keeps a quiet source alive between recorded ticks', async () => {
    const rows = ['ts_ms,bid,ask', `${T0_MS},1.1,1.1`, `${T0_MS + 60_000},1.2,1.2`];
    const rig = await startMarket(await openDatabase(), { config: replay(file(rows)), codes: ['EURUSD'] });
    const euro = rig.id('EURUSD');
    for (let second = 0; second < 8; second++) {
      await rig.clock.advance(1_000);
      expect(rig.tape.ageMs(euro)).toBeLessThanOrEqual(2_000);
    }
    expect(rig.tape.newest(euro)!.price).toBe(110_000_000n);
    await rig.stop();
  });

  it('with recorded times makes candles only: nothing on the tape, trading refused, and it says when it is done', async () => {
    const log = listeningLog();
    const db = await openDatabase();
    const config = replay(file(['ts_ms,bid,ask', ...quotes(12_000)]), { feedSpeed: 'max', feedClock: 'recorded' });
    const rig = await startMarket(db, { config, log });
    const euro = rig.catalogue.byCode('EURUSD')!;
    await rig.clock.advance(1_000);
    expect(log.lines).toContain('replayed 12000 ticks');
    expect(rig.tape.newest(euro.id)).toBeUndefined();
    expect(rig.catalogue.statusAt(euro, rig.clock.now())).toBe('closed');
    expect(rig.catalogue.opensAt(euro, rig.clock.now())).toBe(0);
    const minutes = await rig.candles.bars(euro.id, '1min', 202);
    expect(minutes.slice(-200).map(({ timeMs }) => timeMs)).toEqual(Array.from({ length: 200 }, (_, at) => T0_MS + at * 60_000));
    expect(minutes.at(-200)).toMatchObject({ open: 1.385, close: 1.38559, high: 1.38559, low: 1.385 });
    // Before the recording stands its scaled history.
    expect(minutes[1]!.timeMs).toBe(T0_MS - 60_000);
    expect(Math.abs(minutes[1]!.close / 1.385 - 1)).toBeLessThan(0.002);
    await rig.stop();
    const again = await startMarket(db, { config, clock: rig.clock });
    await rig.clock.advance(1_000);
    expect(await again.candles.bars(euro.id, '1min', 202)).toEqual(minutes);
    await again.stop();
  });
});
