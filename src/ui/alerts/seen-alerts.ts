/** Which of a person's fired alerts they have not looked at yet, on this device: what the badge of the bell counts. */
import { signal } from '@preact/signals';
import type { FiredAlert } from '#domain/price-alert.ts';
import { storage } from '../browser/storage.ts';
import { user } from '../state/user.ts';

const KEY = 'alerts_seen';
/** People on one device whose place is remembered. */
const PEOPLE_MAX = 10;

type Seen = readonly (readonly [uid: string, firedId: number])[];

/** Number of the newest alert that each person has seen; the person who came last is last. */
const seen = signal<Seen>(stored());

function stored(): Seen {
  try {
    const list: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    const isSeen = (item: unknown): item is [string, number] =>
      Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === 'number';
    return Array.isArray(list) ? list.filter(isSeen).slice(-PEOPLE_MAX) : [];
  } catch {
    return [];
  }
}

const seenId = (): number => seen.value.find(([uid]) => uid === user.value?.uid)?.[1] ?? 0;

/** How many of these nobody has looked at. */
export function unseenCount(fired: readonly FiredAlert[]): number {
  const upTo = seenId();
  return fired.filter(({ id }) => id > upTo).length;
}

/** Their list was on screen. */
export function markSeen(fired: readonly FiredAlert[]): void {
  const uid = user.peek()?.uid;
  const newest = Math.max(0, ...fired.map(({ id }) => id));
  if (!uid || newest <= seenId()) return;
  seen.value = [...seen.peek().filter(([other]) => other !== uid), [uid, newest] as const].slice(-PEOPLE_MAX);
  storage.set(KEY, JSON.stringify(seen.peek()));
}
