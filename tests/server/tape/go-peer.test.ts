/**
 * A log of ours opened by the library that Go itself checks its modules with (golang.org/x/mod/sumdb, Debian's golang-golang-x-mod-dev). Where Go
 * or that package is absent, the tests say so and are skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { signerKeyText } from '#domain/tape/signed-note.ts';
import { toBase64 } from '#domain/tape/text-bytes.ts';
import { tileOf, tilePath } from '#domain/tape/tile-path.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from '../../property/tape/made-log.ts';
import { grow } from '../../property/tape/receipt-world.ts';
import { servedLog } from '../../property/tape/served-log.ts';

const PACKAGES = '/usr/share/gocode';
const hasGo =
  existsSync(`${PACKAGES}/src/golang.org/x/mod/sumdb/tlog/tile.go`) && spawnSync('go', ['version'], { encoding: 'utf8' }).status === 0;
const PROGRAM = new URL('open-log.go', import.meta.url).pathname;
const SIZE = 530;
const OLDER = 300;
const GO_MS_MAX = 120_000;

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'go-peer-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Tiles of all kinds and levels that a log of `SIZE` blocks has, by path. */
const PATHS = [0, 256, 512].flatMap((first) => {
  const last = Math.min(first + 255, SIZE - 1);
  return (['hashes', 'entries'] as const).map((kind) => tilePath(tileOf(kind, 0, last, last + 1)));
});
PATHS.push(tilePath(tileOf('hashes', 1, 1, 2)));

async function writeLog(log: MadeLog): Promise<string> {
  const folder = newFolder();
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const { signer, verifier } = log.logKey;
  write('vkey', verifier.text);
  write('skey', signerKeyText(nobleCrypto.sha256, log.origin, signer.seed, verifier.publicKey));
  write('checkpoint', log.checkpoint(SIZE));
  write('older', log.checkpoint(OLDER));
  const read = servedLog(log, SIZE);
  for (const path of PATHS) write(path, (await read(path)) as Uint8Array);
  return folder;
}

const open = (folder: string) =>
  spawnSync('go', ['run', PROGRAM, folder], {
    encoding: 'utf8',
    timeout: GO_MS_MAX,
    env: { ...process.env, GO111MODULE: 'off', GOPATH: PACKAGES, GOFLAGS: '', GOCACHE: join(tmpdir(), 'go-peer-cache') },
  });

describe.skipIf(!hasGo)('a log of ours in Go’s own library (skipped where go or golang-golang-x-mod-dev is absent)', () => {
  const log = grow(new MadeLog(), SIZE, new Seeded(11));

  it(
    'D9.288 has its checkpoints opened, every entry proved by its tiles, its growth proved, and its notes signed alike',
    async () => {
      const { stdout, stderr } = open(await writeLog(log));
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        size: SIZE,
        entries: SIZE,
        older: OLDER,
        proof: log.consistency(OLDER, SIZE).map(toBase64),
        same: true,
      });
    },
    GO_MS_MAX,
  );

  it(
    'has no tile taken that is not of its checkpoint',
    async () => {
      const folder = await writeLog(log);
      const tile = (await servedLog(log, SIZE)('tile/0/001')) as Uint8Array;
      writeFileSync(
        join(folder, 'tile/0/001'),
        tile.map((byte, at) => (at === 77 ? byte ^ 1 : byte)),
      );
      const { status, stderr } = open(folder);
      expect([status, stderr]).toEqual([1, expect.stringMatching(/inconsistent tile|invalid transparency proof/)]);
    },
    GO_MS_MAX,
  );
});

it.skipIf(hasGo)('not tried here: Go’s library opens a log of ours, since go or golang-golang-x-mod-dev is absent', () =>
  expect(hasGo).toBe(false),
);
