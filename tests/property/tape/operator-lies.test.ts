/** What an operator with all keys might sign into deals and log, for a price, a time or an end that was not: none of it is green. */
import { describe, expect, it } from 'vitest';
import type { Price } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { followLog } from '#server/verifier/follow-log.ts';
import { Seeded } from '../../engine/seeded.ts';
import { feedTick, MadeLog } from './made-log.ts';
import { crypto, dealAt, grow, judgedFile } from './receipt-world.ts';
import { servedLog } from './served-log.ts';

const SIZE = 60;
const knows = (log: MadeLog) => ({ crypto, pin: log.logKey.verifier.text, seen: [] });

describe('what an operator might sign', () => {
  const START_MS = 1_772_611_200_000;
  const EXPIRY_MS = START_MS + 30_000;
  /** Up to block 27 below what the trade began with, then above; in block 27 a confirm of another product with a time of its own. */
  const marketWith = (confirmMs: number): MadeLog => {
    const log = new MadeLog();
    for (let height = 1; height <= SIZE; height++) {
      const endMs = START_MS + height * 1_000;
      const own = feedTick(1, height > 27 ? 110_100_000n : 109_900_000n, endMs - 700);
      log.seal(height === 27 ? [own, feedTick(9, 50n, confirmMs, true)] : [own], endMs);
    }
    return log;
  };
  const market = marketWith(START_MS + 26_800);
  const bent = marketWith(EXPIRY_MS + 1);
  const staked = { stake: 10_000_000_000n, ratio: 85_000_000n, expiryMs: EXPIRY_MS, lossLevel: '0', openPrice: 110_000_000n, openSeq: 1 };
  const micro = { origin: market.origin, realm: 'real', uid: '1', deal: 15, order: 7, product: 1, side: 'up', kind: 'micro-end' };
  const said = (deal: object, first: number, last: number, log = market): string =>
    judgedFile(
      log.receipt(dealText({ ...micro, timeMs: EXPIRY_MS, terms: staked, ...deal } as unknown as SignedDeal), {
        size: SIZE,
        spans: [[first, last]],
        older: [20],
      }),
      knows(log),
    ).why;
  const priceAt = (seq: number): bigint => (market.blocks.flatMap(({ ticks }) => ticks)[seq - 1] as TapeTick).price;

  it('D9.333 no micro trade ends by a tick of a second before its expiry, whatever time that tick has', () => {
    const end = (seq: number, profit: bigint) => ({ rule: 'micro', knownSeq: seq, tickSeq: seq, price: priceAt(seq), profit });
    expect(said(end(31, 8_500_000_000n), 23, 31)).toBe('signed logged kept extends');
    expect(said(end(27, -staked.stake), 23, 27, bent)).toBe('signed logged micro-end extends');
  });

  it('D9.333 no micro trade is void by a block that says it is older than those before it', () => {
    const log = new MadeLog();
    for (let height = 1; height <= SIZE; height++) {
      const endMs = START_MS + height * 1_000;
      const own = height < 30 ? [feedTick(1, 110_100_000n, endMs - 700)] : [];
      log.seal([...own, feedTick(9, 50n, height > 30 ? endMs : endMs - 600)], height === 30 ? endMs - 10_000 : endMs);
    }
    const known = log.blocks[29]?.entry.lastSeq;
    expect(said({ rule: 'micro-void', knownSeq: known, profit: 0n }, 29, 31, log)).toBe('signed gap unproved extends');
  });

  it('D9.333 no confirm carries on a price of long ago', () => {
    const [low, last] = [108_500_000n, 110_000_000n];
    /** A tick at the low price in block 5, the last in block 39, from then on confirms; that of block 50 at the price of long ago, or not. */
    const quietWith = (confirmed: bigint): MadeLog => {
      const log = new MadeLog();
      for (let height = 1; height <= SIZE; height++) {
        const price = height === 5 ? low : height === 50 ? confirmed : last;
        log.seal([feedTick(1, price, START_MS + height * 1_000 - 700, height >= 40)], START_MS + height * 1_000);
      }
      return log;
    };
    const { deal: number, ...opening } = dealAt(market, 10);
    const stops = { stopLoss: 109_000_000n, stopLossFrom: 49, takeProfit: 0n, takeProfitFrom: 0 };
    const fill = (tickSeq: number, price: bigint, more: object) => {
      const profit = contractProfit({ ...opening, openPrice: 110_000_000n as Price, price: price as Price });
      const closing = { ...opening, deal: number, kind: 'close', fee: 0n, product: 1, knownSeq: 50, timeMs: START_MS + 49_300, uid: '1' };
      return { ...closing, profit, price, tickSeq, terms: { openPrice: 110_000_000n, openSeq: 1, ...stops }, ...more };
    };
    const asked = { rule: 'close', terms: { openPrice: 110_000_000n, openSeq: 1 } };
    const stopped = { rule: 'sl', level: 109_000_000n, fromSeq: 49 };
    expect(said(fill(5, low, asked), 5, 50, quietWith(low))).toBe('signed logged wrong-tick extends');
    expect(said(fill(5, low, stopped), 5, 50, quietWith(low))).toBe('signed logged wrong-tick extends');
    // What a file leaves out of the way there is no yes.
    expect(said(fill(39, last, asked), 39, 50, quietWith(last))).toBe('signed logged kept extends');
    expect(said(fill(39, last, asked), 44, 50, quietWith(last))).toBe('signed tick-missing segment extends');
  });

  it('D9.417 no close names an opening after its own tick, not even by a reset; at the same tick one may close at once', () => {
    const opening = dealAt(market, 10);
    const closedAt = (openSeq: number, more: object = {}) => {
      const closing = {
        ...opening,
        kind: 'close',
        rule: 'close',
        fee: 0n,
        uid: '1',
        terms: { openPrice: opening.price, openSeq },
        ...more,
      };
      return said(closing, 4, 10);
    };
    expect(closedAt(opening.tickSeq)).toBe('signed logged kept extends');
    for (const more of [{}, { rule: 'reset', realm: 'demo' }])
      expect(closedAt(opening.tickSeq + 1, more)).toBe('signed logged wrong-tick extends');
    const voided = { realm: 'demo', rule: 'reset', knownSeq: 40, profit: 0n };
    expect(said({ ...voided, terms: { ...staked, openSeq: 41 } }, 39, 40)).toBe('signed no-price wrong-tick extends');
  });

  it('D9.333 nothing of real money ends by a reset, of which nothing is rechecked', () => {
    const voided = { rule: 'reset', knownSeq: 40, profit: 0n };
    expect(said(voided, 39, 40)).toBe('deal-malformed unproved unproved extends');
    expect(said({ ...voided, realm: 'demo' }, 39, 40)).toBe('signed no-price kept extends');
    const opening = dealAt(market, 10);
    const closing = { ...opening, kind: 'close', rule: 'reset', fee: 0n, terms: { openPrice: opening.price, openSeq: opening.tickSeq } };
    expect(said({ ...closing, uid: '1' }, 10, 10)).toBe('deal-malformed unproved unproved extends');
    expect(said({ ...closing, uid: '1', realm: 'demo' }, 10, 10)).toBe('signed logged kept extends');
  });
});

