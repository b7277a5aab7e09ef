/** The silence that a deal says (D9.377): what stands for it in a deal's text, and that all verifiers take and refuse the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { longestStaleMs, staleAfterMs } from '#domain/freshness.ts';
import { dealText, readDeal } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { SILENCE_MS } from '#domain/tape/receipt-limits.ts';
import { newestBlocks } from '#domain/tape/silence.ts';
import { Seeded } from '../../engine/seeded.ts';
import { feedTick, MadeLog } from './made-log.ts';
import { hasPython, saidByOurs, saidByPython } from './python-verifier.ts';
import { dealAt, grow } from './receipt-world.ts';

const START_MS = 1_772_611_200_000;
/** Twenty seconds of a busy market; product 9 has a tick in the first of them and says nothing more. */
const log = new MadeLog();
log.seal([feedTick(9, 100_000_000n, START_MS + 500)], START_MS + 1_000);
grow(log, 20, new Seeded(5));
const OPENING = dealAt(log, 1);

/** The receipt of an opening at that tick so many seconds later, with this behind its terms. */
function receiptOf(seconds: number, said: string): string {
  const block = log.blocks[seconds];
  if (!block) throw new Error('no block');
  const deal = { ...OPENING, knownSeq: block.entry.lastSeq, timeMs: START_MS + 500 + seconds * 1_000 };
  const text = dealText(deal).replace(/\n$/, `${said}\n`);
  return receiptText(log.receipt(text, { size: log.blocks.length, spans: [[1, seconds + 1]], older: [3] }));
}
const pins = [{ vkey: log.logKey.verifier.text }];
const ruleOf = (said: ReturnType<typeof saidByOurs>) => ('refused' in said ? said.refused : `${said.promise[1]} ${said.rule[1]}`);

/** Seconds from the tick to the opening, what stands behind its terms, and what Promise and Rule say. */
const CASES = [
  [4, '', 'signed kept'],
  [6, '', 'signed kept'],
  [7, '', 'signed stale-price'],
  [7, ' silence=8000', 'signed kept'],
  [9, ' silence=8000', 'signed kept'],
  [10, ' silence=8000', 'signed stale-price'],
  [3, ' silence=1000', 'signed stale-price'],
  [2, ' silence=1000', 'signed kept'],
  [9, ' silence=7001', 'signed stale-price'],
  [8, ' silence=7001', 'signed kept'],
  [19, ' silence=60000', 'signed kept'],
  [4, ' silence=5000', 'deal-malformed unproved'],
  [4, ' silence=08000', 'deal-malformed unproved'],
  [4, ' silence=999', 'deal-malformed unproved'],
  [4, ' silence=60001', 'deal-malformed unproved'],
  [4, ' silence=', 'deal-malformed unproved'],
  [4, ' silence=8000 silence=8000', 'deal-malformed unproved'],
] as const;

describe('the silence of a deal', () => {
  it('D9.377 is taken and refused alike, whoever verifies', () => {
    const texts = CASES.map(([seconds, said]) => receiptOf(seconds, said));
    const wanted = CASES.map(([, , rule]) => rule);
    expect(texts.map((text) => ruleOf(saidByOurs(text, pins)))).toEqual(wanted);
    if (hasPython) expect(saidByPython(texts, pins).map(ruleOf)).toEqual(wanted);
  });

  it('D9.377 is nowhere in a deal of 5 s, whose text is what it was', () => {
    expect(dealText(OPENING)).toMatch(/\nterms fee_type=1 fee_rate=6\n$/);
    expect(readDeal(dealText(OPENING))).toEqual(OPENING);
    expect(newestBlocks(SILENCE_MS.unsaid)).toBe(7);
  });

  it('D9.377 is told by the figures of the format alone: how long this app waits may change, and no receipt with it', () => {
    const folder = new URL('../../../src/domain/tape/', import.meta.url);
    const asks = readdirSync(folder).filter((name) => readFileSync(new URL(name, folder), 'utf8').includes("freshness.ts'"));
    expect(asks).toEqual([]);
  });

  it('D9.377 can be said of every category that there is', () => {
    const all = Array.from({ length: 1_000 }, (_, id) => staleAfterMs(id));
    expect([Math.min(...all) >= SILENCE_MS.least, longestStaleMs() <= SILENCE_MS.most]).toEqual([true, true]);
  });
});
