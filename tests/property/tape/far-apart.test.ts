/** Small files that would keep a verifier busy for days: blocks that lie further apart than anybody can go through, a summary of very many products. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ONE, type Price } from '#domain/decimal.ts';
import { initialMargin } from '#domain/margin.ts';
import { type BlockEntry, blockEntryText } from '#domain/tape/block-entry.ts';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { CoveredTape } from '#domain/tape/covered-tape.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { leafHash, rootOf } from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { utf8 } from '#domain/tape/text-bytes.ts';
import { encodeTicks } from '#domain/tape/tick-codec.ts';
import { writeUnsigned } from '#domain/tape/varint.ts';
import { feedTick, MadeLog, signed } from './made-log.ts';
import { hasPython } from './python-verifier.ts';

const { sha256 } = nobleCrypto;
const LEVELS = 44;
const SIZE = 2 ** LEVELS;
const START_MS = 1_772_611_200_000;
const PRICE = ONE as Price;
/** A start of Python and a small file take a second; what is looked for here takes days. */
const TIMEOUT_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'far-apart-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A block of one tick, whose number is that of the block. */
function block(height: number, timeMs: number) {
  const ticks = [{ ...feedTick(1, PRICE, timeMs), seq: height }];
  const body = encodeTicks(ticks);
  const entry: BlockEntry = { height, firstSeq: height, lastSeq: height, timeMs, bodyHash: sha256(body) };
  const text = blockEntryText(entry);
  return { entry, ticks, body, text, hash: leafHash(sha256, utf8(text)) };
}

const [first, last] = [block(1, START_MS), block(SIZE, START_MS + 1_000)];
const log = new MadeLog();

/** The receipt of a fill at the last block that was waited for since before the first. Nobody ever sealed what lies between them. */
function farApart(): string {
  const nothing = new Uint8Array(32);
  let [left, right] = [first.hash, last.hash];
  for (let level = 1; level < LEVELS; level++) [left, right] = [rootOf(sha256, [left, nothing]), rootOf(sha256, [nothing, right])];
  const beside = Array<Uint8Array>(LEVELS - 1).fill(nothing);
  const head = { size: SIZE, root: rootOf(sha256, [left, right]) };
  const sized = { lots: ONE, contractNumber: ONE, quoteRate: ONE, leverage: 1, marginMode: 0 } as const;
  const deal = {
    ...{ origin: log.origin, realm: 'real', uid: '1', deal: 2, order: 1, product: 1, side: 'buy', kind: 'open', rule: 'pending' },
    ...{ ...sized, price: PRICE, tickSeq: SIZE, knownSeq: SIZE, fromSeq: 0, level: PRICE, timeMs: START_MS + 1_000, profit: 0n, fee: 0n },
    margin: initialMargin({ ...sized, price: PRICE } as never),
    hours: { calendar: 'around-the-clock', halts: [] },
    terms: { feeType: '1', feeRate: 0n, trigger: 'down', goodTillMs: 0 },
  };
  return receiptText({
    vkeys: [log.logKey.verifier, log.receiptsKey.verifier],
    keys: log.keys(),
    checkpoint: signed(checkpointText({ origin: log.origin, ...head }), log.logKey),
    deal: signed(dealText(deal as never), log.receiptsKey),
    runs: [
      { level: 0, index: 0, entries: [first.text], proof: [...beside, right] },
      { level: 0, index: SIZE - 1, entries: [last.text], proof: [...beside, left] },
    ],
    bodies: new Map([first, last].map(({ entry, body }) => [entry.height, body])),
    summaries: undefined,
    older: [],
  });
}

/** How Python ended: null where it did not in time. */
const endOf = (...args: readonly string[]) => spawnSync('python3', args, { timeout: TIMEOUT_MS, encoding: 'utf8' });

describe('D9.466 what lies far apart', () => {
  it('is gone through by what there is of it, not by what there might be', () => {
    const parts: string[] = [];
    for (const { blocks } of new CoveredTape({ blocks: [first, last], summaries: [] }).partsOf(1, SIZE)) {
      parts.push(blocks);
      if (parts.length === 10) break;
    }
    expect(parts).toEqual(['blocks 1 to 256', `blocks 257 to ${SIZE - 256}`, `blocks ${SIZE - 255} to ${SIZE}`]);
  });

  it.runIf(hasPython)('is answered by the verifier in Python too', () => {
    const name = join(folder, 'far.json');
    writeFileSync(name, farApart());
    const { status, stdout } = endOf('docs/examples/verify_receipt.py', name);
    expect([status, JSON.parse(stdout || '{}').rule]).toEqual([1, ['no', 'wrong-tick']]);
  });

  it.runIf(hasPython)(
    'D9.466 a summary of as many products as it may have is read by Python in a time of their count, not of its square',
    () => {
      const bytes: number[] = [];
      for (let product = 0; product < 100_000; product++) for (const number of [product, 1, 0, 1]) writeUnsigned(bytes, BigInt(number));
      const name = join(folder, 'summary');
      writeFileSync(name, Uint8Array.from(bytes));
      const read = `import sys; sys.path.insert(0, 'docs/examples'); import verify_receipt; print(len(verify_receipt.read_summary(open('${name}', 'rb').read())))`;
      expect(endOf('-c', read).stdout).toBe('100000\n');
    },
  );
});
