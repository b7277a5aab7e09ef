/**
 * What this device keeps of the log, in the browser's database `outcry-tape`: a few kinds of rows, each by a text as its key. Where the
 * browser keeps nothing, the same in memory, and `isKept` says so. It never throws: what cannot be written is not kept.
 */
const NAME = 'outcry-tape';
const VERSION = 2;
const KINDS = ['pins', 'notes', 'deals', 'checked', 'seen', 'evidence'] as const;
type RowKind = (typeof KINDS)[number];
/** Rows of a kind, of all who log in here together. Beyond, the lowest `goes` goes first. Of the other kinds `OwnLog` sees to it. */
const ROWS_MAX: { readonly [K in RowKind]?: number } = { deals: 5_000, checked: 2_000, seen: 2_000 };
const GOES = 'goes';

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
    const rows = ROWS_MAX[kind] === undefined ? [] : [...this.#rows].filter(([one]) => one.startsWith(`${kind} `));
    if (rows.length <= (ROWS_MAX[kind] ?? 0)) return;
    const [first] = rows.sort(([, one], [, other]) => (one as Going).goes - (other as Going).goes);
    if (first) this.#rows.delete(first[0]);
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
    const isPut = await this.#write(kind, (rows) => {
      rows.put(row, key);
      forgetFirst(rows, ROWS_MAX[kind]);
    });
    if (!isPut) await this.#memory.put(kind, key, row);
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
    opening.onupgradeneeded = () => upgrade(opening);
    return new DatabaseStore(await done(opening));
  } catch {
    return new MemoryStore();
  }
}
