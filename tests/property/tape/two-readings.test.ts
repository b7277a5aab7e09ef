/** Files that an operator, or anybody, bent so that two verifiers might read two things: both read one, and it is no fill that was not. */
import { describe, expect, it } from 'vitest';
import { ONE } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { FeedTick } from '#domain/tape/tape-tick.ts';
import { toBase64 } from '#domain/tape/text-bytes.ts';
import { Seeded } from '../../engine/seeded.ts';
import { feedTick, MadeLog, signed } from './made-log.ts';
import { hasPython, type Said, saidByOurs, saidByPython } from './python-verifier.ts';
import { dealAt, grow } from './receipt-world.ts';

const START_MS = 1_772_611_200_000;
const log = grow(new MadeLog(), 60, new Seeded(3));
const file = log.receipt(dealText(dealAt(log, 50)), { size: 60, spans: [[40, 50]], older: [10] });
const wordsOf = (said: Said): string =>
  'refused' in said
    ? said.refused
    : Object.values(said)
        .map(([, reason]) => reason)
        .join(' ');

/** What all verifiers that there are say of each text: a list of one where they agree. */
function saidOf(texts: readonly string[], of = log): string[][] {
  const pins = [{ vkey: of.logKey.verifier.text }];
  const python = hasPython ? saidByPython(texts, pins) : [];
  return texts.map((text, at) => [...new Set([saidByOurs(text, pins), python[at]].flatMap((said) => (said ? [wordsOf(said)] : [])))]);
}

const [GOOD, NO_DEAL] = ['signed logged kept extends', 'deal-malformed unproved unproved extends'];

describe('one file, two readings', () => {
  it('D9.378 a signature line has a signature, and characters are those of Unicode', () => {
    const line = (name: string, bytes: number) => `— ${name} ${toBase64(new Uint8Array(bytes))}\n`;
    const lines = [line('x', 3), line('x', 4), line('x', 5), line('𝄞'.repeat(160_000), 68), line('𝄞'.repeat(300_000), 68)];
    const said = saidOf(lines.map((more) => receiptText({ ...file, deal: file.deal + more })));
    expect(said).toEqual([[NO_DEAL], [NO_DEAL], [GOOD], [GOOD], [NO_DEAL]]);
  });

  it('D9.378 halts ascend from the first on', () => {
    const withHours = (hours: string) =>
      receiptText({
        ...file,
        deal: signed(dealText(dealAt(log, 50)).replace(/\nhours .*/, `\nhours around-the-clock${hours}`), log.receiptsKey),
      });
    const said = saidOf([',1-2,1-2', ',0-2,2-4', ',0-2', ',1-2,3-4', ',3-4,1-2'].map(withHours));
    expect(said).toEqual([[NO_DEAL], [NO_DEAL], [GOOD], [GOOD], [NO_DEAL]]);
  });

  it('D9.378 a body has no number of product or time that is not exact', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const ticks: FeedTick[][] = [
      [feedTick((most - 1) / 2, 5n, START_MS)],
      [feedTick((most + 1) / 2, 5n, START_MS)],
      [feedTick(1, 5n, most)],
      [feedTick(1, 5n, most + 1)],
      [feedTick(1, 5n, -most), feedTick(1, 5n, 1)],
    ];
    for (const [at, feed] of ticks.entries()) {
      const bent = grow(new MadeLog(), 30, new Seeded(3));
      bent.seal(feed, START_MS + 31_000);
      const text = receiptText(bent.receipt(dealText(dealAt(bent, 30)), { size: 31, spans: [[20, 31]], older: [10] }));
      const isExact = at === 0 || at === 2;
      expect(saidOf([text], bent)).toEqual([[isExact ? GOOD : 'signed body-malformed unproved extends']]);
    }
  });
});

describe('the time of a deal that nobody asked for', () => {
  /** Opened at 100, the stop loss of 95 counts from tick 22 on and is met by tick 40. */
  const market = new MadeLog();
  for (let at = 1; at <= 60; at++)
    market.seal([feedTick(1, (at >= 40 ? 94n : 100n) * ONE, START_MS + at * 1_000 - 500)], START_MS + at * 1_000);
  const terms = { side: 'buy', lots: ONE, contractNumber: ONE, quoteRate: ONE, leverage: 1, marginMode: 0 } as const;
  const base = { origin: market.origin, realm: 'real', uid: '1', deal: 2, order: 1, product: 1 } as const;
  const stopped = (timeMs: number): SignedDeal => ({
    ...base,
    ...{
      ...terms,
      parent: undefined,
      kind: 'close',
      rule: 'sl',
      price: 94n * ONE,
      tickSeq: 40,
      knownSeq: 40,
      fromSeq: 22,
      level: 95n * ONE,
    },
    ...{ timeMs, fee: 0n, margin: ONE, hours: { calendar: 'around-the-clock', halts: [] } },
    profit: contractProfit({ ...terms, openPrice: 100n * ONE, price: 94n * ONE }),
    terms: { openPrice: 100n * ONE, openSeq: 1, stopLoss: 95n * ONE, stopLossFrom: 22, takeProfit: 0n, takeProfitFrom: 0 },
  });
  const expiryMs = START_MS + 30_000;
  const ended = (timeMs: number): SignedDeal => ({
    ...{ ...base, deal: 15, side: 'up', kind: 'micro-end', rule: 'micro', price: 100n * ONE, tickSeq: 30, knownSeq: 30, timeMs },
    profit: 850_000_000n,
    terms: { stake: 10n * ONE, ratio: 85_000_000n, expiryMs, lossLevel: '0', openPrice: 100n * ONE, openSeq: 1 },
  });
  const textOf = (deal: SignedDeal) => receiptText(market.receipt(dealText(deal), { size: 60, spans: [[1, 60]], older: [10] }));

  it('D9.378 is that of its tick, or of its expiry: a year ago it is red', () => {
    const year = 31_536_000_000;
    const said = saidOf([stopped(START_MS + 39_500), stopped(START_MS + 39_501), stopped(START_MS - year), stopped(1)].map(textOf), market);
    expect(said).toEqual([[GOOD], ...Array(3).fill(['signed logged wrong-tick extends'])]);
    expect(saidOf([ended(expiryMs), ended(expiryMs - 1), ended(1)].map(textOf), market)).toEqual([
      [GOOD],
      ...Array(2).fill(['signed logged micro-end extends']),
    ]);
  });

  it('D9.416 a micro trade ends by the newest tick itself, and by none before it that had the same price', () => {
    const named = (tickSeq: number) => textOf({ ...ended(expiryMs), tickSeq } as SignedDeal);
    expect(saidOf([named(30), named(29), named(1)], market)).toEqual([[GOOD], ...Array(2).fill(['signed logged wrong-tick extends'])]);
  });
});
