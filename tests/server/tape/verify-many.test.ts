/** What the command costs for many files of one log, counted in signatures, since time is no measure here. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { receiptText } from '#domain/tape/receipt-file.ts';
import { runVerifier } from '#server/verifier/run-verifier.ts';
import { Seeded } from '../../engine/seeded.ts';
import { feedTick, MadeLog } from '../../property/tape/made-log.ts';
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

it('D9.466 many files with many ticks are checked in the room of one', () => {
  const busy = new MadeLog();
  for (let second = 1; second <= 300; second++) {
    const ticks = Array.from({ length: 150 }, (_, at) =>
      feedTick(1 + (at % 40), BigInt(100_000_000 + ((at * second) % 997)), second * 1_000 + at),
    );
    busy.seal(ticks, (second + 1) * 1_000);
  }
  const text = receiptText(busy.receipt(dealText(dealAt(busy, 290)), { size: 300, spans: [[1, 290]] }));
  const files = Array.from({ length: 40 }, (_, at) => join(folder, `busy-${at}.json`));
  for (const file of files) writeFileSync(file, text);
  // Each has 45,000 ticks: all of them together do not fit in here.
  const args = ['--max-old-space-size=160', '--import', 'tsx', 'server/verify-tape.ts', ...files];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout.match(/: amber$/gm)?.length]).toEqual([0, files.length]);
}, 120_000);
