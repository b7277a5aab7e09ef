import { existsSync, readFileSync } from 'node:fs';
import { unpack } from 'msgpackr/unpack';
import { describe, expect, it } from 'vitest';
import { parseSocket } from '#protocol/parse-socket.ts';
import { ProductCodes } from '#protocol/product-codes.ts';
import { QuoteBatch, UNKNOWN_PRODUCT } from '#protocol/quote-batch.ts';
import { QUOTE_HEAD, QUOTE_ROW, type SymbolEntry } from '#protocol/quote-row.ts';
import { QuoteRows } from '#protocol/quote-rows.ts';
import type { QuoteUpdate } from '#protocol/received.ts';
import type { QuoteBatchRow } from '#protocol/socket.ts';
import { packBatch, packRow } from '#server/socket/quote-packer.ts';
import { Seeded } from '../../engine/seeded.ts';

const BATCHES = 4_000;
const MUTATIONS = 100_000;
const SUITE = new URL('../../../../shared/data/msgpack-suite/msgpack-test-suite.json', import.meta.url);
const TABLE: readonly SymbolEntry[] = [
  ['EURUSD', 5],
  ['BTCUSD', 2],
  ['USDJPY', 3],
  ['DOGEUSD', 8],
  ['JPN225', 0],
];

/** A decimal as its text reads: what JSON carries. */
const decimal = (whole: number, decimals: number): number => Number(`${whole}e-${decimals}`);

function randomRow(random: Seeded, baseMs: number, baseN: number): { row: QuoteBatchRow; at: number } {
  const at = random.whole(0, TABLE.length - 1);
  const [symbol, decimals] = TABLE[at] as SymbolEntry;
  const close = random.whole(70_000, random.chance(0.1) ? 4_294_967_295 : 9_000_000);
  const isConfirm = random.chance(0.2);
  const [above, below] = isConfirm ? [0, 0] : [random.whole(0, 65_535), random.whole(0, 65_535)];
  const volumeDecimals = random.whole(0, 8);
  const row: QuoteBatchRow = {
    symbol,
    close: decimal(close, decimals),
    hi: decimal(close + above, decimals),
    lo: decimal(close - below, decimals),
    v: isConfirm ? 0 : decimal(random.whole(0, random.chance(0.1) ? 4_294_967_295 : 100_000), volumeDecimals),
    n: baseN + random.whole(0, 65_535),
    t: baseMs + random.whole(0, 65_535),
    ...(isConfirm ? { c: 1 as const } : {}),
  };
  return { row, at };
}

function randomBatch(random: Seeded) {
  const baseMs = random.whole(1_600_000_000_000, 1_999_999_999_999);
  const baseN = random.chance(0.2) ? random.whole(2 ** 40, 2 ** 52) : random.whole(0, 5_000_000);
  const rows = Array.from({ length: random.whole(1, 30) }, () => randomRow(random, baseMs, baseN));
  const seq = random.pick([random.whole(0, 127), random.whole(128, 70_000), random.whole(2 ** 31, 2 ** 32 - 1)]);
  const packed = rows.map(({ row, at }) => ({
    timeMs: row.t,
    n: row.n,
    bytes: packRow(row, at, TABLE[at]?.[1] as number) as Uint8Array,
  }));
  return { seq, rows: rows.map(({ row }) => row), packed, bytes: packBatch(seq, packed) };
}

/** A frame as a browser gives it: a buffer of its own. */
const frameOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

const CODES = new ProductCodes();
CODES.set([...TABLE].reverse().map(([code]) => code));

function opened(): QuoteRows {
  const reader = new QuoteRows(CODES);
  reader.setTable(TABLE);
  return reader;
}
const COLUMNS = [
  'index',
  'confirm',
  'close',
  'timeMs',
  'n',
  'runHigh',
  'runLow',
  'runVolume',
  'open',
  'high',
  'low',
  'change',
  'status',
] as const;
type Row = Record<(typeof COLUMNS)[number], number>;
const rowsOf = (batch: QuoteBatch): Row[] =>
  Array.from({ length: batch.count }, (_, row) => Object.fromEntries(COLUMNS.map((name) => [name, batch[name][row]])) as Row);

/** The rows as the market gets them from each encoding. */
function fromBytes(reader: QuoteRows): Row[] {
  const batch = new QuoteBatch();
  reader.read(batch);
  return rowsOf(batch);
}
function fromJson(rows: readonly QuoteUpdate[]): Row[] {
  const batch = new QuoteBatch();
  for (const row of rows) batch.add(CODES.indexOf(row.symbol), row);
  return rowsOf(batch);
}

