/** Receipts of positions that were held for hours while a stop was moved after the price (D9.376): what a device puts together, every verifier reads. */
import { describe, expect, it } from 'vitest';
import { ONE, type Price } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import type { DealHours } from '#domain/tape/deal-terms.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { ReceiptTooLarge, readReceipt, receiptText } from '#domain/tape/receipt-file.ts';
import { BODIES_MAX, OLDER_MAX, PROOF_MAX, RECEIPT_BYTES_MAX, RUNS_MAX, TILES_MAX } from '#domain/tape/receipt-limits.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { feedTick, MadeLog } from './made-log.ts';
import { putTogether, saidByAll } from './put-together.ts';

const START_MS = Date.UTC(2026, 2, 4, 9);
const HOUR = 3_600;
/** A tick a second: its number is that of its block. */
const SIZE = 4 * HOUR + 60;
const [OPENED, MET] = [100, 4 * HOUR];
const GOOD = 'signed logged kept extends';

/** Three hours at 1.10, one on the way to 1.12, and the take profit at 1.13 in its last second. */
function priceAt(seq: number): bigint {
  if (seq >= MET) return 113_000_000n;
  if (seq < 3 * HOUR) return 110_000_000n + BigInt(seq % 7) * 10_000n;
  return 110_060_000n + (BigInt(seq - 3 * HOUR) * 2_000_000n) / BigInt(HOUR);
}

function madeLog(price: (seq: number) => bigint): MadeLog {
  const log = new MadeLog();
  for (let seq = 1; seq <= SIZE; seq++) log.seal([feedTick(1, price(seq), START_MS + seq * 1_000 - 500)], START_MS + seq * 1_000);
  return log;
}
const log = madeLog(priceAt);

/** A buy at 1.10 with a take profit from its opening on, and a stop loss that was moved up to `stopLoss` at a tick. */
function takenProfit(stopLoss: Price, stopLossFrom: number, hours: DealHours = { calendar: 'around-the-clock', halts: [] }): SignedDeal {
  const terms = { side: 'buy', lots: ONE, contractNumber: ONE, quoteRate: ONE, leverage: 1, marginMode: 0 } as const;
  const [price, openPrice] = [priceAt(MET), priceAt(OPENED)];
  return {
    ...{ origin: log.origin, realm: 'real', uid: '1', deal: 2, order: 1, parent: undefined, product: 1, kind: 'close', rule: 'tp' },
    ...{ ...terms, price, tickSeq: MET, knownSeq: MET, fromSeq: OPENED, level: 113_000_000n, timeMs: START_MS + MET * 1_000 - 500 },
    ...{ fee: 0n, margin: ONE, profit: contractProfit({ ...terms, openPrice, price }), hours },
    terms: { openPrice, openSeq: OPENED, stopLoss, stopLossFrom, takeProfit: 113_000_000n, takeProfitFrom: OPENED },
  };
}

async function textOf(deal: SignedDeal): Promise<string> {
  const { made } = await putTogether(deal, log);
  if (made.kind !== 'file') throw new Error(made.kind);
  return receiptText(made.file);
}
const saidOf = (text: string) => saidByAll(text, log);

