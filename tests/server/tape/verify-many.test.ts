/** What the command costs for many files of one log, counted in signatures, since time is no measure here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { runVerifier } from '#server/verifier/run-verifier.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from '../../property/tape/made-log.ts';
import { dealAt, grow } from '../../property/tape/receipt-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'many-receipts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const log = grow(new MadeLog(), 340, new Seeded(7));
/** Receipts of one fill, each of a checkpoint of its own, with the proof from that of the one before. */
const names = Array.from({ length: 24 }, (_, at) => {
  const name = join(folder, `${at}.json`);
  const extract = { size: 300 + at, spans: [[280, 290]] as const, older: at === 0 ? [] : [299 + at] };
  writeFileSync(name, receiptText(log.receipt(dealText(dealAt(log, 290)), extract)));
  return name;
});

it('D9.455 many files cost a signature each, not one a pair: four times as many not more than four times as many', async () => {
  const verify = vi.spyOn(nobleCrypto, 'verify');
  const costOf = async (count: number) => {
    verify.mockClear();
    const exit = await runVerifier(names.slice(0, count), { print: () => {}, readLog: () => () => Promise.reject(new Error('no net')) });
    expect(exit).toBe(0);
    return verify.mock.calls.length;
  };
  const [few, many] = [await costOf(6), await costOf(24)];
  expect(many).toBeLessThanOrEqual(4 * few);
  verify.mockRestore();
});
