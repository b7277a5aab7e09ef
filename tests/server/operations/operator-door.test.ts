/** The files of the operator's door: a key that is none opens nothing, and nothing but a socket is ever cleared away. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearSocketFile } from '#server/operations/operations-address.ts';
import { isSameKey, operatorKey, readOperatorKey } from '#server/operations/operator-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-door-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const keyFile = () => join(folder, 'operator.key');

it.each(['', '\n', 'short', 'g'.repeat(64)])("a key file with %j stops the start in one line and is nobody's key", async (text) => {
  writeFileSync(keyFile(), text);
  await expect(operatorKey(folder)).rejects.toThrow(/^DATA_DIR: ".*operator\.key" holds no key/);
  expect(await readOperatorKey(folder)).toBeUndefined();
  expect(isSameKey('', '')).toBe(false);
});

it('a folder that cannot be written to is one line that names DATA_DIR', async () => {
  await expect(operatorKey('/dev/null/data')).rejects.toThrow(/^DATA_DIR: got "\/dev\/null\/data" \(ENOTDIR\)/);
});

it('two nodes that start at once have one key, whole at every moment, for its own user only', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => operatorKey(folder)));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(keyFile(), readFileSync(keyFile()), { mode: 0o644 });
  await operatorKey(folder);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
});

it('a file that OPS_PORT names by a slip is not cleared away; a dead socket is, a living one stays', async () => {
  const database = join(folder, 'outcry.db');
  writeFileSync(database, 'money');
  await clearSocketFile(database);
  expect(readFileSync(database, 'utf8')).toBe('money');
  const path = join(folder, 'ops.sock');
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  expect(await clearSocketFile(path)).toBe(false);
  expect(statSync(path).isSocket()).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  expect(await clearSocketFile(path)).toBe(true);
});
