/**
 * The newest checkpoint that this node has published or seen, outside the database: a database that was put back to an earlier state is
 * told by it. It is left out of backups for that reason.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pairFile } from './key-files.ts';

const FILE_MODE = 0o600;

export class NewestFile {
  readonly #path: string;

  constructor(dir: string, generation: number) {
    this.#path = join(dir, pairFile('newest', { generation, turn: 1 }));
  }

  get path(): string {
    return this.#path;
  }

  /** The note in it; `undefined` while there is none. Rejects when it cannot be read. */
  async read(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Takes the place of the note before, whole, once it has reached the disk. One write at a time. */
  async write(note: string): Promise<void> {
    const beside = `${this.#path}.${process.pid}`;
    const file = await open(beside, 'w', FILE_MODE);
    try {
      await file.writeFile(note);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, this.#path);
  }
}
