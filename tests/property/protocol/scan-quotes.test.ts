/** The fast reader of quotations against the one that reads everything: what it takes, it takes as that one would, bit for bit. */
import { describe, expect, it } from 'vitest';
import { parseSocket } from '#protocol/parse-socket.ts';
import { ProductCodes } from '#protocol/product-codes.ts';
import { QuoteBatch } from '#protocol/quote-batch.ts';
import type { QuoteUpdate } from '#protocol/received.ts';
import { QuoteScanner } from '#protocol/scan-quotes.ts';
import { Seeded } from '../../engine/seeded.ts';
import { CODES, mutatedFrame, regularFrame } from './quote-frames.ts';

/** A million takes about a minute. */
const FRAMES_TOTAL = process.env.TEST_LONG ? 1_000_000 : 100_000;
const SEED = Number(process.env.SEED ?? 20_261_121);
const codes = new ProductCodes();
codes.set(CODES);

const COLUMNS = ['close', 'timeMs', 'n', 'runHigh', 'runLow', 'runVolume', 'open', 'high', 'low', 'change', 'status'] as const;

/** Where a batch differs from the rows that `parseSocket` read; `undefined` when nowhere. */
function difference(batch: QuoteBatch, rows: readonly QuoteUpdate[]): string | undefined {
  if (batch.count !== rows.length) return `${batch.count} rows, not ${rows.length}`;
  for (const [row, expected] of rows.entries()) {
    if (batch.index[row] !== codes.indexOf(expected.symbol)) return `row ${row}: product ${batch.index[row]}, not ${expected.symbol}`;
    if ((batch.confirm[row] === 1) !== expected.isConfirm) return `row ${row}: confirm`;
    for (const name of COLUMNS)
      if (!Object.is(batch[name][row], expected[name])) return `row ${row}: ${name} ${batch[name][row]}, not ${expected[name]}`;
  }
  return undefined;
}

/** What is wrong with a frame that was taken. */
function problemOf(frame: string, batch: QuoteBatch, seq: number): string | undefined {
  const { messages, drops } = parseSocket(frame);
  if (drops.length > 0) return `taken, but dropped by parseSocket: ${drops[0]}`;
  const rows: QuoteUpdate[] = [];
  for (const message of messages) {
    if (message.kind !== 'quotes') return `taken, but is ${message.kind}`;
    if (!Object.is(message.seq, seq)) return `seq ${seq}, not ${message.seq}`;
    rows.push(...message.rows);
  }
  return difference(batch, rows);
}

describe(`G3: the fast reader and parseSocket, SEED=${SEED}`, () => {
  it(`${FRAMES_TOTAL} frames, half of them mutated: what is taken agrees, what is regular is taken`, { timeout: 300_000 }, () => {
    const random = new Seeded(SEED);
    const scanner = new QuoteScanner(codes);
    const batch = new QuoteBatch();
    let mutatedTaken = 0;
    for (let count = 0; count < FRAMES_TOTAL; count++) {
      const isRegular = count % 2 === 0;
      const frame = isRegular ? regularFrame(random) : mutatedFrame(random);
      const isTaken = scanner.scan(frame, batch);
      if (isRegular && !isTaken) throw new Error(`declined: ${frame}`);
      if (!isTaken) {
        if (batch.count !== 0) throw new Error(`declined, but left rows: ${frame}`);
        continue;
      }
      if (!isRegular) mutatedTaken++;
      const problem = problemOf(frame, batch, scanner.seq);
      if (problem) throw new Error(`${problem}: ${frame}`);
    }
    expect(mutatedTaken).toBeGreaterThan(FRAMES_TOTAL / 50);
    expect(mutatedTaken).toBeLessThan(FRAMES_TOTAL / 4);
  });

  it('frames at the limits: 10,000 rows at most, none without a row, none too long', () => {
    const scanner = new QuoteScanner(codes);
    const batch = new QuoteBatch();
    const rows = (count: number) => `{"type":"DAY_MARKET","seq":1,"data":[${Array(count).fill('{"symbol":"A","close":1}').join(',')}]}`;
    expect(scanner.scan(rows(10_000), batch)).toBe(true);
    expect(batch.count).toBe(10_000);
    for (const frame of [rows(0), rows(10_001), '[]', '', 'pong', `${rows(1)} `, rows(11_000)]) {
      expect(scanner.scan(frame, batch)).toBe(false);
      expect(batch.count).toBe(0);
    }
  });
});
