/**
 * What this device keeps of the log, in the browser's database `outcry-tape`: a few kinds of rows, each by a text as its key. Where the
 * browser keeps nothing, the same in memory, and `isKept` says so. It never throws: what cannot be written is not kept.
 */
const NAME = 'outcry-tape';
const VERSION = 1;
const KINDS = ['pins', 'notes', 'deals', 'checked', 'seen', 'evidence'] as const;
type RowKind = (typeof KINDS)[number];

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

class MemoryStore implements TapeStore {
  readonly isKept = false;
  readonly #rows = new Map<string, unknown>();

  async get<T>(kind: RowKind, key: string): Promise<T | undefined> {
    return this.#rows.get(`${kind} ${key}`) as T | undefined;
  }

  async all<T>(kind: RowKind, prefix: string): Promise<T[]> {
    const found = [...this.#rows].filter(([key]) => key.startsWith(`${kind} ${prefix}`));
    return found.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row as T);
  }

  async put(kind: RowKind, key: string, row: unknown): Promise<void> {
    this.#rows.set(`${kind} ${key}`, row);
  }

  async remove(kind: RowKind, keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#rows.delete(`${kind} ${key}`);
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database refused'));
  });

class DatabaseStore implements TapeStore {
  readonly #database: IDBDatabase;
  /** What the database refused is held here for the life of the worker. */
  readonly #memory = new MemoryStore();
  #isFull = false;

  constructor(database: IDBDatabase) {
    this.#database = database;
    // Another tab with a newer version must not wait for this one.
    database.onversionchange = () => database.close();
  }

  get isKept(): boolean {
    return !this.#isFull;
  }

  async get<T>(kind: RowKind, key: string): Promise<T | undefined> {
    const kept = await this.#read(kind, (rows) => rows.get(key) as IDBRequest<T | undefined>);
    return kept ?? this.#memory.get<T>(kind, key);
  }

  async all<T>(kind: RowKind, prefix: string): Promise<T[]> {
    const kept = await this.#read(kind, (rows) => rows.getAll(IDBKeyRange.bound(prefix, `${prefix}${END}`)) as IDBRequest<T[]>);
    return [...(kept ?? []), ...(await this.#memory.all<T>(kind, prefix))];
  }

  async put(kind: RowKind, key: string, row: unknown): Promise<void> {
    if (!(await this.#write(kind, (rows) => rows.put(row, key)))) await this.#memory.put(kind, key, row);
  }

  async remove(kind: RowKind, keys: readonly string[]): Promise<void> {
    await this.#memory.remove(kind, keys);
    if (keys.length > 0)
      await this.#write(kind, (rows) => {
        for (const key of keys) rows.delete(key);
      });
  }

  async #read<T>(kind: RowKind, read: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
    try {
      return await done(read(this.#database.transaction(kind).objectStore(kind)));
    } catch {
      return undefined;
    }
  }

  /** False when the database did not take it. */
  async #write(kind: RowKind, write: (rows: IDBObjectStore) => unknown): Promise<boolean> {
    try {
      const transaction = this.#database.transaction(kind, 'readwrite');
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

/** Opens what is kept; in memory where there is no database, or where it cannot be opened. */
export async function openTapeStore(): Promise<TapeStore> {
  try {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      for (const kind of KINDS) opening.result.createObjectStore(kind);
    };
    return new DatabaseStore(await done(opening));
  } catch {
    return new MemoryStore();
  }
}
