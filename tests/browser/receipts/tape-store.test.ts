/** What a device keeps has its bounds, in the browser's own database: what goes first, and what never does. */
import { beforeEach, describe, expect, it } from 'vitest';
import { noteText } from '#domain/tape/signed-note.ts';
import type { Checked } from '#protocol/receipts.ts';
import { OwnDeals } from '#worker/receipts/own-deals.ts';
import { OwnLog } from '#worker/receipts/own-log.ts';
import { openTapeStore, type TapeStore } from '#worker/receipts/tape-store.ts';
import { checked, GREEN, RED } from './receipt-answers.ts';

const NAME = 'outcry-tape';
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const session = (uid: string) => ({ realm: 'demo' as const, uid, token: '' });
const ORDER = { source: 0, id: 7 } as const;

/** A database with rows, made by hand in one transaction. Those of version 1 have no index. */
async function filled(version: 1 | 2, kind: string, rows: readonly (readonly [key: string, row: unknown])[]): Promise<void> {
  const opening = indexedDB.open(NAME, version);
  opening.onupgradeneeded = () => {
    for (const one of ['pins', 'notes', 'deals', 'checked', 'seen', 'evidence']) {
      const store = opening.result.createObjectStore(one);
      if (version === 2 && ['deals', 'checked', 'seen'].includes(one)) store.createIndex('goes', 'goes');
    }
  };
  const database = await done(opening);
  const transaction = database.transaction(kind, 'readwrite');
  for (const [key, row] of rows) transaction.objectStore(kind).put(row, key);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}

let nowMs = 0;
const clock = { now: () => ++nowMs, steady: () => nowMs, after: () => () => undefined };
const NO_CALLS = { text: async () => '', bytes: async () => new Uint8Array(), proof: async () => [] };
const logOf = (store: TapeStore) => new OwnLog({ store, calls: NO_CALLS, clock, onNewest: () => undefined });
/** Signed by nobody: what is kept is not judged here. */
const note = (text: string) => noteText({ text, signatures: [{ name: 'x', id: new Uint8Array(4), signature: new Uint8Array(64) }] });

beforeEach(async () => {
  nowMs = 1_000_000;
  await done(indexedDB.deleteDatabase(NAME));
});

