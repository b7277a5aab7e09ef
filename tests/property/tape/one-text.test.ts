/** What every verifier refuses since of each thing there is one text, and since the file itself shows that it is not so (D9.456). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { VarintReader } from '#domain/tape/varint.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog, signed } from './made-log.ts';
import { saidByAll } from './put-together.ts';
import { hasPython } from './python-verifier.ts';
import { dealAt, grow } from './receipt-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'one-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

const log = grow(new MadeLog(), 60, new Seeded(3));
const file = log.receipt(dealText(dealAt(log, 50)), { size: 60, spans: [[40, 50]], older: [20] });

describe('one text for each thing', () => {
  it('D9.456 a number in long form is none', () => {
    const read = (...bytes: readonly number[]) => new VarintReader(Uint8Array.from(bytes)).unsigned();
    expect([read(0), read(3), read(0x80, 1)]).toEqual([0n, 3n, 128n]);
    for (const long of [
      [0x83, 0],
      [0x80, 0],
      [0x80, 0x81, 0],
      [...Array(8).fill(0x80), 0],
      [...Array(10).fill(0x81), 0],
    ])
      expect(() => read(...long)).toThrow(RangeError);
  });

  it('D9.456 a leverage of 0 is none', () => {
    const deal = dealText({ ...dealAt(log, 50), leverage: 0, marginMode: 1 } as SignedDeal);
    expect(saidByAll(receiptText({ ...file, deal: signed(deal, log.receiptsKey) }), log)).toEqual([
      'deal-malformed unproved unproved extends',
    ]);
  });

  it.runIf(hasPython)('D9.456 the verifier in Python ends with 1 where anything is a no, with 2 where a file cannot be read', () => {
    const named = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const good = named('good', receiptText(file));
    const red = named('red', receiptText({ ...file, deal: file.deal.replace('order 77', 'order 78') }));
    const none = named('none', '{');
    const endOf = (...names: string[]) => spawnSync('python3', ['docs/examples/verify_receipt.py', ...names]).status;
    expect([endOf(good), endOf(good, red), endOf(none), endOf(none, red), endOf(join(folder, 'nothing'))]).toEqual([0, 1, 2, 1, 2]);
  });
});
