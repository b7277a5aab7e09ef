/** A device, a log that it follows, and an honest receipt of a fill on it: what the corruptions of a receipt start from. */
import { type Lots, type Money, ONE, type Ratio } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { initialMargin } from '#domain/margin.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { type ReceiptFile, readReceipt, receiptText } from '#domain/tape/receipt-file.ts';
import type { MarketOpening, SignedDeal } from '#domain/tape/signed-deal.ts';
import type { TapeCrypto } from '#domain/tape/tape-crypto.ts';
import type { FeedTick } from '#domain/tape/tape-tick.ts';
import { toHex } from '#domain/tape/text-bytes.ts';
import { type Verdict, verdictColour } from '#domain/tape/verdict.ts';
import { finished, type VerifyBy, verifyReceipt } from '#domain/tape/verify-receipt.ts';
import { Seeded } from '../../engine/seeded.ts';
import { type Extract, feedTick, MadeLog } from './made-log.ts';

const START_MS = 1_772_611_200_000;
const PRODUCTS = [1, 7, 300] as const;

/** The real ones, each signature verified once: a suite of a thousand files has the same few again and again. */
const verified = new Map<string, boolean>();
export const crypto: TapeCrypto = {
  sha256: nobleCrypto.sha256,
  verify: (signature, message, publicKey) => {
    const key = [signature, message, publicKey].map(toHex).join(' ');
    const known = verified.get(key) ?? nobleCrypto.verify(signature, message, publicKey);
    verified.set(key, known);
    return known;
  },
};

export type World<Deal extends SignedDeal = MarketOpening> = {
  readonly log: MadeLog;
  readonly deal: Deal;
  readonly extract: Extract;
  readonly file: ReceiptFile;
  readonly by: VerifyBy;
};

/** Seals seconds of a few ticks each; the same seed gives the same ticks. */
export function grow(log: MadeLog, blocks: number, random: Seeded): MadeLog {
  const prices = new Map<number, bigint>(PRODUCTS.map((product) => [product, 100_000_000n * BigInt(product)]));
  for (let made = 0; made < blocks; made++) {
    const endMs = START_MS + (log.blocks.length + 1) * 1_000;
    const ticks = Array.from({ length: random.whole(1, 5) }, (_, at): FeedTick => {
      const product = random.pick(PRODUCTS);
      const isConfirm = random.chance(0.2);
      const price = (prices.get(product) ?? 0n) + (isConfirm ? 0n : BigInt(random.whole(-5, 5)));
      prices.set(product, price);
      return feedTick(product, price, endMs - 900 + at * 100, isConfirm);
    });
    log.seal(ticks, endMs);
  }
  return log;
}

/** A market opening at the newest tick of its product in a block. */
export function dealAt(log: MadeLog, height: number, uid = '100001', order = 77): MarketOpening {
  const upTo = log.blocks.slice(0, height).flatMap(({ ticks }) => ticks);
  const tick = upTo.filter(({ confirm }) => !confirm).at(-1);
  if (!tick) throw new Error(`no tick up to block ${height}`);
  const lots = 100_000_000n as Lots;
  const terms = { contractNumber: (1_000n * ONE) as Ratio, quoteRate: ONE as Ratio, leverage: 100, marginMode: 0 } as const;
  const margin = initialMargin({ ...terms, lots, price: tick.price });
  const [feeType, feeRate] = ['1', (6n * ONE) as Ratio] as const;
  return {
    origin: log.origin,
    realm: 'real',
    uid,
    deal: order + 1,
    kind: 'open',
    order,
    parent: undefined,
    product: tick.productId,
    side: 'buy',
    lots,
    price: tick.price,
    tickSeq: tick.seq,
    rule: 'market',
    knownSeq: tick.seq,
    timeMs: tick.timeMs,
    profit: 0n as Money,
    fee: tradeFee({ feeType, lots, margin, rate: feeRate }),
    margin,
    ...terms,
    hours: { calendar: 'around-the-clock', halts: [] },
    terms: { feeType, feeRate },
  };
}

/** Heights up to the one of the deal, and those that summaries need. */
function extractOf(random: Seeded, height: number, blocks: number): Extract {
  const first = Math.max(1, height - 6);
  const size = random.whole(height, blocks);
  const older = [random.whole(1, size), random.whole(height, size)];
  if (first <= 512) return { size, spans: [[first, height]], older };
  return {
    size,
    spans: [
      [256, 256],
      [512, 512],
      [first, height],
    ],
    tiles: [1, 1],
    older,
  };
}

/** A log of `blocks` blocks, a fill near its end, and a device that holds the key and two checkpoints. */
export function makeWorld(seed: number, blocks: number): World {
  const random = new Seeded(seed);
  const log = grow(new MadeLog(), blocks, random);
  const height = random.whole(Math.ceil(blocks * 0.9), blocks - 2);
  const deal = dealAt(log, height);
  const tickHeight = log.blocks.find(({ entry }) => entry.lastSeq >= deal.tickSeq)?.entry.height ?? height;
  const extract = extractOf(random, tickHeight, blocks);
  const newest = random.whole(extract.size, blocks);
  const file = log.receipt(dealText(deal), extract);
  const by: VerifyBy = {
    crypto,
    pin: log.logKey.verifier.text,
    seen: [
      { checkpoint: log.checkpoint(1), proof: log.consistency(1, extract.size) },
      { checkpoint: log.checkpoint(newest), proof: log.consistency(extract.size, newest) },
    ],
    asked: { origin: log.origin, uid: deal.uid, order: deal.order, deal: deal.deal },
  };
  return { log, deal, extract, file, by };
}

export type Judged = { readonly colour: 'green' | 'amber' | 'red' | 'refused'; readonly why: string };

const reasons = ({ promise, price, rule, history }: Verdict): string =>
  [promise, price, rule, history].map(({ reason }) => reason).join(' ');

/** What a verifier says about a file, from its text on. */
export function judged(text: string, by: VerifyBy): Judged {
  const file = readReceipt(nobleCrypto.sha256, text);
  if ('refused' in file) return { colour: 'refused', why: file.problem };
  const { verdict } = finished(verifyReceipt(file, by));
  return { colour: verdictColour(verdict), why: reasons(verdict) };
}
export const judgedFile = (file: ReceiptFile, by: VerifyBy): Judged => judged(receiptText(file), by);
