/**
 * A close by a stop whose position had another one for longer (D9.420): the tape is looked through since that one counted, so that nobody loses the
 * proof for one stop by moving the other. By every verifier there is, and by what a device puts together.
 */
import { describe, expect, it } from 'vitest';
import { ONE } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { dealText } from '#domain/tape/deal-note.ts';
import type { DealTerms } from '#domain/tape/deal-terms.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { neededTape } from '#domain/tape/receipt-segment.ts';
import type { StopClose } from '#domain/tape/signed-deal.ts';
import { feedTick, MadeLog, signed } from './made-log.ts';
import { putTogether, saidByAll } from './put-together.ts';

const [BEFORE_MS, SINCE_MS] = [Date.UTC(2026, 10, 30, 9), Date.UTC(2026, 11, 1, 9)];
const [GOOD, NO_DEAL] = ['signed logged kept extends', 'deal-malformed unproved unproved extends'];

type Market = { readonly log: MadeLog; readonly startMs: number };
/** A tick a second, whose number is that of its block. */
function marketOf(startMs: number, size: number, priceAt: (seq: number) => bigint): Market {
  const log = new MadeLog();
  for (let seq = 1; seq <= size; seq++) log.seal([feedTick(1, priceAt(seq) * ONE, startMs + seq * 1_000 - 500)], startMs + seq * 1_000);
  return { log, startMs };
}

/** A buy at 100 in its first tick, closed at 94 by a stop loss of 95 or at 111 by a take profit of 110. */
function closed({ log, startMs }: Market, rule: 'sl' | 'tp', knownSeq: number, more: Partial<DealTerms['stopped']>): StopClose {
  const terms = { side: 'buy', lots: ONE, contractNumber: ONE, quoteRate: ONE, leverage: 1, marginMode: 0 } as const;
  const [price, level] = rule === 'sl' ? [94n * ONE, 95n * ONE] : [111n * ONE, 110n * ONE];
  const stops = { stopLoss: 95n * ONE, stopLossFrom: 10, takeProfit: 110n * ONE, takeProfitFrom: 10, ...more };
  return {
    ...{ origin: log.origin, realm: 'real', uid: '1', deal: 2, order: 1, parent: undefined, product: 1, kind: 'close', rule },
    ...{ ...terms, price, tickSeq: knownSeq, knownSeq, level, timeMs: startMs + knownSeq * 1_000 - 500, fee: 0n, margin: ONE },
    fromSeq: rule === 'sl' ? stops.stopLossFrom : stops.takeProfitFrom,
    profit: contractProfit({ ...terms, openPrice: 100n * ONE, price }),
    hours: { calendar: 'around-the-clock', halts: [] },
    terms: { openPrice: 100n * ONE, openSeq: 1, ...stops },
  };
}

/** The other stop, whose price is met from tick 20 to 22, and the one that is said to have been met at tick 40. */
const metBefore = {
  sl: (at: number) => (at >= 40 ? 94n : at >= 20 && at <= 22 ? 112n : 100n),
  tp: (at: number) => (at >= 40 ? 111n : at >= 20 && at <= 22 ? 93n : 100n),
};
const neverMet = { sl: (at: number) => (at >= 40 ? 94n : 100n), tp: (at: number) => (at >= 40 ? 111n : 100n) };
/** The other stop: its last tick that did not count, what is said of it, and whether there is one. */
type Other = { readonly since?: number; readonly stopsFrom?: number; readonly isThere?: boolean };

const whole = ({ log }: Market, deal: StopClose, first = 1) => {
  const size = log.blocks.length;
  return saidByAll(receiptText(log.receipt(dealText(deal), { size, spans: [[first, size]], older: [10] })), log);
};
const ruleOf = (...given: Parameters<typeof whole>) => whole(...given).map((words) => words.split(' ')[2]);