describe('D9.328 what a device keeps of its fills', () => {
  it.each([
    ['deals', 5_000],
    ['checked', 2_000],
    ['seen', 2_000],
  ] as const)('of %s %i at most: the oldest goes, whoever it is of, what proves something stays', async (kind, max) => {
    const PROOF = { note: 'first', rival: 'other', goes: 1e15 };
    const rows = Array.from({ length: max - 1 }, (_, at) => [`demo/1/0/${at}/${at}`, { note: '', seq: 1, goes: max - at }] as const);
    await filled(2, kind, [...rows, ['demo/1/0/9/proof', PROOF]]);
    const store = await openTapeStore();
    for (const goes of [max + 1, max + 2, max + 3]) await store.put(kind, `demo/2/0/1/${goes}`, { goes });
    expect(await store.all(kind, 'demo/')).toHaveLength(max);
    expect(await store.get(kind, 'demo/1/0/9/proof')).toEqual(PROOF);
    // The three that were put the longest ago stand last here.
    const oldest = [1, 2, 3, 4].map((age) => store.get(kind, `demo/1/0/${max - age}/${max - age}`));
    expect((await Promise.all(oldest.slice(1))).map((row) => row === undefined)).toEqual([true, true, true]);
    expect(await store.get(kind, `demo/1/0/${max - 5}/${max - 5}`)).toBeDefined();
    expect(await store.all(kind, 'demo/2/')).toHaveLength(3);
  });

  it('a verdict in red stays longer than any other', async () => {
    const rows = Array.from({ length: 1_999 }, (_, at) => [`demo/1/0/${at}/${at}`, { goes: at }] as const);
    await filled(2, 'checked', rows);
    const store = await openTapeStore();
    const deals = new OwnDeals({ store, request: {} as never, clock }, session('3'));
    await deals.putChecked(ORDER, 1, checked(RED));
    for (let deal = 2; deal < 6; deal++) await deals.putChecked(ORDER, deal, checked(GREEN));
    const red = (await store.all<Checked & { goes: number }>('checked', '')).filter(({ verdict }) => verdict?.price.answer === 'no');
    expect(red).toHaveLength(1);
    expect(red[0]?.goes).toBeGreaterThan(1e14);
    expect(await store.all('checked', '')).toHaveLength(2_000);
  });

  it('where the browser keeps nothing the same holds in memory', async () => {
    const real = globalThis.indexedDB;
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined });
    const store = await openTapeStore();
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: real });
    expect(store.isKept).toBe(false);
    await store.put('seen', 'proof', { seq: 1, goes: 1e15 });
    for (let at = 0; at < 2_002; at++) await store.put('seen', `k${at}`, { seq: at, goes: at });
    const kept = await store.all<{ seq: number }>('seen', '');
    expect(kept).toHaveLength(2_000);
    expect(await store.get('seen', 'k2')).toBeUndefined();
    expect(await store.get('seen', 'k3')).toBeDefined();
    expect(await store.get('seen', 'proof')).toBeDefined();
  });

  it('what was kept before there were bounds is read as it was', async () => {
    await filled(1, 'deals', [['demo/1/0/7/0000000000000001', 'a note']]);
    await filled(1, 'seen', [['demo/1/0/7/0000000000000000', 4_711]]);
    await filled(1, 'checked', [['demo/1/0/7/0000000000000001', checked(GREEN)]]);
    await filled(1, 'pins', [['pin', { origin: 'o', vkey: 'k', atMs: 5 }]]);
    const store = await openTapeStore();
    const deals = new OwnDeals({ store, request: {} as never, clock }, session('1'));
    expect(await deals.seenSeq(ORDER, { kind: 'open' } as never)).toBe(4_711);
    expect(await deals.checked(ORDER, 1)).toMatchObject(checked(GREEN));
    expect(await store.get('deals', 'demo/1/0/7/0000000000000001')).toEqual({ note: 'a note', goes: 0 });
    expect(await logOf(store).pin()).toEqual({ origin: 'o', vkey: 'k', atMs: 5 });
  });

  it('of evidence fifty: the oldest receipt goes, two notes that contradict each other and the pin never', async () => {
    await filled(2, 'evidence', [['0000000000000005', { atMs: 5, text: '{"receipt":"older"}' }]]);
    await filled(2, 'pins', [['pin', { origin: 'o', vkey: 'k', atMs: 5 }]]);
    const log = logOf(await openTapeStore());
    await log.keepEvidence(JSON.stringify([note('one\n'), note('other\n')]));
    nowMs = 2_000_000;
    const still = { ...clock, now: () => nowMs };
    const busy = new OwnLog({ store: await openTapeStore(), calls: NO_CALLS, clock: still, onNewest: () => undefined });
    // All within one millisecond.
    for (let at = 0; at < 60; at++) await busy.keepEvidence(`{"receipt":${at}}`);
    const texts = (await log.evidence()).map(({ text }) => text);
    expect(texts).toHaveLength(50);
    expect(texts[0]).toBe(JSON.stringify([note('one\n'), note('other\n')]));
    expect(texts).toContain('{"receipt":59}');
    expect(texts).not.toContain('{"receipt":10}');
    expect(texts).toContain('{"receipt":11}');
    for (let at = 0; at < 60; at++) await busy.keepEvidence(JSON.stringify([`${at}`, 'other']));
    expect((await log.evidence()).filter(({ text }) => text.startsWith('['))).toHaveLength(50);
    expect((await log.evidence())[0]?.text).toBe(texts[0]);
    expect(await log.pin()).toEqual({ origin: 'o', vkey: 'k', atMs: 5 });
  });
});
