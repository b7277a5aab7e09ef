/** What a device fetches for the receipt of an order that waited long, from a log whose blocks have a tick each (D9.297). */
import { expect, it } from 'vitest';
import { blockEntryText } from '#domain/tape/block-entry.ts';
import { PriceRanges } from '#domain/tape/price-summary.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { utf8 } from '#domain/tape/text-bytes.ts';
import { encodeTicks } from '#domain/tape/tick-codec.ts';
import { parseTilePath, TILE_WIDTH } from '#domain/tape/tile-path.ts';
import { writeRows } from '#domain/tape/tile-rows.ts';
import { assembledReceipt } from '#worker/receipts/assemble.ts';
import { LogReader } from '#worker/receipts/log-reader.ts';

const HASH = new Uint8Array(32);
const tickOf = (height: number): TapeTick =>
  ({ productId: 1, price: 100n, volume: 0n, timeMs: height, confirm: false, seq: height }) as TapeTick;
const entryOf = (height: number): string =>
  blockEntryText({
    height,
    firstSeq: height,
    lastSeq: height,
    timeMs: height * 1_000,
    bodyHash: HASH,
    ranges: height % 256 ? undefined : HASH,
  });
const summary = new PriceRanges();
summary.add([tickOf(1)]);

/** A log of any length, made where it is asked for. */
function madeCalls() {
  const asked: string[] = [];
  const bytes = async (path: string): Promise<Uint8Array> => {
    asked.push(path);
    const tile = parseTilePath(path);
    if (!tile) throw new Error(path);
    const heights = Array.from({ length: tile.width }, (_, at) => tile.index * TILE_WIDTH[tile.kind] + at + 1);
    if (tile.kind === 'entries')
      return writeRows(
        heights.map((height) => utf8(entryOf(height))),
        2,
      );
    if (tile.kind === 'body')
      return writeRows(
        heights.map((height) => encodeTicks([tickOf(height)])),
        4,
      );
    return writeRows(
      heights.map(() => summary.bytes()),
      2,
    );
  };
  const proof = async (path: string): Promise<Uint8Array[]> => {
    asked.push(path);
    return Array.from({ length: 20 }, () => HASH);
  };
  return { asked, calls: { bytes, proof, text: async () => '' } };
}

it.each([1, 14, 24, 24 * 5])(
  'D9.297 of a stop that waited %d hours: both ends with their ticks, summaries between, few requests',
  async (hours) => {
    const { asked, calls } = madeCalls();
    const [from, known] = [1_000, 1_000 + hours * 3_600];
    const deal = {
      ...{ kind: 'close', rule: 'sl', side: 'buy', product: 1, tickSeq: known, knownSeq: known, fromSeq: from },
      terms: { stopLoss: 50n, takeProfit: 0n },
    } as unknown as SignedDeal;
    const now = { head: { size: known + 100 } } as never;
    const made = await assembledReceipt(calls, new LogReader(calls, known + 100), { note: '', deal, now, older: [], isLargeFine: true });
    if (made.kind !== 'file') throw new Error(made.kind);
    const [fromTile, toTile] = [from, known].map((seq) => Math.floor((seq - 1) / 256)) as [number, number];
    const { summaries, bodies, runs } = made.file;
    expect(summaries).toMatchObject({ tile: fromTile + 1, bodies: { length: toTile - fromTile - 1 } });
    expect([bodies.has(from + 1), bodies.has(known), bodies.size < 513]).toEqual([true, true, true]);
    const heights = new Set(runs.flatMap(({ level, index }) => Array.from({ length: 2 ** level }, (_, at) => index * 2 ** level + at + 1)));
    // The chain of summaries is held at its two ends.
    expect([(fromTile + 1) * 256, toTile * 256].filter((height) => !heights.has(height))).toEqual([]);
    expect(asked.length).toBeLessThan(60);
  },
);