describe.each(['sl', 'tp'] as const)('a close by %s', (rule) => {
  const lied = marketOf(SINCE_MS, 60, metBefore[rule]);
  const honest = marketOf(SINCE_MS, 60, neverMet[rule]);
  const moved = (market: Market, from: number, { since = 10, stopsFrom, isThere = true }: Other = {}) =>
    closed(market, rule, 40, {
      ...(rule === 'sl' ? { stopLossFrom: from, takeProfitFrom: since } : { takeProfitFrom: from, stopLossFrom: since }),
      ...(!isThere && (rule === 'sl' ? { takeProfit: 0n } : { stopLoss: 0n })),
      ...(stopsFrom !== undefined && { stopsFrom }),
    });

  it('D9.420 is no fill of its rule where the other stop had counted for longer and was met before', () => {
    expect(whole(lied, moved(lied, 30, { stopsFrom: 10 }))).toEqual(['signed logged wrong-tick extends']);
    // Neither later stops nor none hides it: what it says of the other one binds, and what it does not say cannot be told.
    expect(whole(lied, moved(lied, 30))).toEqual(['signed logged stops-unsaid extends']);
    for (const stopsFrom of [9, 11, 30]) expect(ruleOf(lied, moved(lied, 30, { stopsFrom }))).toEqual(['level']);
    // Met in its own last tick, and in the tick before the own stop counted.
    for (const [since, expected] of [
      [21, 'wrong-tick'],
      [22, 'kept'],
      [25, 'kept'],
    ] as const)
      expect(ruleOf(lied, moved(lied, 30, { since, stopsFrom: since }))).toEqual([expected]);
  });

  it('D9.420 keeps its rule where it was not, and life before the own stop counts for the other alone', () => {
    expect(whole(honest, moved(honest, 30, { stopsFrom: 10 }))).toEqual([GOOD]);
    expect(ruleOf(honest, moved(honest, 30))).toEqual(['stops-unsaid']);
    // Beyond the own level for a while before it counted.
    const trailed = marketOf(SINCE_MS, 60, (at) => (at >= 15 && at <= 29 ? neverMet[rule](40) : neverMet[rule](at)));
    expect(ruleOf(trailed, moved(trailed, 29, { stopsFrom: 10 }))).toEqual(['kept']);
    expect(ruleOf(trailed, moved(trailed, 28, { stopsFrom: 10 }))).toEqual(['wrong-tick']);
    // A stop that counted as long, for less, or that there is not, is nothing to say.
    for (const more of [{}, { since: 20 }, { since: 45 }]) {
      expect(ruleOf(honest, moved(honest, 10, more))).toEqual(['kept']);
      expect(ruleOf(honest, moved(honest, 10, { ...more, stopsFrom: 10 }))).toEqual(['level']);
    }
    expect(ruleOf(honest, moved(honest, 30, { isThere: false, since: 0 }))).toEqual(['kept']);
    expect(ruleOf(honest, moved(honest, 30, { isThere: false, stopsFrom: 10 }))).toEqual(['level']);
  });

  it('D9.420 cannot be told, and is no accusation, by a file that begins behind what counted for longer', () => {
    const deal = moved(honest, 30, { stopsFrom: 10 });
    expect(ruleOf(honest, deal, 12)).toEqual(['segment']);
    expect(ruleOf(honest, deal, 11)).toEqual(['kept']);
    expect(ruleOf(lied, deal, 23)).toEqual(['segment']);
  });

  it('D9.420 of a deal that was signed before keeps its meaning', () => {
    const old = marketOf(BEFORE_MS, 60, metBefore[rule]);
    expect(ruleOf(old, moved(old, 30))).toEqual(['kept']);
    expect(ruleOf(old, moved(old, 30, { stopsFrom: 10 }))).toEqual(['wrong-tick']);
    expect(neededTape(moved(old, 30))).toContainEqual({ kind: 'stretch', fromSeq: 31, toSeq: 40 });
    // By the second of the tape, whatever time its tick says of itself.
    const dated = new MadeLog();
    for (let seq = 1; seq <= 60; seq++)
      dated.seal([feedTick(1, neverMet[rule](seq) * ONE, BEFORE_MS + seq * 1_000 - 500)], SINCE_MS + seq * 1_000);
    expect(ruleOf({ log: dated, startMs: BEFORE_MS }, moved({ log: dated, startMs: BEFORE_MS }, 30))).toEqual(['stops-unsaid']);
  });
});

