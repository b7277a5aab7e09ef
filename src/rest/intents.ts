/**
 * Money calls whose answer is not known yet, kept in storage so that a reload, a crash or a dead battery does not lose them. Each names
 * the user and the realm that it belongs to, never a token. A refused storage only costs that: nothing here throws.
 */
import type { Caller } from './wire.ts';

export type KeyValue = { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void };
/**
 * `seenSeq`: number of the tick whose price its person saw when the call was begun, where that is known; a fill that knew less is older than what
 * they saw. `uid` and `realm` are absent in what an older version of the page stored.
 */
export type Intent = { readonly clientId: string; readonly path: string; readonly atMs: number; readonly seenSeq?: number } & Partial<
  Pick<Caller, 'uid' | 'realm'>
>;

export const INTENTS_KEY = 'money_intents';
/** More than this many unresolved calls cannot pile up by hand; the oldest is dropped. */
export const INTENTS_MAX = 32;

const isIntent = (value: unknown): value is Intent => {
  const intent = value as Partial<Intent> | null;
  return typeof intent?.clientId === 'string' && typeof intent.path === 'string' && typeof intent.atMs === 'number';
};

/** True when something is on the list. */
export const hasIntents = (storage: KeyValue): boolean => storage.get(INTENTS_KEY) !== null;

/** The stored list, oldest first; anything unreadable counts as empty. */
export function readIntents(storage: KeyValue): Intent[] {
  try {
    const list: unknown = JSON.parse(storage.get(INTENTS_KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isIntent).slice(-INTENTS_MAX) : [];
  } catch {
    return [];
  }
}

function write(storage: KeyValue, intents: Intent[]): void {
  try {
    if (intents.length === 0) storage.remove(INTENTS_KEY);
    else storage.set(INTENTS_KEY, JSON.stringify(intents.slice(-INTENTS_MAX)));
  } catch {
    // Storage is full or refused: the call itself goes on, only its survival of a reload is lost.
  }
}

export function addIntent(storage: KeyValue, intent: Intent): void {
  write(storage, [...readIntents(storage), intent]);
}

/** Whether it was still on the list: who takes it off tells of it. */
export function removeIntent(storage: KeyValue, clientId: string): boolean {
  const before = readIntents(storage);
  const after = before.filter((intent) => intent.clientId !== clientId);
  write(storage, after);
  return after.length < before.length;
}
