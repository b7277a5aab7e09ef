/** What a device holds of the log while its browser's database fails: a read that failed is never "not there", and what is newer wins. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OwnLog } from '#worker/receipts/own-log.ts';
import { openTapeStore, type TapeStore } from '#worker/receipts/tape-store.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from '../../property/tape/made-log.ts';
import { grow } from '../../property/tape/receipt-world.ts';

const NAME = 'outcry-tape';
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const ours = grow(new MadeLog(), 20, new Seeded(7));
const other = grow(new MadeLog('other.example/tape'), 20, new Seeded(7));
let served = ours;
let size = 20;
const calls = {
  text: async (path: string) => (path === 'keys' ? served.keys() : served.checkpoint(size)),
  bytes: async () => new Uint8Array(),
  proof: async (path: string) => {
    const [, from, to] = path.split('/').map(Number) as [number, number, number];
    return served.consistency(from, to);
  },
};
let nowMs = 0;
const clock = { now: () => ++nowMs, steady: () => nowMs, after: () => () => undefined };
const logOf = (store: TapeStore, onNewest: (note: string) => void = () => undefined) => new OwnLog({ store, calls, clock, onNewest });
const refuse = () => {
  throw new DOMException('the disk', 'UnknownError');
};
/** So many reads fail from now on. */
const failReads = (count: number, ways: readonly ('get' | 'getAll' | 'getAllKeys')[] = ['get', 'getAll', 'getAllKeys']) => {
  for (const way of ways) {
    const read = vi.spyOn(IDBObjectStore.prototype, way as 'get');
    for (let at = 0; at < count; at++) read.mockImplementationOnce(refuse);
  }
};
const refuseWrites = () => {
  for (const way of ['put', 'delete'] as const) vi.spyOn(IDBObjectStore.prototype, way as 'put').mockImplementation(refuse);
};

beforeEach(async () => {
  nowMs = 1_000_000;
  [served, size] = [ours, 20];
  await done(indexedDB.deleteDatabase(NAME));
});
afterEach(() => vi.restoreAllMocks());

describe('D9.450 a read that fails', () => {
  it('pins nothing and offers nothing: the ask ends, and the pin is there again with the next', async () => {
    const store = await openTapeStore();
    const log = logOf(store);
    await log.ask();
    const pin = await log.pin();
    expect(pin?.origin).toBe(ours.origin);
    served = other;
    failReads(1_000);
    await expect(log.ask()).rejects.toMatchObject({ kind: 'unread' });
    await expect(log.shown()).rejects.toMatchObject({ kind: 'unread' });
    vi.restoreAllMocks();
    expect(await log.pin()).toEqual(pin);
    expect((await log.shown())?.offered).toBeUndefined();
    await log.ask();
    expect(await log.pin()).toEqual(pin);
    expect((await log.shown())?.offered).toMatchObject({ origin: 'other.example/tape' });
  });

  it('once alone is tried again', async () => {
    const log = logOf(await openTapeStore());
    await log.ask();
    const pin = await log.pin();
    served = other;
    failReads(1, ['get']);
    await log.ask();
    expect(await log.pin()).toEqual(pin);
    expect((await log.shown())?.offered).toMatchObject({ origin: 'other.example/tape' });
  });

  it('thins nothing, says of no checkpoint that there is none, and keeps what proves something all the same', async () => {
    const told: string[] = [];
    const store = await openTapeStore();
    const log = logOf(store, (note) => told.push(note));
    size = 10;
    await log.ask();
    for (let at = 0; at < 50; at++) await log.keepEvidence(JSON.stringify(['pair', at]));
    failReads(1_000);
    await expect(log.take(ours.checkpoint(20))).rejects.toMatchObject({ kind: 'unread' });
    await expect(log.tellNewest()).rejects.toMatchObject({ kind: 'unread' });
    await log.keepEvidence(JSON.stringify(['pair', 'last']));
    vi.restoreAllMocks();
    expect(told).toEqual([ours.checkpoint(10)]);
    expect((await log.notes(ours.origin)).map((note) => note.size)).toEqual([10]);
    expect((await log.evidence()).map(({ text }) => text)).toContain(JSON.stringify(['pair', 'last']));
  });
});

describe('D9.450 a database that was closed', () => {
  it('is opened anew when another tab has closed it', async () => {
    const store = await openTapeStore();
    await store.put('pins', 'pin', { origin: 'before' });
    // What a tab of a newer version does first.
    await done(indexedDB.deleteDatabase(NAME));
    await store.put('pins', 'pin', { origin: 'after' });
    expect(await store.get('pins', 'pin')).toEqual({ origin: 'after' });
    expect(store.isKept).toBe(true);
    expect(await (await openTapeStore()).get('pins', 'pin')).toEqual({ origin: 'after' });
  });

  it('and is too new for this version since is not read, and that is said', async () => {
    const store = await openTapeStore();
    const log = logOf(store);
    await log.ask();
    const newer = await done(indexedDB.open(NAME, 99));
    served = other;
    await expect(log.ask()).rejects.toMatchObject({ kind: 'unread' });
    await expect(logOf(await openTapeStore()).ask()).rejects.toMatchObject({ kind: 'unread' });
    expect(await done(newer.transaction('pins').objectStore('pins').get('pin'))).toMatchObject({ origin: ours.origin });
    newer.close();
  });
});

describe('D9.450 what the database refuses to write', () => {
  it('is newer than what is in it, and stands once among all', async () => {
    const store = await openTapeStore();
    await store.put('checked', 'a', { goes: 1, found: 'older' });
    await store.put('checked', 'c', { goes: 1, found: 'third' });
    refuseWrites();
    await store.put('checked', 'a', { goes: 2, found: 'newer' });
    await store.put('checked', 'b', { goes: 2, found: 'second' });
    expect(await store.get('checked', 'a')).toMatchObject({ found: 'newer' });
    expect((await store.all<{ found: string }>('checked', '')).map(({ found }) => found)).toEqual(['newer', 'second', 'third']);
    expect(store.isKept).toBe(false);
    vi.restoreAllMocks();
    // What it takes afterwards is newer still.
    await store.put('checked', 'a', { goes: 3, found: 'newest' });
    expect(await store.get('checked', 'a')).toMatchObject({ found: 'newest' });
    expect((await store.all<{ found: string }>('checked', '')).map(({ found }) => found)).toEqual(['newest', 'second', 'third']);
  });

  it('is gone where it was not to be removed', async () => {
    const store = await openTapeStore();
    await store.put('pins', 'offered', { origin: 'one' });
    refuseWrites();
    await store.remove('pins', ['offered']);
    expect([await store.get('pins', 'offered'), await store.all('pins', '')]).toEqual([undefined, []]);
    await store.put('pins', 'offered', { origin: 'other' });
    expect([await store.get('pins', 'offered'), await store.all('pins', '')]).toEqual([{ origin: 'other' }, [{ origin: 'other' }]]);
  });
});
