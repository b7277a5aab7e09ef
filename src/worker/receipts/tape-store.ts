/**
 * What this device keeps of the log, in the browser's database `outcry-tape`: a few kinds of rows, each by a text as its key. Where the
 * browser keeps nothing, the same in memory, and `isKept` says so. Writing never throws: what cannot be written is held in memory. Reading
 * rejects with a `TapeFailure` where the database does not answer: that is never "not there".
 */
import { keepNewest } from '#domain/keep-newest.ts';
import { TapeFailure } from './tape-calls.ts';

const NAME = 'outcry-tape';
const VERSION = 2;
const KINDS = ['pins', 'notes', 'deals', 'checked', 'seen', 'evidence'] as const;
type RowKind = (typeof KINDS)[number];
/** Rows of a kind, of all who log in here together. Beyond, the lowest `goes` goes first. Of the other kinds `OwnLog` sees to it. */
const ROWS_MAX: { readonly [K in RowKind]?: number } = { deals: 5_000, checked: 2_000, seen: 2_000 };
/** Rows that the database did not remove and that are hidden; the oldest shows itself again. */
const HIDDEN_MAX = 2_000;
const GOES = 'goes';
/** For one read: a connection can be lost without a word. */
const CONNECTIONS_TRIED = 2;

/** When a row was kept, by the device's clock in ms: the oldest goes first, what proves something behind all that does not. */
export type Going = { readonly goes: number };
const PROOF_MS = 1e15;
export const going = (nowMs: number, isProof: boolean): Going => ({ goes: nowMs + (isProof ? PROOF_MS : 0) });

export type TapeStore = {
  readonly isKept: boolean;
  get<T>(kind: RowKind, key: string): Promise<T | undefined>;
  /** Those whose keys begin so, by key. */
  all<T>(kind: RowKind, prefix: string): Promise<T[]>;
  put(kind: RowKind, key: string, row: unknown): Promise<void>;
  remove(kind: RowKind, keys: readonly string[]): Promise<void>;
};

/** Above every key that begins with the prefix. */
const END = '\uffff';
const nameOf = (kind: RowKind, key: string): string => `${kind} ${key}`;

type KeyedRow<T> = readonly [key: string, row: T];
const byKey = <T>(rows: Iterable<KeyedRow<T>>): T[] => [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);

class MemoryStore implements TapeStore {
  readonly isKept = false;
  readonly #rows = new Map<string, unknown>();

  async get<T>(kind: RowKind, key: string): Promise<T | undefined> {
    return this.#rows.get(nameOf(kind, key)) as T | undefined;
  }

  async all<T>(kind: RowKind, prefix: string): Promise<T[]> {
    return byKey(this.rows<T>(kind, prefix));
  }

  rows<T>(kind: RowKind, prefix: string): KeyedRow<T>[] {
    const found = [...this.#rows].filter(([name]) => name.startsWith(nameOf(kind, prefix)));
    return found.map(([name, row]) => [name.slice(nameOf(kind, '').length), row as T]);
  }

  async put(kind: RowKind, key: string, row: unknown): Promise<void> {
    this.#rows.set(nameOf(kind, key), row);
    const rows = ROWS_MAX[kind] === undefined ? [] : this.rows<Going>(kind, '');
    if (rows.length <= (ROWS_MAX[kind] ?? 0)) return;
    const [first] = rows.sort(([, one], [, other]) => one.goes - other.goes);
    if (first) this.#rows.delete(nameOf(kind, first[0]));
  }

  async remove(kind: RowKind, keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#rows.delete(nameOf(kind, key));
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database refused'));
  });

/** Counted in the transaction that puts, so that two tabs together keep no more than one. */
function forgetFirst(rows: IDBObjectStore, max: number | undefined): void {
  if (max === undefined) return;
  const index = rows.index(GOES);
  const count = index.count();
  count.onsuccess = () => {
    if (count.result <= max) return;
    const first = index.getAllKeys(null, count.result - max);
    first.onsuccess = () => {
      for (const key of first.result) rows.delete(key);
    };
  };
}

/** Creates missing stores. Rows from before the first version that counts them are put into its form; they go first. */
function upgrade(opening: IDBOpenDBRequest): void {
  const { result: database, transaction } = opening;
  for (const kind of KINDS) {
    const rows = database.objectStoreNames.contains(kind) ? transaction?.objectStore(kind) : database.createObjectStore(kind);
    if (!rows || ROWS_MAX[kind] === undefined) continue;
    rows.createIndex(GOES, GOES);
    const cursors = rows.openCursor();
    cursors.onsuccess = () => {
      const row = cursors.result?.value;
      cursors.result?.update(kind === 'deals' ? { note: row, goes: 0 } : kind === 'seen' ? { seq: row, goes: 0 } : { ...row, goes: 0 });
      cursors.result?.continue();
    };
  }
}

/** `onEnd`: told when this connection is good for nothing any more. */
async function connection(onEnd: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = () => upgrade(opening);
  const database = await done(opening);
  // Another tab with a newer version must not wait for this one.
  database.onversionchange = onEnd;
  database.onclose = onEnd;
  return database;
}

/** Opens its database when it is wanted, and anew when the connection was closed. */
class DatabaseStore implements TapeStore {
  #database: Promise<IDBDatabase> | undefined;
  /** What the database refused to write, for the life of the worker: newer than what is in it. */
  readonly #memory = new MemoryStore();
  /** What it refused to remove, by kind and key. */
  readonly #hidden = new Set<string>();
  #isFull = false;