describe('a stop that was moved', () => {
  const HOUR = 3_600;
  const SIZE = 3 * HOUR;
  const MET = SIZE - 20;
  /** The price rises slowly, and falls below its stop in the end; `spike`: when it was at the take profit for a second. */
  const hours = (spike: number) =>
    marketOf(SINCE_MS, SIZE, (at) => (at === spike ? 110n : at >= MET ? 94n : 96n + (BigInt(at) * 8n) / BigInt(SIZE)));
  const trailing = (market: Market) => closed(market, 'sl', MET, { stopLossFrom: MET - 100, stopsFrom: 10 });

  it('D9.420 has a receipt with both ends of the hours that the other one counted, which every verifier calls green', async () => {
    const market = hours(0);
    const { made } = await putTogether(trailing(market), market.log);
    if (made.kind !== 'file') throw new Error(made.kind);
    expect(made.file.bodies.has(11)).toBe(true);
    expect(made.file.bodies.size).toBeLessThan(3 * 256);
    expect(saidByAll(receiptText(made.file), market.log)).toEqual([GOOD]);
  });

  it('D9.420 has one that every verifier calls red where the other one was met hours before', async () => {
    const market = hours(HOUR);
    const { made } = await putTogether(trailing(market), market.log);
    if (made.kind !== 'file') throw new Error(made.kind);
    const text = receiptText(made.file);
    expect(saidByAll(text, market.log)).toEqual(['signed logged wrong-tick extends']);
    // Without the ticks of that hour the summary accuses nobody, and lets nobody off.
    const [first, last] = [Math.floor((HOUR - 1) / 256) * 256 + 1, Math.ceil(HOUR / 256) * 256];
    const bodies = new Map([...made.file.bodies].filter(([height]) => height < first || height > last));
    expect(saidByAll(receiptText({ ...made.file, bodies }), market.log)).toEqual(['signed logged bodies-gone extends']);
  });

  it('D9.420 says so once, before the silence, and nowhere else', () => {
    const market = marketOf(SINCE_MS, 60, neverMet.sl);
    const text = dealText(closed(market, 'sl', 40, { stopLossFrom: 30, stopsFrom: 10, silenceMs: 3_500 }));
    const said = ' stops_from=10 silence=3500\n';
    expect(text).toContain(said);
    const file = market.log.receipt(text, { size: 60, spans: [[1, 60]], older: [10] });
    const words = (other: string, of = text) =>
      saidByAll(receiptText({ ...file, deal: signed(of.replace(said, other), market.log.receiptsKey) }), market.log);
    expect(words(said)).toEqual([GOOD]);
    for (const bent of [
      ' silence=3500 stops_from=10\n',
      ' stops_from=10 stops_from=10 silence=3500\n',
      ' stops_from=010 silence=3500\n',
      ' stops_from= silence=3500\n',
      ' stops_from=10=1 silence=3500\n',
      ' stops_from=-1\n',
    ])
      expect([bent, ...words(bent)]).toEqual([bent, NO_DEAL]);
    expect(words(' stops_from=10\n')).toEqual([GOOD]);
    expect(words(' silence=3500\n')).toEqual(['signed logged stops-unsaid extends']);
    const asked = text
      .replace(/\nrule sl\nlevel .*\nfrom .*\n/, '\nrule close\nlevel -\nfrom -\n')
      .replace(/\nterms .*\n/, '\nterms open=100 open_tick=1 stops_from=10\n');
    expect(words(said, asked)).toEqual([NO_DEAL]);
  });
});
