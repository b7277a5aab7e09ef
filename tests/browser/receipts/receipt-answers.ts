/** What a worker says about receipts, for pages that a test shows without one. */
import type { Price } from '#domain/decimal.ts';
import type { Answers } from '#domain/tape/verdict.ts';
import type { Checked, CheckReply, Fill, Pin, ReceiptAsk, ReceiptReply, TapeSpan } from '#protocol/receipts.ts';

const AT = Date.UTC(2026, 2, 4, 11, 0, 0);

export const GREEN: Answers = {
  promise: { answer: 'yes', reason: 'signed' },
  price: { answer: 'yes', reason: 'logged' },
  rule: { answer: 'yes', reason: 'kept' },
  history: { answer: 'yes', reason: 'extends' },
};
export const AMBER: Answers = { ...GREEN, history: { answer: 'unknown', reason: 'before-pin' } };
export const RED: Answers = { ...GREEN, price: { answer: 'no', reason: 'root' }, rule: { answer: 'unknown', reason: 'unproved' } };

const SPAN: TapeSpan = {
  timesMs: Array.from({ length: 24 }, (_, at) => AT - 7_000 + at * 300),
  prices: Array.from({ length: 24 }, (_, at) => 1.0834 + Math.round(Math.sin(at / 3) * 12) / 100_000),
  marked: 20,
};
export const checked = (verdict: Answers, over: Partial<Checked> = {}): Checked => ({
  verdict,
  atMs: AT + 60_000,
  size: 900,
  span: SPAN,
  ...over,
});
export const done = (verdict: Answers, isKept = true): CheckReply => ({ kind: 'checked', checked: checked(verdict), isKept });

const common = { origin: 'trade.example/tape', order: 7, product: 1, side: 'buy', lots: 10_000_000n, level: undefined } as const;
const price = (digits: bigint) => digits as Price;
export const OPENING: Fill = {
  source: 0,
  deal: {
    ...common,
    deal: 41,
    kind: 'open',
    rule: 'market',
    timeMs: AT - 3_600_000,
    profit: 0n,
    price: price(108_342_000n),
    tickSeq: 81_234,
    fee: 60_000_000n,
    margin: 10_834_200_000n,
  },
  checked: undefined,
};
export const CLOSING: Fill = {
  source: 0,
  deal: {
    ...common,
    deal: 42,
    kind: 'close',
    rule: 'sl',
    timeMs: AT,
    profit: -150_000_000n,
    price: price(108_327_000n),
    tickSeq: 81_300,
    fee: 0n,
    margin: 10_834_200_000n,
    level: 108_330_000n,
  },
  checked: undefined,
};

export const PIN: Pin = {
  origin: 'trade.example/tape',
  vkey: 'trade.example/tape+1a2b3c4d+AaECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
  atMs: AT,
  notes: 1_441,
  first: { size: 900, atMs: AT },
  newest: {
    size: 87_300,
    atMs: AT + 86_400_000,
    note: `trade.example/tape\n87300\n${'A'.repeat(43)}=\n\n— trade.example/tape ${'B'.repeat(91)}=\n`,
  },
  isKept: true,
  evidence: 0,
  offered: undefined,
};

type Says = { [K in ReceiptAsk['kind']]?: (ask: Extract<ReceiptAsk, { kind: K }>) => ReceiptReply | Promise<ReceiptReply> };
export type AskedReceipts = { readonly asked: ReceiptAsk[]; readonly says: Says; answer(ask: ReceiptAsk): Promise<ReceiptReply> };

/** A worker that says what a test wants; what it has no answer for waits. */
export function receiptWorker(says: Says): AskedReceipts {
  const asked: ReceiptAsk[] = [];
  return {
    asked,
    says,
    async answer(ask) {
      asked.push(ask);
      const say = says[ask.kind] as ((ask: ReceiptAsk) => ReceiptReply | Promise<ReceiptReply>) | undefined;
      return say ? say(ask) : new Promise<ReceiptReply>(() => undefined);
    },
  };
}