describe('quotes in msgpack', () => {
  it(`G3: ${BATCHES} random batches read the same from bytes as from JSON, and another msgpack reader sees the same envelope`, () => {
    const random = new Seeded(41);
    const reader = opened();
    for (let count = 0; count < BATCHES; count++) {
      const { seq, rows, bytes } = randomBatch(random);
      expect(reader.open(frameOf(bytes))).toBeUndefined();
      const message = parseSocket(JSON.stringify({ type: 'DAY_MARKET', seq, data: rows })).messages[0];
      if (message?.kind !== 'quotes') throw new Error('no quotes');
      expect(reader.seq).toBe(message.seq);
      expect(fromBytes(reader)).toEqual(fromJson(message.rows));
      const said = unpack(bytes) as { type: string; seq: number; bin: Uint8Array };
      expect([said.type, said.seq, said.bin.length]).toEqual(['DAY_MARKET', seq, QUOTE_HEAD.bytes + rows.length * QUOTE_ROW.bytes]);
    }
  });

  it('G14: a row takes 20 bytes and a batch at most 60 more', () => {
    const { bytes, rows } = randomBatch(new Seeded(42));
    expect(bytes.length).toBeLessThanOrEqual(60 + 20 * rows.length);
  });

  it.each<[string, Partial<QuoteBatchRow>]>([
    ['a price off the grid', { close: 1.083451, hi: 1.083451 }],
    ['a price beyond 32 bits of steps', { close: 50_000, hi: 50_000 }],
    ['a run wider than 16 bits', { hi: 1.9 }],
    ['a volume with more digits than its field', { v: 12_345_678.912_345 }],
    ['a number that is no sequence', { n: Number.NaN }],
  ])('%s does not fit: the row goes as JSON', (_name, change) => {
    const row = { symbol: 'EURUSD', close: 1.08345, hi: 1.08345, lo: 1.08345, v: 1, n: 5, t: 1_763_625_600_123 };
    expect(packRow(row, 0, 5)).toHaveLength(QUOTE_ROW.bytes);
    expect(packRow({ ...row, ...change }, 0, 5)).toBeUndefined();
  });

  it(`${MUTATIONS} mutated batches: never an exception, never a number that is none, never more rows than there are bytes`, () => {
    const random = new Seeded(43);
    const reader = opened();
    let read = 0;
    let dropped = 0;
    const samples = Array.from({ length: 50 }, () => randomBatch(random).bytes);
    for (let count = 0; count < MUTATIONS; count++) {
      let bytes = Uint8Array.from(random.pick(samples));
      for (let change = random.whole(1, 4); change > 0; change--) {
        const at = random.whole(0, Math.max(0, bytes.length - 1));
        const how = random.next();
        if (how < 0.1) bytes = bytes.slice(0, at);
        else if (how < 0.2) bytes = Uint8Array.of(...bytes.subarray(0, at), ...random.pick(samples).subarray(at, at + 9));
        else bytes[at] = random.pick([0, 1, 0x7f, 0x80, 0xc4, 0xc6, 0xcf, 0xdf, 0xff, random.whole(0, 255)]);
      }
      const reason = reader.open(frameOf(bytes));
      if (reason) {
        dropped++;
        expect(reader.count).toBe(0);
        continue;
      }
      read++;
      expect(reader.count * QUOTE_ROW.bytes).toBeLessThan(bytes.length);
      for (const row of fromBytes(reader)) {
        const { close, runLow, runHigh, timeMs, n, index } = row;
        const isSound = close > 0 && runLow > 0 && runLow <= close && close <= runHigh && runHigh < Number.POSITIVE_INFINITY;
        const isTimed = Number.isSafeInteger(timeMs) && timeMs > 0 && Number.isSafeInteger(n) && n >= 0;
        const isKnown = index >= 0 && index < TABLE.length;
        if (!isSound || !isTimed || !isKnown || !(row.runVolume >= 0)) throw new Error(`${JSON.stringify(row)}: ${bytes}`);
      }
    }
    expect(read).toBeGreaterThan(MUTATIONS / 10);
    expect(dropped).toBeGreaterThan(MUTATIONS / 10);
  });

  it('lengths that lie are refused before anything is allocated', () => {
    const { bytes } = randomBatch(new Seeded(44));
    const binAt = Buffer.from(bytes).indexOf('bin') + 3;
    for (const head of [[0xc6, 0xff, 0xff, 0xff, 0xff], [0xc6, 0x7f, 0xff, 0xff, 0xff], [0xc5, 0xff, 0xff], [0xc4, 0xff], [0xdf]]) {
      const lying = Uint8Array.of(...bytes.subarray(0, binAt), ...head, ...bytes.subarray(binAt + 3));
      expect(opened().open(frameOf(lying))).toBe('bad envelope');
    }
    expect(opened().open(new ArrayBuffer(2_000_000))).toBe('too large');
    expect(opened().open(new ArrayBuffer(0))).toBe('bad envelope');
  });

  it('a symbol that the table does not have is no row', () => {
    const { bytes } = randomBatch(new Seeded(45));
    const reader = new QuoteRows(CODES);
    expect(reader.open(frameOf(bytes))).toBeUndefined();
    expect(fromBytes(reader)).toEqual([]);
  });

  it('a product that our list does not have is no row of the market; one that the list brings later is found', () => {
    const codes = new ProductCodes();
    const reader = new QuoteRows(codes);
    reader.setTable(TABLE);
    const { bytes, rows } = randomBatch(new Seeded(47));
    expect(reader.open(frameOf(bytes))).toBeUndefined();
    expect(fromBytes(reader).every(({ index }) => index === UNKNOWN_PRODUCT)).toBe(true);
    codes.set(TABLE.map(([code]) => code));
    expect(fromBytes(reader).map(({ index }) => TABLE[index]?.[0])).toEqual(rows.map(({ symbol }) => symbol));
  });

  it.skipIf(!existsSync(SUITE))('a suite of msgpack values is refused, each (skipped where ../shared/data/msgpack-suite is absent)', () => {
    const suite = JSON.parse(readFileSync(SUITE, 'utf8')) as Record<string, { msgpack: string[] }[]>;
    const texts = Object.values(suite).flatMap((cases) => cases.flatMap(({ msgpack }) => msgpack));
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) {
      const value = Uint8Array.from(text.split('-'), (pair) => Number.parseInt(pair, 16));
      expect(opened().open(frameOf(value))).toBe('bad envelope');
      // In the place of `bin` nothing but bytes is taken, and of those only whole rows.
      const { bytes } = randomBatch(new Seeded(46));
      const binAt = Buffer.from(bytes).indexOf('bin') + 3;
      expect(opened().open(frameOf(Uint8Array.of(...bytes.subarray(0, binAt), ...value)))).toBeDefined();
    }
  });
});
