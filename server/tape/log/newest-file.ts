/**
 * The newest checkpoint that this node has published or seen, outside the database: a database that was put back to an earlier state is
 * told by it. It is left out of backups for that reason.
 *
 * The file has two places for a note. Each second's note overwrites the older of the two and is flushed: a file that keeps its length costs
 * half of what a new one does that takes the other's name, and a crash can spoil only the note that was not published yet.
 */
import { closeSync, constants, fdatasync, openSync, write } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pairFile } from './key-files.ts';

const FILE_MODE = 0o600;
/** Bytes of a place. A note by two keys has about 400. */
const PLACE_BYTES = 4_096;
const PLACES = 2;
/** A write returns once it has reached the disk. Not every system has it. */
const FLUSHED = constants.O_DSYNC as number | undefined;

type Place = 0 | 1;
/** A checkpoint and how many blocks it is of. */
type SizedNote = { readonly size: number; readonly note: string };

/** The notes in the bytes of a file, of which one may be spoiled. Notes end with a line; lines without anything fill their place. */
export const notesOfFile = (file: Buffer): string[] =>
  Array.from({ length: PLACES }, (_, place) => file.toString('utf8', place * PLACE_BYTES, (place + 1) * PLACE_BYTES))
    .map((text) => text.replace(/\n+$/, '\n'))
    .filter((note) => note.trim() !== '');

/** A note as it fills its place. */
function inPlace(note: string): Buffer {
  const bytes = Buffer.from(note);
  if (bytes.length > PLACE_BYTES) throw new Error(`a checkpoint of ${bytes.length} bytes; its place in the file newest has ${PLACE_BYTES}`);
  return Buffer.concat([bytes, Buffer.alloc(PLACE_BYTES - bytes.length, '\n')]);
}

/** A full disk or a file that may grow no further takes a part and says no more than how much: that is a write that failed. */
const writeAt = (file: number, bytes: Buffer, position: number): Promise<void> =>
  new Promise((resolve, reject) =>
    write(file, bytes, 0, bytes.length, position, (error, written) => {
      if (error) reject(error);
      else if (written < bytes.length) reject(new Error(`the file newest took ${written} of ${bytes.length} bytes`));
      else resolve();
    }),
  );
const flush = (file: number): Promise<void> =>
  new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));

/** `undefined` when there is no such file. */
function openThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | (FLUSHED ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export class NewestFile {
  readonly #path: string;
  /** Where the next note goes; undefined when the whole file is to be written. */
  #place: Place | undefined;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(dir: string, generation: number) {
    this.#path = join(dir, pairFile('newest', { generation, turn: 1 }));
  }

  get path(): string {
    return this.#path;
  }

  /** The notes in it, none while there is no file. One of two may be spoiled by a crash. Rejects when it cannot be read. */
  async read(): Promise<string[]> {
    try {
      return notesOfFile(await readFile(this.#path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /**
   * Takes the place of the older note, once it has reached the disk. Writes wait for each other; one of fewer blocks than were written
   * is left out, since a start is held against the largest. Of as many it is the same checkpoint, by other keys.
   */
  write(checkpoint: SizedNote): Promise<void> {
    const written = this.#writing.then(() => this.#put(checkpoint));
    // One that failed stands in nobody's way.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #put({ size, note }: SizedNote): Promise<void> {
    if (size < this.#written) return;
    const bytes = inPlace(note);
    const place = this.#place;
    // Nobody knows what there is in it after a write that failed.
    this.#place = undefined;
    if (place === undefined || !(await this.#overwrite(bytes, place))) await this.#replace(bytes);
    this.#place = (((place ?? 0) + 1) % PLACES) as Place;
    this.#written = size;
  }

  /**
   * False when there is no file. A file that is written to every second is opened and closed at once, which costs no disk; what waits for
   * the disk is one call beside the loop, since each such call costs a busy loop a turn.
   */
  async #overwrite(bytes: Buffer, place: Place): Promise<boolean> {
    const file = openThere(this.#path);
    if (file === undefined) return false;
    try {
      await writeAt(file, bytes, place * PLACE_BYTES);
      if (FLUSHED === undefined) await flush(file);
    } finally {
      closeSync(file);
    }
    return true;
  }

  /** A whole file in place of what there was, with the note in each place. */
  async #replace(bytes: Buffer): Promise<void> {
    const beside = `${this.#path}.${process.pid}`;
    const file = await open(beside, 'w', FILE_MODE);
    try {
      await file.writeFile(Buffer.concat(Array<Buffer>(PLACES).fill(bytes)));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, this.#path);
  }
}
