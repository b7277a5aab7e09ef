/**
 * The newest checkpoint that this node has published or seen, outside the database: a database that was put back to an earlier state is
 * told by it. It is left out of backups for that reason.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pairFile } from './key-files.ts';

const FILE_MODE = 0o600;

/** A checkpoint and how many blocks it is of. */
type SizedNote = { readonly size: number; readonly note: string };

export class NewestFile {
  readonly #path: string;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();

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

  /**
   * Takes the place of the note before, whole, once it has reached the disk. Writes wait for each other; one of fewer blocks than were written
   * is left out, since a start is held against the largest. Of as many it is the same checkpoint, by other keys.
   */
  write(checkpoint: SizedNote): Promise<void> {
    const written = this.#writing.then(() => this.#replace(checkpoint));
    // One that failed stands in nobody's way.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #replace({ size, note }: SizedNote): Promise<void> {
    if (size < this.#written) return;
    const beside = `${this.#path}.${process.pid}`;
    const file = await open(beside, 'w', FILE_MODE);
    try {
      await file.writeFile(note);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, this.#path);
    this.#written = size;
  }
}
