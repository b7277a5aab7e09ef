/** Where the nodes of one test database find the keys of its log: one folder for all of them, gone with the process. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root: string | undefined;
let count = 0;
const folders = new WeakMap<object, string>();

function rootFolder(): string {
  if (root === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'outcry-keys-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    root = made;
  }
  return root;
}

/** The folder of a database: by its address, or as it was opened. */
export function keyFolderOf(database: string | object): string {
  if (typeof database === 'string') return join(rootFolder(), createHash('sha256').update(database).digest('hex').slice(0, 16));
  const known = folders.get(database) ?? join(rootFolder(), String(++count));
  folders.set(database, known);
  return known;
}
