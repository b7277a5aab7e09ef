/** A receipt that somebody else gave is read by the page as by the command: to the letter. Only a note that was pasted is trimmed. */
import { expect, it } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { verifyFiles } from '#server/verifier/verify-files.ts';
import { answerCheck } from '#worker/receipts/answer-checks.ts';
import { OwnLog } from '#worker/receipts/own-log.ts';
import { TapeFailure } from '#worker/receipts/tape-calls.ts';
import { openTapeStore } from '#worker/receipts/tape-store.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from '../../property/tape/made-log.ts';
import { dealAt, grow } from '../../property/tape/receipt-world.ts';

const log = grow(new MadeLog(), 60, new Seeded(7));
const file = receiptText(log.receipt(dealText(dealAt(log, 40)), { size: 60, spans: [[30, 40]], older: [20] }));

async function pageSays(text: string) {
  const clock = { now: () => 1_772_611_300_000, steady: () => 0, after: () => () => undefined };
  const none = () => Promise.reject(new TapeFailure('offline', ''));
  const calls = { text: none, bytes: none, proof: none };
  const own = new OwnLog({ store: await openTapeStore(), calls, clock, onNewest: () => undefined });
  const room = { clock, calls, log: own, deals: undefined, isKept: () => true };
  return answerCheck(room as never, { kind: 'compare', text });
}
async function refusedByPage(text: string): Promise<string | undefined> {
  const said = await pageSays(text);
  return said.kind === 'unreadable' ? said.reason : undefined;
}
function refusedByCommand(text: string): string | undefined {
  const [said] = verifyFiles([{ name: 'a', read: () => ({ text }) }], undefined).files;
  return said && 'refused' in said ? said.refused : undefined;
}

it('D9.415 a receipt behind a mark of byte order or a blank that is none of JSON is refused by both, one in lines of its own by none', async () => {
  for (const [before, after, refused] of [
    ['', '', undefined],
    ['\n \t', '\r\n', undefined],
    ['\uFEFF', '', 'not-json'],
    ['\u00A0', '', 'not-json'],
    ['', '\u00A0', 'not-json'],
    ['\n', '\u2028', 'not-json'],
  ] as const) {
    const text = before + file + after;
    expect([before, after, await refusedByPage(text), refusedByCommand(text)]).toEqual([before, after, refused, refused]);
  }
});

it('D9.415 a note that was pasted may have lost its last line feed, or come with blanks', async () => {
  const note = log.checkpoint(60);
  for (const pasted of [note, note.trim(), `\u00A0\n${note}\n `]) expect((await pageSays(pasted)).kind).toBe('log');
});