describe('a log that is followed', () => {
  const said = async (log: MadeLog) =>
    (await followLog({ crypto, read: servedLog(log, log.blocks.length), pin: undefined, heads: [] })).problems.join(' ');
  const honest = grow(new MadeLog(), 20, new Seeded(7));

  it('D9.333 has no block that says it is older than the one before it', async () => {
    expect(await said(honest)).toBe('');
    const back = grow(new MadeLog(), 20, new Seeded(7));
    back.seal(back.blocks[19]?.ticks ?? [], back.blocks[9]?.entry.timeMs ?? 0);
    expect(await said(back)).toBe('block 21: is earlier than the one before it');
  });

  it('D9.333 has no confirm of another price than the last', async () => {
    const bent = new MadeLog();
    const ticks = honest.blocks.flatMap((block) => block.ticks);
    const isLater = (tick: TapeTick) =>
      tick.confirm && ticks.some((one) => one.productId === tick.productId && !one.confirm && one.seq < tick.seq);
    const confirm = ticks.find(isLater)?.seq;
    for (const block of honest.blocks)
      bent.seal(
        block.ticks.map((tick) => (tick.seq === confirm ? { ...tick, price: (tick.price + 1n) as Price } : tick)),
        block.entry.timeMs,
      );
    expect(await said(bent)).toBe(`tick ${confirm}: confirms another price than the last`);
  });
});