describe('a stop that trails the price', () => {
  // Every price of the first hours is below it: a file that took it for one that counted had their ticks, 46 tiles of 256 bodies.
  const trailed = takenProfit(111_000_000n, MET - 100);

  it('D9.376 has a receipt that every verifier calls green, with the ticks of both ends and few requests', async () => {
    const { made, asked } = await putTogether(trailed, log);
    if (made.kind !== 'file') throw new Error(made.kind);
    expect(made.file.bodies.size).toBeLessThan(3 * 256);
    expect(asked.size).toBeLessThan(TILES_MAX / 2);
    expect(saidOf(receiptText(made.file))).toEqual([GOOD]);
  });

  it.each([OPENED + 1, 2 * HOUR, 3 * HOUR + 1_900, MET - 1])(
    'D9.376 has one wherever it was moved below the price: tick %d',
    async (from) => {
      expect(saidOf(await textOf(takenProfit(109_000_000n, from)))).toEqual([GOOD]);
    },
  );

  it('D9.376 counts from its own tick on: a lie about when it was moved is found', async () => {
    // At 1.11 since the second hour it would have closed the position then.
    const { made } = await putTogether(takenProfit(111_000_000n, 2 * HOUR), log);
    expect(made.kind).toBe('too-long');
    const text = await textOf(takenProfit(111_000_000n, 3 * HOUR + 1_500));
    expect(saidOf(text)).toEqual(['signed logged wrong-tick extends']);
  });

  it('D9.376 cannot be told, and is no accusation, by a file that lacks the block from which on it counted', async () => {
    const { made } = await putTogether(trailed, log);
    if (made.kind !== 'file') throw new Error(made.kind);
    const { runs, ...file } = made.file;
    // All that the file has of the blocks behind the last whole tile before it.
    const behind = Math.floor((MET - 1) / 256) * 256;
    const isNeeded = (index: number) => index < OPENED + 256 || index >= behind - 1;
    const bodies = new Map([...file.bodies].filter(([height]) => isNeeded(height - 1)));
    const text = receiptText({ ...file, bodies, runs: runs.filter(({ level, index }) => isNeeded(index * 2 ** level)) });
    expect(saidOf(text)).toEqual(['signed logged bodies-gone extends']);
  });
});

describe('the limits of a file', () => {
  it('D9.376 end in a clear answer before anything large is fetched', async () => {
    // Beyond its stop for hours, while the operator had closed the product: only the ticks can tell.
    const closed = { calendar: 'around-the-clock', halts: [{ fromSeq: OPENED + 1, toSeq: MET - 10 }] };
    const { made, asked } = await putTogether(takenProfit(111_000_000n, OPENED, closed), log);
    expect(made).toEqual({ kind: 'too-long' });
    expect([...asked].filter((path) => /^(proof|body)\//.test(path))).toEqual([]);
  });

  it('D9.376 leave no text that nobody would read', () => {
    const file = log.receipt('any text\n', { size: 40, spans: [[30, 40]], older: [10] });
    const [run, older] = [file.runs[0], file.older[0]];
    if (!run || !older) throw new Error('no run');
    const body = new Uint8Array(10);
    const bodies = (count: number, bytes = body) => new Map(Array.from({ length: count }, (_, at) => [at + 1, bytes] as const));
    const proof = (count: number) => ({ ...run, proof: Array.from({ length: count }, () => new Uint8Array(32)) });
    const isRead = (changed: object) => !('refused' in readReceipt(nobleCrypto.sha256, receiptText({ ...file, ...changed })));
    for (const most of [{ bodies: bodies(BODIES_MAX) }, { runs: Array(RUNS_MAX).fill(run) }, { older: Array(OLDER_MAX).fill(older) }])
      expect(isRead(most)).toBe(true);
    const beyond: [object, string][] = [
      [{ bodies: bodies(BODIES_MAX + 1) }, 'bodies: got 1025, takes at most 1024'],
      [{ runs: Array(RUNS_MAX + 1).fill(run) }, 'runs: got 1025, takes at most 1024'],
      [{ older: Array(OLDER_MAX + 1).fill(older) }, 'older: got 17, takes at most 16'],
      [{ runs: [proof(PROOF_MAX + 1)] }, 'proof: got 64, takes at most 63'],
      [{ bodies: bodies(1_000, new Uint8Array(4_000)) }, `takes ${RECEIPT_BYTES_MAX}`],
    ];
    for (const [changed, line] of beyond) {
      const make = () => receiptText({ ...file, ...changed });
      expect(make).toThrow(ReceiptTooLarge);
      expect(make).toThrow(line);
    }
  });
});
