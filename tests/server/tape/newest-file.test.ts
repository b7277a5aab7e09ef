/** The file with the newest checkpoint that a node knows of, which a start is held against. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NewestFile } from '#server/tape/log/newest-file.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'outcry-newest-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('D9.418 is written by several at once, and ends with the largest, by the keys that signed it last', async () => {
  const newest = new NewestFile(dir, 1);
  const sizes = [3, 9, 4, 9, 8, 1];
  await Promise.all(sizes.map((size, at) => newest.write({ size, note: `${size} ${at}` })));
  expect(await newest.read()).toBe('9 3');
  await newest.write({ size: 8, note: 'late' });
  expect(await newest.read()).toBe('9 3');
  expect(readdirSync(dir)).toEqual(['newest']);
});

it('D9.418 is written on after a write that failed', async () => {
  const newest = new NewestFile(join(dir, 'nowhere'), 1);
  await expect(newest.write({ size: 1, note: 'one' })).rejects.toThrow('ENOENT');
  await expect(newest.write({ size: 2, note: 'two' })).rejects.toThrow('ENOENT');
});
