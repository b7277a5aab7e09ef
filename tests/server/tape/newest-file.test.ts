/** The file with the newest checkpoint that a node knows of, which a start is held against. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  await Promise.all(sizes.map((size, at) => newest.write({ size, note: `${size} ${at}\n` })));
  expect(await newest.read()).toContain('9 3\n');
  await newest.write({ size: 8, note: 'late\n' });
  expect((await newest.read()).sort()).toEqual(['9 1\n', '9 3\n']);
  expect(readdirSync(dir)).toEqual(['newest']);
});

it('D9.418 is written on after a write that failed', async () => {
  const newest = new NewestFile(join(dir, 'nowhere'), 1);
  await expect(newest.write({ size: 1, note: 'one' })).rejects.toThrow('ENOENT');
  await expect(newest.write({ size: 2, note: 'two' })).rejects.toThrow('ENOENT');
});

it('D9.290 keeps the note before whole while the next is written, and is whole again after somebody took it away', async () => {
  const path = join(dir, 'newest.2');
  // As it was written before there were two places.
  writeFileSync(path, 'old\n');
  expect(await new NewestFile(dir, 2).read()).toEqual(['old\n']);
  const newest = new NewestFile(dir, 2);
  for (const size of [4, 5, 6]) {
    await newest.write({ size, note: `size ${size}\n` });
    const notes = await newest.read();
    expect(notes).toContain(`size ${size}\n`);
    expect(notes.every((note) => note === `size ${size}\n` || note === `size ${size - 1}\n`)).toBe(true);
  }
  // A crash in the middle of the next write, wherever it stopped.
  const text = readFileSync(path, 'utf8');
  const place = text.indexOf('size 5');
  writeFileSync(path, `${text.slice(0, place)}size 7\0\0${text.slice(place + 8)}`);
  expect(await new NewestFile(dir, 2).read()).toContain('size 6\n');
  rmSync(path);
  await newest.write({ size: 7, note: 'size 7\n' });
  expect(await newest.read()).toEqual(['size 7\n', 'size 7\n']);
});

it('D9.290 refuses a note that its place does not hold, and has the one before still', async () => {
  const newest = new NewestFile(dir, 3);
  await newest.write({ size: 1, note: 'one\n' });
  await expect(newest.write({ size: 2, note: 'x'.repeat(5_000) })).rejects.toThrow(
    'a checkpoint of 5000 bytes; its place in the file newest has 4096',
  );
  expect(await newest.read()).toContain('one\n');
});

it.runIf(process.platform === 'linux').each([
  ['its second place', 6],
  ['its first place', 2],
])('D9.467 a disk that takes a part of %s without a word is a write that failed', (_name, kibibytes) => {
  const code = `
    import { NewestFile } from '#server/tape/log/newest-file.ts';
    const newest = new NewestFile(${JSON.stringify(dir)}, 4 + ${kibibytes});
    const said = [];
    for (const size of [1, 2, 3]) {
      const note = size + 'x'.repeat(4000) + '\\n';
      await newest.write({ size, note }).then(async () => said.push((await newest.read()).includes(note)), () => said.push('failed'));
    }
    console.log(said.join());`;
  const node = `"${process.execPath}" --import tsx --input-type=module -e "$CODE"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `ulimit -f ${kibibytes}; ${node}`], {
    encoding: 'utf8',
    env: { ...process.env, CODE: code },
  });
  // Not "written" while what is on the disk is a half of it.
  expect([stdout, stderr]).toEqual(['failed,failed,failed\n', '']);
});