  get isKept(): boolean {
    return !this.#isFull;
  }

  /** False where the browser has no database, or lets nobody open it. One that is too new for this version is there. */
  async isThere(): Promise<boolean> {
    return this.#open().then(
      () => true,
      (error: unknown) => (error as Partial<DOMException>).name === 'VersionError',
    );
  }

  async get<T>(kind: RowKind, key: string): Promise<T | undefined> {
    const newer = await this.#memory.get<T>(kind, key);
    if (newer !== undefined || this.#hidden.has(nameOf(kind, key))) return newer;
    return this.#read(kind, (rows) => done(rows.get(key) as IDBRequest<T | undefined>));
  }

  async all<T>(kind: RowKind, prefix: string): Promise<T[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}${END}`);
    const [keys, kept] = await this.#read(kind, (rows) =>
      Promise.all([done(rows.getAllKeys(range) as IDBRequest<string[]>), done(rows.getAll(range) as IDBRequest<T[]>)]),
    );
    const rows = new Map(kept.map((row, at) => [keys[at] as string, row]));
    for (const key of keys) if (this.#hidden.has(nameOf(kind, key))) rows.delete(key);
    for (const [key, row] of this.#memory.rows<T>(kind, prefix)) rows.set(key, row);
    return byKey(rows);
  }

  async put(kind: RowKind, key: string, row: unknown): Promise<void> {
    const isPut = await this.#write(kind, (rows) => {
      rows.put(row, key);
      forgetFirst(rows, ROWS_MAX[kind]);
    });
    this.#hidden.delete(nameOf(kind, key));
    await (isPut ? this.#memory.remove(kind, [key]) : this.#memory.put(kind, key, row));
  }

  async remove(kind: RowKind, keys: readonly string[]): Promise<void> {
    await this.#memory.remove(kind, keys);
    if (keys.length === 0) return;
    const isGone = await this.#write(kind, (rows) => {
      for (const key of keys) rows.delete(key);
    });
    if (isGone) return;
    for (const key of keys) this.#hidden.add(nameOf(kind, key));
    keepNewest(this.#hidden, HIDDEN_MAX);
  }

  #open(): Promise<IDBDatabase> {
    if (this.#database) return this.#database;
    const opening: Promise<IDBDatabase> = connection(() => this.#leave(opening));
    this.#database = opening;
    opening.catch(() => this.#leave(opening));
    return opening;
  }

  #leave(left: Promise<IDBDatabase>): void {
    if (this.#database === left) this.#database = undefined;
    left.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  /** Rejects with a `TapeFailure`. */
  async #read<T>(kind: RowKind, read: (rows: IDBObjectStore) => Promise<T>): Promise<T> {
    for (let number = 0; number < CONNECTIONS_TRIED; number++) {
      const opening = this.#open();
      try {
        return await read((await opening).transaction(kind).objectStore(kind));
      } catch {
        this.#leave(opening);
      }
    }
    throw new TapeFailure('unread', kind);
  }

  /** False when the database did not take it. */
  async #write(kind: RowKind, write: (rows: IDBObjectStore) => unknown): Promise<boolean> {
    try {
      const transaction = (await this.#open()).transaction(kind, 'readwrite');
      const ended = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('the database refused'));
      });
      write(transaction.objectStore(kind));
      await ended;
      return true;
    } catch {
      this.#isFull = true;
      return false;
    }
  }
}

/** In memory where the browser keeps nothing. */
export async function openTapeStore(): Promise<TapeStore> {
  const store = new DatabaseStore();
  return (await store.isThere()) ? store : new MemoryStore();
}
