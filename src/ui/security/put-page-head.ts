/** Writes what stands at the head of a person's pages (`state/page-head.ts`), here and for their next visit. */
import { storage } from '../browser/storage.ts';
import { HEAD_KEY, keptHead, type PageHead } from '../state/page-head.ts';

/** What is said of somebody takes the place of what was said of another. Of whom there is nothing to say nothing is kept. */
export function putPageHead(uid: string, change: Partial<Omit<PageHead, 'uid'>>): void {
  const before = keptHead.peek();
  const next = { ...(before?.uid === uid ? before : {}), ...change, uid };
  const isEmpty = !next.hold && !next.isNew;
  if (isEmpty && before?.uid !== uid) return;
  keptHead.value = isEmpty ? undefined : next;
  if (isEmpty) storage.remove(HEAD_KEY);
  else storage.set(HEAD_KEY, JSON.stringify(next));
}
